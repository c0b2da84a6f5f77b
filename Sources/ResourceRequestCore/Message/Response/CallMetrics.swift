// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The metrics of a call: all attempts of all hops, and their sums.
///
/// ```swift
/// print(response.metrics.last.firstByte ?? .zero, "to the first byte")
/// for attempt in response.metrics.attempts { print(attempt, attempt.metrics?.bytesReceived ?? 0) }
/// print(response.metrics.bytesReceived, "bytes in all")
/// ```
public struct CallMetrics: Sendable, Hashable {
  /// All attempts, in the order in which they ended, with hop, number and metrics.
  ///
  /// Empty if a cache answered.
  public let attempts: [Attempt]
  /// The metrics of the exchange that brought the response.
  public let last: ExchangeMetrics

  /// The durations of all attempts, without the waits between them; more than the call's duration if attempts ran in
  /// parallel.
  public var total: Duration {
    attempts.isEmpty ? last.total : attempts.reduce(.zero) { $0 + ($1.metrics?.total ?? $1.duration) }
  }

  /// Bytes of all requests, heads and bodies, as sent; without failed attempts.
  public var bytesSent: Int { sum(\.bytesSent) }

  /// Bytes of all responses, heads and bodies, as received; without failed attempts.
  public var bytesReceived: Int { sum(\.bytesReceived) }

  private func sum(_ part: KeyPath<ExchangeMetrics, Int>) -> Int {
    attempts.isEmpty ? last[keyPath: part] : attempts.reduce(0) { $0 + ($1.metrics?[keyPath: part] ?? 0) }
  }
}

extension [Attempt] {
  /// Completes the attempts whose responses were delivered at their heads: the last of each hop, whose response was a
  /// redirect, and the one that brought the response.
  func completed(_ status: Status, _ last: ExchangeMetrics, _ redirects: [RedirectHop]) -> [Attempt] {
    guard contains(where: { $0.metrics == nil && $0.status != nil }) else { return self }
    var attempts = self
    func complete(_ status: Status, hop: Int?, _ metrics: ExchangeMetrics) {
      guard let place = attempts.lastIndex(where: { $0.status == status && (hop ?? $0.hop) == $0.hop }) else { return }
      if attempts[place].metrics == nil { attempts[place].metrics = metrics }
    }
    for (number, redirect) in redirects.enumerated() { complete(redirect.status, hop: number + 1, redirect.metrics) }
    complete(status, hop: redirects.count + 1, last)
    return attempts
  }
}
