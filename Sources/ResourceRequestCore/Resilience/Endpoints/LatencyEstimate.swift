// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The latency of an endpoint: rises at once with slow responses, falls slowly with fast ones (peak EWMA).
///
/// Timestamps are seconds since an arbitrary moment, since clock instants are costly to compare.
///
/// Pure.
struct LatencyEstimate: Sendable, Hashable {
  /// The seconds in which about two thirds of the past are forgotten.
  private static let memory = 10.0

  private var seconds = 0.0
  private var notedAt: Double?

  mutating func note(_ sample: Double, at now: Double) {
    let sample = max(0, sample)
    seconds = sample >= seconds ? sample : sample + (seconds - sample) * kept(at: now)
    notedAt = now
  }

  /// The cost of an endpoint with a number of requests in flight.
  func cost(active: Int, at now: Double) -> Double {
    // Without an estimate, one request measures and the others go elsewhere.
    guard notedAt != nil else { return 1e6 * Double(active) }
    return max(seconds * kept(at: now), 1e-6) * Double(active + 1)
  }

  /// The part of the past that still counts: without new observations the estimate decays, so that the endpoint is
  /// tried again.
  private func kept(at now: Double) -> Double {
    guard let notedAt else { return 0 }
    let age = max(0, now - notedAt) / LatencyEstimate.memory
    return 1 / (1 + age + age * age / 2)
  }
}
