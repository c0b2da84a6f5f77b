// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Random numbers from one draw of 64 bits (SplitMix64).
///
/// A decision takes one draw from the context, however many numbers it needs.
package struct SplitMix64: Sendable {
  private var state: UInt64

  package init(_ bits: UInt64) { state = bits }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix64.mixed(state)
  }

  /// A number from 0 to below a bound; 0 for a bound that is not positive.
  mutating func below(_ bound: Int) -> Int {
    bound > 1 ? Int(next().multipliedFullWidth(by: UInt64(bound)).high) : 0
  }

  /// A fraction from 0 to below 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  static func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A hash of bytes that is the same in every process (FNV-1a, mixed).
  static func hash(_ text: String, seed: UInt64 = 0) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ mixed(seed)
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return mixed(hash)
  }
}
