// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decodes the symbols of a prefix code (RFC 1951 §3.2.2): by one lookup if the word is short, bit by bit if it is long
/// and therefore rare.
struct PrefixDecoder: ~Copyable {
  private static var shortBits: Int { 10 }

  /// By the next bits: the symbol, with the length of its word in the lowest four bits; 0 if the word is longer or
  /// invalid.
  private let short: UnsafeMutablePointer<UInt16>
  /// How many words there are of each length.
  private let counts: UnsafeMutablePointer<UInt16>
  /// The symbols in the order of their words.
  private let symbols: UnsafeMutablePointer<UInt16>

  /// Creates a code without words, for a maximum number of symbols.
  init(mostSymbols: Int) {
    short = .allocate(capacity: 1 << PrefixDecoder.shortBits)
    short.initialize(repeating: 0, count: 1 << PrefixDecoder.shortBits)
    counts = .allocate(capacity: 16)
    counts.initialize(repeating: 0, count: 16)
    symbols = .allocate(capacity: mostSymbols)
    symbols.initialize(repeating: 0, count: mostSymbols)
  }

  deinit {
    short.deallocate()
    counts.deallocate()
    symbols.deallocate()
  }

  /// Becomes the code with words of these lengths, for at most the number of symbols given at first.
  ///
  /// - Returns: `false` if there is no such code. A code with unused words is invalid too, unless it has only one word
  ///   or, if that is allowed, none.
  mutating func set(_ lengths: UnsafeBufferPointer<UInt8>, mayBeEmpty: Bool) -> Bool {
    short.update(repeating: 0, count: 1 << PrefixDecoder.shortBits)
    counts.update(repeating: 0, count: 16)
    for length in lengths { counts[Int(length & 15)] += 1 }
    let used = lengths.count - Int(counts[0])
    counts[0] = 0
    guard used > 0 else { return mayBeEmpty }
    var space = 1
    for length in 1..<16 {
      space = space << 1 - Int(counts[length])
      guard space >= 0 else { return false }
    }
    guard space == 0 || used == 1 && counts[1] == 1 else { return false }
    withUnsafeTemporaryAllocation(of: (place: Int, word: Int).self, capacity: 16) { next in
      next.initialize(repeating: (0, 0))
      for length in 1..<15 {
        next[length + 1].place = next[length].place + Int(counts[length])
        next[length + 1].word = (next[length].word + Int(counts[length])) << 1
      }
      for symbol in 0..<lengths.count where lengths[symbol] > 0 {
        let length = Int(lengths[symbol] & 15)
        symbols[next[length].place] = UInt16(truncatingIfNeeded: symbol)
        enter(symbol, word: next[length].word, length)
        next[length].place += 1
        next[length].word += 1
      }
    }
    return true
  }

  /// Puts a symbol wherever the next bits begin with its word.
  private func enter(_ symbol: Int, word: Int, _ length: Int) {
    guard length <= PrefixDecoder.shortBits else { return }
    var index = 0
    for bit in 0..<length { index |= (word >> bit & 1) << (length - 1 - bit) }
    while index < 1 << PrefixDecoder.shortBits {
      short[index] = UInt16(truncatingIfNeeded: symbol << 4 | length)
      index += 1 << length
    }
  }

  /// The symbol at the start of the bits, with the length of its word in the lowest four bits; 0 if there is none.
  @inline(__always)
  func entry(_ bits: UInt64) -> Int {
    let entry = Int(short[Int(truncatingIfNeeded: bits) & (1 << PrefixDecoder.shortBits - 1)])
    return entry != 0 ? entry : longEntry(bits)
  }

  /// The words of each length are consecutive, and those of the next length begin where they end.
  private func longEntry(_ bits: UInt64) -> Int {
    var (word, first, place) = (0, 0, 0)
    for length in 1..<16 {
      word |= Int(truncatingIfNeeded: bits >> UInt64(length - 1) & 1)
      let count = Int(counts[length])
      if word - first < count { return Int(symbols[place + word - first]) << 4 | length }
      place += count
      first = (first + count) << 1
      word <<= 1
    }
    return 0
  }
}
