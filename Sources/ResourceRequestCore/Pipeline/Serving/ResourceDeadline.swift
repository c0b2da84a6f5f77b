// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A deadline for a tree of calls: the moment after which the response is no longer needed.
///
/// Every call within inherits it: it ends no later, and is not sent after it.
///
/// ```swift
/// try await ResourceDeadline.with(.seconds(2)) {
///   try await client.send(first)
///   try await client.send(second)   // with what the first has left
/// }
/// ```
///
/// A server sets it from the request that it handles: ``with(fieldsOf:clock:_:)``.
public struct ResourceDeadline: Sendable, Hashable {
  /// The moment.
  public let moment: ContinuousClock.Instant

  @TaskLocal private static var inherited: ResourceDeadline?

  /// The current task's deadline; `nil` for none.
  public static var current: ResourceDeadline? { inherited }

  /// The moment of the current task's deadline.
  @inline(never)
  static func currentEnd() -> Moment? { inherited.map { Moment($0.moment) } }

  /// Creates a deadline.
  public init(_ moment: ContinuousClock.Instant) { self.moment = moment }

  /// Waits until a moment, or until the current task's deadline where that is earlier.
  package static func sleep(until moment: ContinuousClock.Instant, by clock: any RequestClock) async throws {
    try await clock.sleep(until: current.map { min($0.moment, moment) } ?? moment)
  }

  /// Runs an operation that serves several callers, to which the deadline of the one whose task began it does not apply.
  static func without<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    try await $inherited.withValue(nil, operation: operation)
  }

  /// Runs an operation with a deadline; an earlier deadline of the task still applies.
  ///
  /// - Parameters:
  ///   - time: the time from now.
  ///   - clock: the clock.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    _ time: Duration,
    clock: some RequestClock = SystemClock(),
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await with(ResourceDeadline(clock.now.advanced(clamping: time)), operation)
  }

  /// Runs an operation with a deadline; an earlier deadline of the task still applies.
  ///
  /// - Parameters:
  ///   - deadline: the deadline.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    _ deadline: ResourceDeadline,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    let earlier = current.map { $0.moment < deadline.moment ? $0 : deadline } ?? deadline
    return try await $inherited.withValue(earlier, operation: operation)
  }

  /// Runs an operation with the deadline in the header fields of an inbound request: `X-Request-Timeout-Ms`,
  /// `X-Envoy-Expected-Rq-Timeout-Ms`, `grpc-timeout`; the shortest counts.
  ///
  /// - Parameters:
  ///   - fields: the inbound header fields.
  ///   - clock: the clock.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    fieldsOf fields: Headers,
    clock: some RequestClock = SystemClock(),
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    guard let time = timeout(in: fields) else { return try await operation() }
    return try await with(time, clock: clock, operation)
  }

  /// The time that inbound header fields allow for the response; `nil` if they set none.
  package static func timeout(in fields: Headers) -> Duration? {
    let times = [
      fields["X-Request-Timeout-Ms"].flatMap { DeadlineText.read($0, as: .milliseconds) },
      fields["X-Envoy-Expected-Rq-Timeout-Ms"].flatMap { DeadlineText.read($0, as: .milliseconds) },
      fields["grpc-timeout"].flatMap { DeadlineText.read($0, as: .grpc) },
    ]
    return times.compactMap(\.self).min()
  }
}
