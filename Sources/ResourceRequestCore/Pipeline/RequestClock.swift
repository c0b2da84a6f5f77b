// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where the SDK takes the time from, so that tests decide it.
public protocol RequestClock: Sendable {
  /// The moment on a clock that never jumps; deadlines and durations count on it.
  var now: ContinuousClock.Instant { get }

  /// The date, for time stamps.
  var date: Date { get }

  /// Suspends until a moment has come.
  ///
  /// - Throws: `CancellationError` where the task is cancelled first.
  func sleep(until moment: ContinuousClock.Instant) async throws
}
