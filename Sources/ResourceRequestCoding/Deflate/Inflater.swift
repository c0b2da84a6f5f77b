// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Decompresses DEFLATE (RFC 1951) in pieces.
///
/// It keeps the last 32 KiB of its output, to which the compressed text refers, and returns the output in pieces of
/// less than 100 KB, however much one byte of its input expands.
struct Inflater: ~Copyable {
  /// The next part of the compressed text.
  enum Place {
    case block
    case storedLength
    case stored(left: Int)
    case counts
    case lengthsOfLengths(Int)
    case lengths(Int)
    case symbols
    case end
  }

  private static var window: Int { 32 << 10 }
  private static var room: Int { 64 << 10 }
  /// The maximum output of one symbol, and the bytes that a copy in words writes beyond it.
  private static var mostCopied: Int { 258 + 8 }

  private let output: UnsafeMutablePointer<UInt8>
  private var filled = 0
  var place = Place.block
  private var isLast = false
  /// Bits taken from the input and not used yet, the first one lowest; above `bitCount` they are undefined.
  var bits: UInt64 = 0
  var bitCount = 0
  /// The first of two words whose second has not arrived.
  var firstWord: UInt32?
  /// The block's description of its codes, until it is complete.
  var lengths = [UInt8](repeating: 0, count: 320)
  var counts = (symbols: 0, distances: 0, lengths: 0)
  var lengthCode = PrefixDecoder(mostSymbols: 19)
  var symbolCode = PrefixDecoder(mostSymbols: 288)
  var distanceCode = PrefixDecoder(mostSymbols: 32)
  /// Whether they are the fixed ones: many short texts take no tables of their own.
  var hasFixedCodes = false

  init() {
    output = .allocate(capacity: Inflater.window + Inflater.room + Inflater.mostCopied)
  }

  deinit {
    output.deallocate()
  }

  /// Begins with another text, which refers to nothing before it; bits that are left belong to it.
  mutating func begin() {
    place = .block
    isLast = false
    filled = 0
  }

  /// Whether the text has ended; ``takeByte(_:)`` returns input that was taken beyond its end.
  var isAtEnd: Bool {
    if case .end = place { true } else { false }
  }

