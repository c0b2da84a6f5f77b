// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads the input bit by bit, and the codes of a block from its head (RFC 1951 §3.2.7).
extension Inflater {
  private static let fixedDistances = [UInt8](repeating: 5, count: 32)

  // MARK: Bits

  /// Takes bits, 32 at most; `nil` if there are not enough.
  mutating func take(_ count: Int, _ input: inout UnsafeRawBufferPointer) -> UInt64? {
    fill(count, &input)
    guard bitCount >= count else { return nil }
    let value = bits & (1 << UInt64(count) - 1)
    drop(count)
    return value
  }

  /// Takes a byte that begins where the previous bits end; only at a byte boundary.
  mutating func takeByte(_ input: inout UnsafeRawBufferPointer) -> UInt8? {
    take(8, &input).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Takes two words of 32 bits; `nil` unless both are available.
  mutating func takeWords(_ input: inout UnsafeRawBufferPointer) -> (UInt32, UInt32)? {
    if firstWord == nil {
      guard let word = take(32, &input) else { return nil }
      firstWord = UInt32(truncatingIfNeeded: word)
    }
    guard let firstWord, let second = take(32, &input) else { return nil }
    self.firstWord = nil
    return (firstWord, UInt32(truncatingIfNeeded: second))
  }

  /// Puts two bytes back, before anything else was taken.
  mutating func put(back first: UInt8, _ second: UInt8) {
    drop(0)
    bits = bits << 16 | UInt64(second) << 8 | UInt64(first)
    bitCount += 16
  }

  /// Leaves out bits that are there.
  mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    bitCount -= count
    // The bits above belong to a word that is read again, so they would be taken twice.
    bits &= 1 << UInt64(bitCount) - 1
  }

  /// Drops the rest of a byte.
  mutating func dropToByte() { drop(bitCount & 7) }

  private mutating func fill(_ count: Int, _ input: inout UnsafeRawBufferPointer) {
    while bitCount < count, let byte = input.first {
      bits = bits & (1 << UInt64(bitCount) - 1) | UInt64(byte) << UInt64(bitCount)
      bitCount += 8
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    }
  }

  // MARK: Codes

  /// Uses the fixed codes, which are not transmitted.
  mutating func setFixedCodes() {
    guard !hasFixedCodes else { return }
    _ = HuffmanCode.fixedSymbols.lengths.withUnsafeBufferPointer { symbolCode.set($0, mayBeEmpty: false) }
    _ = Inflater.fixedDistances.withUnsafeBufferPointer { distanceCode.set($0, mayBeEmpty: false) }
    hasFixedCodes = true
  }

  /// Reads the available part of the codes; `false` if more input is needed.
  mutating func readCodes(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Bool {
    switch place {
    case .counts:
      guard let head = take(14, &input) else { return false }
      counts = (Int(head & 31) + 257, Int(head >> 5 & 31) + 1, Int(head >> 10) + 4)
      guard counts.symbols <= 286, counts.distances <= 30 else {
        throw DeflateFault("too many length or distance symbols")
      }
      for index in 0..<19 { lengths[index] = 0 }
      place = .lengthsOfLengths(0)
    case .lengthsOfLengths(var index):
      while index < counts.lengths {
        guard let length = take(3, &input) else {
          place = .lengthsOfLengths(index)
          return false
        }
        lengths[CodeDescription.order[index]] = UInt8(length)
        index += 1
      }
      let lengths = lengths[..<19]
      guard lengths.withUnsafeBufferPointer({ lengthCode.set($0, mayBeEmpty: false) }) else {
        throw DeflateFault("an invalid set of code lengths")
      }
      place = .lengths(0)
    case .lengths(let index):
      let all = counts.symbols + counts.distances
      guard index < all else { return try setCodes() }
      guard let (length, times) = try takeLengths(after: index, &input) else { return false }
      guard index + times <= all else { throw DeflateFault("too many code lengths") }
      for index in index..<(index + times) { lengths[index] = length }
      place = .lengths(index + times)
    default:
      break
    }
    return true
  }

  /// Takes a length and its repeat count; `nil` if more input is needed.
  private mutating func takeLengths(
    after index: Int,
    _ input: inout UnsafeRawBufferPointer
  ) throws(DeflateFault) -> (length: UInt8, times: Int)? {
    fill(14, &input)
    let entry = lengthCode.entry(bits)
    let used = entry & 15
    guard entry != 0, used <= bitCount else {
      if bitCount >= 7 { throw DeflateFault("an invalid code") }
      return nil
    }
    let symbol = entry >> 4
    let (extra, least) = symbol < 16 ? (0, 1) : symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
    guard used + extra <= bitCount else { return nil }
    let times = least + Int(bits >> UInt64(used)) & (1 << extra - 1)
    drop(used + extra)
    guard symbol == 16 else { return (symbol < 16 ? UInt8(symbol) : 0, times) }
    guard index > 0 else { throw DeflateFault("a repeat without a previous length") }
    return (lengths[index - 1], times)
  }

  private mutating func setCodes() throws(DeflateFault) -> Bool {
    let lengths = lengths
    let symbols = lengths[..<counts.symbols]
    let distances = lengths[counts.symbols..<(counts.symbols + counts.distances)]
    hasFixedCodes = false
    // A block without a word for its end cannot end.
    guard symbols[256] > 0, symbols.withUnsafeBufferPointer({ symbolCode.set($0, mayBeEmpty: false) }) else {
      throw DeflateFault("an invalid literal or length code")
    }
    guard distances.withUnsafeBufferPointer({ distanceCode.set($0, mayBeEmpty: true) }) else {
      throw DeflateFault("an invalid distance code")
    }
    place = .symbols
    return true
  }
}
