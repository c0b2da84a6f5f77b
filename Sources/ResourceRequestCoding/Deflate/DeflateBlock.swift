// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The steps of one block, and the block in whichever of the three forms is smallest (RFC 1951 §3.2.3).
struct DeflateBlock: ~Copyable {
  /// The number of steps for which one set of codes is good.
  private static let capacity = 16 << 10
  private static let endOfBlock = 256

  private let tokens: UnsafeMutablePointer<DeflateToken>
  private var count = 0

  init() {
    tokens = .allocate(capacity: DeflateBlock.capacity)
  }

  deinit {
    tokens.deallocate()
  }

  var isFull: Bool { count == DeflateBlock.capacity }

  /// Takes a step; there is room while it is not full.
  @inline(__always)
  package mutating func append(_ token: DeflateToken) {
    tokens[count] = token
    count &+= 1
  }

  /// Writes the block and begins another.
  ///
  /// - Parameters:
  ///   - plain: the source of the steps, if it is available to be stored unchanged.
  ///   - isLast: whether it is the last one.
  ///   - output: the destination.
  mutating func write(plain: UnsafeRawBufferPointer?, isLast: Bool, to output: inout BitWriter) {
    let (symbolCounts, distanceCounts) = frequencies()
    let symbols = HuffmanCode(frequencies: symbolCounts, limit: 15)
    let distances = HuffmanCode(frequencies: distanceCounts, limit: 15)
    let description = CodeDescription(symbols: symbols, distances: distances)
    let own = description.size + DeflateBlock.size(symbolCounts, symbols, distanceCounts, distances)
    let fixed = DeflateBlock.size(symbolCounts, .fixedSymbols, distanceCounts, .fixedDistances)
    let kind = UInt64(isLast ? 1 : 0)
    if let plain, 32 + (output.bitsToByte + 5) & 7 + plain.count * 8 <= min(own, fixed) {
      output.reserve(bits: 3 + 7 + 32 + plain.count * 8)
      output.write(kind, 3)
      output.align()
      output.write(UInt64(plain.count) | UInt64(~UInt16(plain.count)) << 16, 32)
      output.write(plain)
    } else if fixed <= own {
      output.reserve(bits: 3 + fixed)
      output.write(kind | 1 << 1, 3)
      write(.fixedSymbols, .fixedDistances, to: &output)
    } else {
      output.reserve(bits: 3 + own)
      output.write(kind | 2 << 1, 3)
      description.write(to: &output)
      write(symbols, distances, to: &output)
    }
    count = 0
  }

  private func frequencies() -> (symbols: [UInt32], distances: [UInt32]) {
    var symbols = [UInt32](repeating: 0, count: 286)
    var distances = [UInt32](repeating: 0, count: 30)
    symbols[DeflateBlock.endOfBlock] = 1
    symbols.withUnsafeMutableBufferPointer { symbols in
      distances.withUnsafeMutableBufferPointer { distances in
        for index in 0..<count {
          let token = tokens[index]
          symbols[token.symbol] &+= 1
          if !token.isLiteral { distances[token.distanceCode.symbol] &+= 1 }
        }
      }
    }
    return (symbols, distances)
  }

  /// How many bits the steps take in these codes.
  private static func size(
    _ symbolCounts: [UInt32],
    _ symbols: HuffmanCode,
    _ distanceCounts: [UInt32],
    _ distances: HuffmanCode
  ) -> Int {
    var size = 0
    for (symbol, count) in symbolCounts.enumerated() where count > 0 {
      size += Int(count) * (Int(symbols.lengths[symbol]) + DeflateToken.extraBits(ofLengthSymbol: symbol))
    }
    for (symbol, count) in distanceCounts.enumerated() where count > 0 {
      size += Int(count) * (Int(distances.lengths[symbol]) + DeflateToken.extraBits(ofDistanceSymbol: symbol))
    }
    return size
  }

  private func write(_ symbols: HuffmanCode, _ distances: HuffmanCode, to output: inout BitWriter) {
    symbols.words.withUnsafeBufferPointer { symbols in
      distances.words.withUnsafeBufferPointer { distances in
        for index in 0..<count {
          let token = tokens[index]
          guard !token.isLiteral else {
            let word = symbols[token.symbol]
            output.write(UInt64(word & 0xFFFF), Int(word &>> 16))
            continue
          }
          let length = token.lengthCode
          let distance = token.distanceCode
          var word = symbols[length.symbol]
          var bits = UInt64(word & 0xFFFF)
          var used = UInt64(word &>> 16)
          bits |= UInt64(truncatingIfNeeded: length.extra) &<< used
          used &+= UInt64(truncatingIfNeeded: length.bits)
          word = distances[distance.symbol]
          bits |= UInt64(word & 0xFFFF) &<< used
          used &+= UInt64(word &>> 16)
          bits |= UInt64(truncatingIfNeeded: distance.extra) &<< used
          used &+= UInt64(truncatingIfNeeded: distance.bits)
          output.write(bits, Int(truncatingIfNeeded: used))
        }
        let end = symbols[DeflateBlock.endOfBlock]
        output.write(UInt64(end & 0xFFFF), Int(end &>> 16))
      }
    }
  }
}
