// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Random numbers that a seed decides (SplitMix64).
///
/// Each purpose has its own stream, so that a policy that draws more does not change the load.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var bits: SplitMix64

  /// The stream of a seed.
  init(seed: UInt64) {
    bits = SplitMix64(seed)
  }

  /// A stream for one purpose of a seed.
  init(seed: UInt64, stream: UInt64) {
    var mixed = SeededRandom(seed: seed)
    var other = SeededRandom(seed: mixed.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
    bits = SplitMix64(other.next())
  }

  /// 64 random bits.
  mutating func next() -> UInt64 { bits.next() }

  /// A number above 0 and below 1.
  mutating func unit() -> Double {
    (Double(next() >> 12) + 0.5) / 4_503_599_627_370_496
  }

  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
  }

  /// A time of an exponential distribution, in seconds.
  mutating func exponential(mean: Double) -> Double {
    -mean * PortableMath.ln(unit())
  }

  /// A number of the standard normal distribution.
  mutating func normal() -> Double {
    PortableMath.normalQuantile(unit())
  }
}
