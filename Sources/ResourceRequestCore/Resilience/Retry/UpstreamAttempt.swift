// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which attempt of its caller a request is that is being served: where the caller repeats its calls itself, the calls made
/// within are not repeated as well.
///
/// Three layers that each make three attempts are 27 calls otherwise.
///
/// ```swift
/// try await UpstreamAttempt.with(fieldsOf: inbound.headers) {
///   try await client.send(request)   // not repeated where the request being served is a repetition
/// }
/// ```
public struct UpstreamAttempt: Sendable, Hashable {
  /// Its number, from 1.
  public var number: Int
  /// Whether calls made within may be repeated although it is the first.
  public var allowsRetries: Bool

  @TaskLocal private static var inherited: UpstreamAttempt?

  /// The one being served here; `nil` for none.
  public static var current: UpstreamAttempt? { inherited }

  /// An attempt of a number.
  public init(number: Int = 1, allowsRetries: Bool = true) {
    self.number = max(1, number)
    self.allowsRetries = allowsRetries
  }

  /// Whether calls made within are not repeated; what provably was never sent still is.
  var forbidsRetries: Bool { number > 1 || !allowsRetries }

  /// Does something while an attempt is being served.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    _ attempt: UpstreamAttempt,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $inherited.withValue(attempt, operation: operation)
  }

  /// The same with what the fields of a request say that is being served: `X-Envoy-Attempt-Count`,
  /// `grpc-previous-rpc-attempts`, and a field of your own; the highest number counts.
  ///
  /// - Parameters:
  ///   - fields: the fields of the request.
  ///   - header: another field that says the number, such as the `attemptHeader` of those who call.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    fieldsOf fields: Headers,
    header: String? = nil,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    guard let number = number(in: fields, header: header) else { return try await operation() }
    return try await with(UpstreamAttempt(number: number), operation)
  }

  /// The number the fields of a request say; `nil` where none does.
  public static func number(in fields: Headers, header: String? = nil) -> Int? {
    let previous = fields["grpc-previous-rpc-attempts"].flatMap { DecimalDigits.bounded($0.utf8) }
    let numbers = [
      header.flatMap { fields[$0] }.flatMap { DecimalDigits.bounded($0.utf8) },
      fields["X-Envoy-Attempt-Count"].flatMap { DecimalDigits.bounded($0.utf8) },
      previous.map { min($0, .max - 1) + 1 },
    ]
    return numbers.compactMap(\.self).max()
  }
}
