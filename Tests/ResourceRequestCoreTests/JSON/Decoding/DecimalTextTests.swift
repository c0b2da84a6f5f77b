// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

struct DecimalTextTests {
  /// Draws random bits by a seed.
  private struct Draw {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private func double(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.flatMap { DecimalText($0, bytes.count).double } }
  }

  private func float(_ text: String) -> Float? {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.flatMap { DecimalText($0, bytes.count).float } }
  }

  @Test func `any double comes back from its text, bit by bit`() {
    var draw = Draw(state: 0x1234_5678_9ABC_DEF1)
    for _ in 0..<20000 {
      let value = Double(bitPattern: draw.next())
      guard value.isFinite else { continue }
      let text = "\(value)".replacing(bytes: "e+", with: "e")
      #expect(double(text)?.bitPattern == value.bitPattern, "\(text)")
    }
    for _ in 0..<20000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: draw.next()))
      guard value.isFinite else { continue }
      #expect(float("\(value)")?.bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test func `any digits and any exponent give what the C library gives`() {
    var draw = Draw(state: 99)
    for round in 0..<20000 {
      var text = draw.next() % 2 == 0 ? "-" : ""
      text += String(draw.next() >> (draw.next() % 64))
      if round % 2 == 0 { text += "." + String(draw.next() >> (draw.next() % 64)) }
      if round % 3 > 0 { text += "e\(Int(draw.next() % 700) - 360)" }
      let right = Double(text)
      let isBeyond = right.map {
        $0.isInfinite || $0 == 0 && text.utf8.prefix { $0 != 0x65 }.contains { 0x31...0x39 ~= $0 }
      }
      #expect(double(text)?.bitPattern == (isBeyond == true ? nil : right?.bitPattern), "\(text)")
    }
  }

  @Test func `numbers midway between two go to the even one, whatever follows decides`() {
    for text in [
      "9007199254740993", "9007199254740993.0000000000000000000000000000001", "9007199254740992.9999999999999999999999",
      "0.500000000000000166533453693773481063544750213623046875", "1.00000005960464477539062499999999999999999999",
      "1090544144181609348671888949248", "1090544144181609348835077142190",
    ] {
      #expect(double(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(float(text)?.bitPattern == Float(text)?.bitPattern, "\(text)")
    }
  }

  /// An integer of any size, the lowest word first.
  private struct Big {
    var words: [UInt64] = [1]

    mutating func multiply(by factor: UInt64) {
      var carry: UInt64 = 0
      for place in words.indices {
        let (high, low) = words[place].multipliedFullWidth(by: factor)
        let (sum, overflow) = low.addingReportingOverflow(carry)
        words[place] = sum
        carry = high + (overflow ? 1 : 0)
      }
      if carry > 0 { words.append(carry) }
    }

    /// The 128 highest bits, truncated, beginning with the first 1.
    var top: (UInt64, UInt64) {
      let padded = [0, 0] + words
      let shift = UInt64(padded[padded.count - 1].leadingZeroBitCount)
      func word(_ place: Int) -> UInt64 {
        shift == 0 ? padded[place] : padded[place] << shift | padded[place - 1] >> (64 - shift)
      }
      return (word(padded.count - 1), word(padded.count - 2))
    }
  }

  @Test func `the powers of five are what exact integers give`() {
    #expect(powersOfFive.count == 651 * 2)
    var power = Big()
    for exponent in 0...342 {
      if exponent <= 308 {
        let place = 2 * (exponent + 342)
        #expect(power.top == (powersOfFive[place], powersOfFive[place + 1]), "5^\(exponent)")
      }
      // The power times its reciprocal is a power of two, except for the error of using only their upper words.
      let reciprocal = powersOfFive[2 * (342 - exponent)]
      let product = power.top.0.multipliedFullWidth(by: reciprocal).high
      #expect(exponent == 0 || (1 << 63 - 2...1 << 63).contains(product), "5^-\(exponent)")
      power.multiply(by: 5)
    }
  }
}
