// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
