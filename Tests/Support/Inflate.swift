// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decompresses DEFLATE (RFC 1951) bit by bit: slow, but written from the standard alone.
public struct Inflate {
  /// The input is not valid DEFLATE.
  public struct Malformed: Error {}

  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []

  /// Decompresses a stream to its end.
  ///
  /// - Parameter bytes: the compressed stream and anything after it.
  /// - Returns: the text, and the number of bytes read.
  /// - Throws: ``Malformed``.
  public static func read(_ bytes: [UInt8]) throws -> (text: [UInt8], count: Int) {
    var inflate = Inflate(bytes: bytes)
    while try inflate.readBlock() {}
    return (inflate.output, (inflate.place + 7) / 8)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func bits(_ count: Int) throws -> Int {
    guard place + count <= bytes.count * 8 else { throw Malformed() }
    var value = 0
    for index in 0..<count {
      value |= Int(bytes[place >> 3] >> UInt8(place & 7) & 1) << index
      place += 1
    }
    return value
  }

  /// Reads one symbol of a Huffman code, given as the symbols of each code length in order.
  private mutating func symbol(_ code: [[Int]]) throws -> Int {
    var (word, first) = (0, 0)
    for length in 1..<16 {
      word = word << 1 | (try bits(1))
      first <<= 1
      if word - first < code[length].count { return code[length][word - first] }
      first += code[length].count
    }
    throw Malformed()
  }

  private static func code(_ lengths: some Sequence<Int>) throws -> [[Int]] {
    var code = [[Int]](repeating: [], count: 16)
    for (symbol, length) in lengths.enumerated() where length > 0 { code[length].append(symbol) }
    let space = (1..<16).reduce(0) { $0 + code[$1].count << (15 - $1) }
    guard space <= 1 << 15 else { throw Malformed() }
    return code
  }

  private mutating func readBlock() throws -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 0:
      place = (place + 7) & ~7
      let length = try bits(16)
      guard try bits(16) == length ^ 0xFFFF else { throw Malformed() }
      for _ in 0..<length { output.append(UInt8(try bits(8))) }
    case 1:
      let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      try readSymbols(Inflate.code(lengths), Inflate.code([Int](repeating: 5, count: 30)))
    case 2:
      let (symbols, distances) = try codes()
      try readSymbols(symbols, distances)
    default:
      throw Malformed()
    }
    return !isLast
  }

  private mutating func codes() throws -> ([[Int]], [[Int]]) {
    let (symbolCount, distanceCount, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var own = [Int](repeating: 0, count: 19)
    for symbol in order.prefix(count) { own[symbol] = try bits(3) }
    let code = try Inflate.code(own)
    var lengths: [Int] = []
    while lengths.count < symbolCount + distanceCount {
      switch try symbol(code) {
      case 16:
        guard let last = lengths.last else { throw Malformed() }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == symbolCount + distanceCount else { throw Malformed() }
    return (try Inflate.code(lengths[..<symbolCount]), try Inflate.code(lengths[symbolCount...]))
  }

  private mutating func readSymbols(_ symbols: [[Int]], _ distances: [[Int]]) throws {
    let bases = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163]
    let all = bases + [195, 227, 258]
    while true {
      let step = try symbol(symbols)
      if step == 256 { return }
      guard step > 256 else {
        output.append(UInt8(step))
        continue
      }
      guard step < 286 else { throw Malformed() }
      let length = all[step - 257] + (try bits(step < 265 || step == 285 ? 0 : (step - 261) / 4))
      let back = try symbol(distances)
      guard back < 30 else { throw Malformed() }
      let distance = back < 4 ? back + 1 : 1 + (2 | back & 1) << (back / 2 - 1) + (try bits(back / 2 - 1))
      guard distance <= output.count else { throw Malformed() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
