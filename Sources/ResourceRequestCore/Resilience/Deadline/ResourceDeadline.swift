// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When the response to whoever waits is of no use any more: one deadline for a whole tree of calls.
///
/// Every call made within inherits it: it ends no later, and one that cannot make it is not sent.
///
/// ```swift
/// try await ResourceDeadline.with(.seconds(2)) {
///   try await client.send(first)
///   try await client.send(second)   // with what the first has left
/// }
/// ```
///
/// A server sets it from the request it serves: ``with(fieldsOf:clock:_:)``.
public struct ResourceDeadline: Sendable, Hashable {
  /// The moment.
  public let moment: ContinuousClock.Instant

  @TaskLocal private static var inherited: ResourceDeadline?

  /// The one that holds here; `nil` for none.
  public static var current: ResourceDeadline? { inherited }

  /// A deadline at a moment.
  public init(_ moment: ContinuousClock.Instant) { self.moment = moment }

  /// Does something with a deadline, or with the one that holds already where that is earlier.
  ///
  /// - Parameters:
  ///   - time: how long it may take from now.
  ///   - clock: where now comes from.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    _ time: Duration,
    clock: some RequestClock = SystemClock(),
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await with(ResourceDeadline(clock.now.advanced(clamping: time)), operation)
  }

  /// The same with a deadline at hand.
  ///
  /// - Parameters:
  ///   - deadline: the deadline.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    _ deadline: ResourceDeadline,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    let earlier = current.map { $0.moment < deadline.moment ? $0 : deadline } ?? deadline
    return try await $inherited.withValue(earlier, operation: operation)
  }

  /// The same with what the fields of a request say that is being served: `X-Request-Timeout-Ms`,
  /// `X-Envoy-Expected-Rq-Timeout-Ms`, `grpc-timeout`; the shortest counts.
  ///
  /// - Parameters:
  ///   - fields: the fields of the request.
  ///   - clock: where now comes from.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    fieldsOf fields: Headers,
    clock: some RequestClock = SystemClock(),
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    guard let time = timeout(in: fields) else { return try await operation() }
    return try await with(time, clock: clock, operation)
  }

  /// How long the fields of a request give for its response; `nil` where none says.
  public static func timeout(in fields: Headers) -> Duration? {
    let times = [
      fields["X-Request-Timeout-Ms"].flatMap { DeadlineText.read($0, as: .milliseconds) },
      fields["X-Envoy-Expected-Rq-Timeout-Ms"].flatMap { DeadlineText.read($0, as: .milliseconds) },
      fields["grpc-timeout"].flatMap { DeadlineText.read($0, as: .grpc) },
    ]
    return times.compactMap(\.self).min()
  }
}
