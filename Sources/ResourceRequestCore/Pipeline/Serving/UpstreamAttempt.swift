// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The attempt number of an inbound request: if the caller is retrying, the calls made for it are not retried as well.
///
/// Otherwise three layers with three attempts each make 27 calls.
///
/// ```swift
/// try await UpstreamAttempt.with(fieldsOf: inbound.headers) {
///   try await client.send(request)   // not repeated where the request being served is a repetition
/// }
/// ```
public struct UpstreamAttempt: Sendable, Hashable {
  /// The number, from 1.
  public var number: Int
  /// Whether calls within may be retried in a first attempt.
  public var allowsRetries: Bool

  @TaskLocal private static var inherited: UpstreamAttempt?

  /// The current task's inbound attempt; `nil` for none.
  public static var current: UpstreamAttempt? { inherited }

  /// Creates an attempt.
  public init(number: Int = 1, allowsRetries: Bool = true) {
    self.number = max(1, number)
    self.allowsRetries = allowsRetries
  }

  /// Whether calls within are not retried; requests that certainly were never sent still are.
  var forbidsRetries: Bool { number > 1 || !allowsRetries }

  /// Runs an operation that serves several callers, to which the attempt of the one whose task began it does not apply.
  static func without<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    try await $inherited.withValue(nil, operation: operation)
  }

  /// Runs an operation for an inbound attempt.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    _ attempt: UpstreamAttempt,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $inherited.withValue(attempt, operation: operation)
  }

  /// Runs an operation for the attempt in the header fields of an inbound request: `X-Envoy-Attempt-Count`,
  /// `grpc-previous-rpc-attempts`, and a field of your own; the highest number counts.
  ///
  /// - Parameters:
  ///   - fields: the inbound header fields.
  ///   - header: another field with the number, such as the callers' `attemptHeader`.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    fieldsOf fields: Headers,
    header: String? = nil,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    guard let number = number(in: fields, header: header) else { return try await operation() }
    return try await with(UpstreamAttempt(number: number), operation)
  }

  /// The attempt number in inbound header fields; `nil` if they have none.
  package static func number(in fields: Headers, header: String? = nil) -> Int? {
    let previous = fields["grpc-previous-rpc-attempts"].flatMap { DecimalDigits.bounded($0.utf8) }
    let numbers = [
      header.flatMap { fields[$0] }.flatMap { DecimalDigits.bounded($0.utf8) },
      fields["X-Envoy-Attempt-Count"].flatMap { DecimalDigits.bounded($0.utf8) },
      previous.map { min($0, .max - 1) + 1 },
    ]
    return numbers.compactMap(\.self).max()
  }
}

/// Work in a task of its own that serves several callers, such as obtaining a token.
///
/// It inherits the executor, the tracer and the logger of the task that begins it, and neither deadline nor attempt nor
/// criticality: a caller with little time left would fail the others.
enum SharedWork {
  static func run<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    try await ResourceDeadline.without {
      try await UpstreamAttempt.without { try await Criticality.without(operation) }
    }
  }
}
