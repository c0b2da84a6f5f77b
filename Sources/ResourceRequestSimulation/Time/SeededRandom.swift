// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Random numbers that a seed decides (SplitMix64).
///
/// Each purpose has its own stream, so that a policy that draws more does not change the load.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The stream of a seed.
  init(seed: UInt64) {
    state = seed
  }

  /// A stream for one purpose of a seed.
  init(seed: UInt64, stream: UInt64) {
    var mixed = SeededRandom(seed: seed)
    var other = SeededRandom(seed: mixed.next() ^ (stream &* 0xD1B5_4A32_D192_ED03))
    state = other.next()
  }

  /// 64 random bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

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
