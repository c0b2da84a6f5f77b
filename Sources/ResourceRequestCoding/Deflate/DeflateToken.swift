// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One step of a compressed text (RFC 1951 §3.2.5): a literal byte, or a copy of earlier bytes by length and distance.
struct DeflateToken: Equatable {
  /// A byte, or how many bytes are copied.
  private let low: UInt16
  /// From how far back they are copied; 0 for a byte as it is.
  private let back: UInt16

  init(literal: UInt8) {
    low = UInt16(literal)
    back = 0
  }

  /// A copy of 3 to 258 bytes from 1 to 32,768 bytes before.
  init(length: Int, distance: Int) {
    low = UInt16(truncatingIfNeeded: length)
    back = UInt16(truncatingIfNeeded: distance)
  }

  var isLiteral: Bool { back == 0 }

  /// The symbol of a byte, or of a length.
  var symbol: Int { isLiteral ? Int(low) : lengthCode.symbol }

  /// The symbol of a length, and the value and number of its extra bits.
  var lengthCode: (symbol: Int, extra: Int, bits: Int) {
    let rest = Int(low) &- 3
    if rest < 8 { return (257 &+ rest, 0, 0) }
    if rest == 255 { return (285, 0, 0) }
    let power = rest.highestBit
    let bits = power &- 2
    return (257 &+ 4 &* (power &- 1) &+ (rest &>> bits & 3), rest & (1 &<< bits &- 1), bits)
  }

  /// The symbol of a distance, and the value and number of its extra bits.
  var distanceCode: (symbol: Int, extra: Int, bits: Int) {
    let rest = Int(back) &- 1
    if rest < 4 { return (rest, 0, 0) }
    let power = rest.highestBit
    let bits = power &- 1
    return (2 &* power &+ (rest &>> bits & 1), rest & (1 &<< bits &- 1), bits)
  }

  /// The bits that follow a length symbol.
  static func extraBits(ofLengthSymbol symbol: Int) -> Int {
    symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
  }

  /// The bits that follow a distance symbol.
  static func extraBits(ofDistanceSymbol symbol: Int) -> Int {
    symbol < 4 ? 0 : symbol / 2 - 1
  }
}

extension Int {
  /// The place of the highest bit set in a number above 0.
  fileprivate var highestBit: Int { Int.bitWidth &- 1 &- leadingZeroBitCount }
}
