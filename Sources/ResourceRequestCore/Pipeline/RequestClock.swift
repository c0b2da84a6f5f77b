// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// The SDK's source of time, which tests replace.
public protocol RequestClock: Sendable {
  /// The current moment of a monotonic clock, for deadlines and durations.
  var now: ContinuousClock.Instant { get }

  /// The current date, for timestamps.
  var date: Date { get }

  /// Suspends until a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  func sleep(until moment: ContinuousClock.Instant) async throws
}

/// The clock of the machine.
public struct SystemClock: RequestClock {
  /// Creates the machine's clock.
  public init() {}

  /// The moment on the machine's continuous clock.
  public var now: ContinuousClock.Instant { .now }

  /// The machine's date.
  public var date: Date { Date() }

  /// Suspends until a moment.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  public func sleep(until moment: ContinuousClock.Instant) async throws {
    try await Task.sleep(until: moment, clock: .continuous)
  }
}
