// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keys whose requests are not coalesced for 60 s, because a response to one could not be shared.
final class UncoalescedKeys: Sendable {
  static let time = Duration.seconds(60)
  private static let most = 1024

  private let until = Lock<[CacheKey: Moment]>([:])

  /// Whether requests for a key do not wait.
  func contains(_ key: CacheKey, at clock: any RequestClock) -> Bool {
    // Mostly there are none, and the clock need not be read.
    guard let end = until.withLock({ $0.isEmpty ? nil : $0[key] }) else { return false }
    if Moment(clock.now) < end { return true }
    until.withLock { if $0[key] == end { $0[key] = nil } }
    return false
  }

  /// Stops requests for a key from waiting, for a while.
  func add(_ key: CacheKey, at now: ContinuousClock.Instant) {
    until.withLock { until in
      if until.count >= Self.most { until = until.filter { Moment(now) < $0.value } }
      if until.count < Self.most { until[key] = Moment(now).advanced(clamping: Self.time) }
    }
  }
}
