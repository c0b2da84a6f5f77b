// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import FoundationEssentials

/// Random numbers that are the same in every run (SplitMix64), so that a failing case fails again.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// That many random bytes.
  ///
  /// They are drawn eight at a time: a debug build draws a million of them singly in a second, in which it keeps a thread of
  /// the pool from all other tests.
  public mutating func bytes(_ count: Int) -> Data {
    let words = (0..<(count + 7) / 8).map { _ in next() }
    return words.withUnsafeBytes { Data($0).prefix(count) }
  }

  /// The first random bytes after a seed.
  public static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var random = SeededGenerator(seed: seed)
    return random.bytes(count)
  }
}
