// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long an endpoint's answers take: rises with a slow one at once, falls with fast ones slowly (peak EWMA).
///
/// Its moments are seconds since any one moment: two of the clock's are costly to compare.
///
/// Pure.
struct LatencyEstimate: Sendable, Hashable {
  /// In this many seconds about two thirds of the past are forgotten.
  private static let memory = 10.0

  private var seconds = 0.0
  private var notedAt: Double?

  mutating func note(_ duration: Duration, at now: Double) {
    let sample = max(0, duration.inSeconds)
    seconds = sample >= seconds ? sample : sample + (seconds - sample) * kept(at: now)
    notedAt = now
  }

  /// What an endpoint costs that has so many requests in flight.
  func cost(active: Int, at now: Double) -> Double {
    guard notedAt != nil else {
      // Nothing known: one request finds out, the others go elsewhere.
      return active == 0 ? 0 : 1e6 * Double(active)
    }
    return max(seconds * kept(at: now), 1e-6) * Double(active + 1)
  }

  /// The part of the past that counts still: an estimate nobody renews is forgotten, so that the endpoint is tried again.
  private func kept(at now: Double) -> Double {
    guard let notedAt else { return 0 }
    let age = max(0, now - notedAt) / LatencyEstimate.memory
    return 1 / (1 + age + age * age / 2)
  }
}