  /// Decompresses until the input is used up, a full piece of output is available, or the text ends.
  ///
  /// - Returns: the output, valid until the next call; empty if more input is needed, or at the end.
  /// - Throws: ``DeflateFault`` if it is not a compressed text.
  mutating func expand(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> UnsafeRawBufferPointer {
    if filled > Inflater.window + Inflater.room / 2 {
      memmove(output, output + (filled - Inflater.window), Inflater.window)
      filled = Inflater.window
    }
    let start = filled
    while try step(&input), filled - start < Inflater.room / 2 {}
    return UnsafeRawBufferPointer(start: output + start, count: filled - start)
  }

  /// Processes one part of a block; `false` if it needs more input or room, or is at the end.
  private mutating func step(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Bool {
    switch place {
    case .block:
      guard !isLast else {
        place = .end
        return false
      }
      guard let head = take(3, &input) else { return false }
      isLast = head & 1 == 1
      switch head >> 1 {
      case 0:
        place = .storedLength
        drop(bitCount & 7)
      case 1:
        setFixedCodes()
        place = .symbols
      case 2: place = .counts
      default: throw DeflateFault("an invalid block type")
      }
    case .storedLength:
      guard let both = take(32, &input) else { return false }
      guard both & 0xFFFF == ~both >> 16 & 0xFFFF else { throw DeflateFault("a stored block whose lengths differ") }
      place = .stored(left: Int(both & 0xFFFF))
    case .stored(let left):
      return store(left, &input)
    case .counts, .lengthsOfLengths, .lengths:
      return try readCodes(&input)
    case .symbols:
      return try expandSymbols(&input)
    case .end:
      return false
    }
    return true
  }

  /// Copies bytes that are not compressed.
  private mutating func store(_ left: Int, _ input: inout UnsafeRawBufferPointer) -> Bool {
    var left = left
    let room = Inflater.window + Inflater.room - filled
    guard left > 0 else {
      place = .block
      return true
    }
    guard room > 0 else { return false }
    while left > 0, bitCount > 0, filled < Inflater.window + Inflater.room, let byte = takeByte(&input) {
      output[filled] = byte
      filled += 1
      left -= 1
    }
    let count = min(left, input.count, Inflater.window + Inflater.room - filled)
    if let source = input.baseAddress, count > 0 {
      memcpy(output + filled, source, count)
      filled += count
      left -= count
      input = UnsafeRawBufferPointer(rebasing: input[count...])
    }
    place = .stored(left: left)
    return left == 0
  }

  /// Expands symbols until the block ends; `false` if input or room ends first.
  private mutating func expandSymbols(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Bool {
    let limit = Inflater.window + Inflater.room
    // Kept in registers instead of memory during the loop.
    var (bits, bitCount, filled) = (bits, bitCount, filled)
    let source = input.baseAddress
    let count = input.count
    var position = 0
    defer {
      (self.bits, self.bitCount, self.filled) = (bits, bitCount, filled)
      input = UnsafeRawBufferPointer(rebasing: input[position...])
    }
    while filled + Inflater.mostCopied <= limit {
      if let source, count &- position >= 8 {
        bits |=
          UInt64(littleEndian: source.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &<< UInt64(bitCount)
        position &+= (63 &- bitCount) &>> 3
        bitCount |= 56
      } else if let source {
        while bitCount < 56, position < count {
          bits |= UInt64(source.load(fromByteOffset: position, as: UInt8.self)) &<< UInt64(bitCount)
          position &+= 1
          bitCount &+= 8
        }
      }
      let entry = symbolCode.entry(bits)
      var used = entry & 15
      guard used <= bitCount, entry != 0 else {
        if entry == 0, bitCount >= 15 { throw DeflateFault("an invalid code") }
        return false
      }
      let symbol = entry &>> 4
      if symbol < 256 {
        output[filled] = UInt8(truncatingIfNeeded: symbol)
        filled &+= 1
        bits &>>= UInt64(used)
        bitCount &-= used
        continue
      }
      if symbol == 256 {
        bits &>>= UInt64(used)
        bitCount &-= used
        place = .block
        return true
      }
      guard symbol < 286 else { throw DeflateFault("an invalid length symbol") }
      // Lengths in groups of four, a bit longer each; the longest has none (RFC 1951 §3.2.5).
      let group = symbol < 265 || symbol == 285 ? 0 : (symbol &- 261) &>> 2
      var length = symbol < 265 ? symbol &- 254 : symbol == 285 ? 258 : 3 &+ (4 &+ (symbol &- 265) & 3) &<< group
      length &+= Int(truncatingIfNeeded: bits &>> UInt64(used)) & (1 &<< group &- 1)
      used &+= group
      let back = distanceCode.entry(bits &>> UInt64(used))
      guard back != 0 else {
        if bitCount &- used >= 15 { throw DeflateFault("an invalid code") }
        return false
      }
      used &+= back & 15
      let number = back &>> 4
      guard number < 30 else { throw DeflateFault("an invalid distance symbol") }
      let extra = number < 4 ? 0 : number &>> 1 &- 1
      var distance = number < 4 ? number &+ 1 : 1 &+ (2 &+ number & 1) &<< extra
      distance &+= Int(truncatingIfNeeded: bits &>> UInt64(used)) & (1 &<< extra &- 1)
      used &+= extra
      guard used <= bitCount else { return false }
      guard distance <= filled else { throw DeflateFault("a distance beyond the start of the data") }
      bits &>>= UInt64(used)
      bitCount &-= used
      Inflater.copy(length, from: output + (filled &- distance), to: output + filled, distance: distance)
      filled &+= length
    }
    return false
  }

  /// Copies earlier output; if the distance is shorter than the length, the copy repeats itself.
  @inline(__always)
  private static func copy(
    _ length: Int,
    from source: UnsafeMutablePointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>,
    distance: Int
  ) {
    guard distance >= 8 else {
      if distance == 1 {
        memset(target, Int32(source[0]), length)
      } else {
        for index in 0..<length { target[index] = source[index] }
      }
      return
    }
    // In words, a few bytes too far: there is room for them, and the next output overwrites them.
    let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    var index = 0
    while index < length {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
  }
}

/// Why a text is not valid compressed data.
package struct DeflateFault: Error {
  package let reason: String

  /// It as the message of an error.
  package var message: String { "the response body cannot be decoded: \(reason)" }

  init(_ reason: String) { self.reason = reason }
}
