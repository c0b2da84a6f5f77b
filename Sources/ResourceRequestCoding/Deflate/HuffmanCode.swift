// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A prefix code of DEFLATE, defined by the lengths of its words alone (RFC 1951 §3.2.2).
struct HuffmanCode {
  let lengths: [UInt8]
  /// Of each symbol: its word, the first bit lowest, and the length of the word in the upper half.
  let words: [UInt32]

  init(lengths: [UInt8]) {
    self.lengths = lengths
    var counts = [UInt32](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var next = [UInt32](repeating: 0, count: 16)
    for length in 1..<16 where length > 1 { next[length] = (next[length - 1] + counts[length - 1]) << 1 }
    words = lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      return UInt32(length) << 16 | next[Int(length)].reversedBits >> (32 - UInt32(length))
    }
  }

  /// The shortest code for symbols that occur so often, without words longer than the limit.
  ///
  /// Every code has two words at least, since readers want codes that are complete.
  init(frequencies: [UInt32], limit: Int) {
    var used = frequencies.indices.filter { frequencies[$0] > 0 }.map { Leaf(weight: frequencies[$0], symbol: $0) }
    for symbol in 0..<2 where used.count < 2 && frequencies[symbol] == 0 {
      used.append(Leaf(weight: 0, symbol: symbol))
    }
    used.sort { ($0.weight, $0.symbol) < ($1.weight, $1.symbol) }
    var counts = HuffmanCode.depths(of: used.map(\.weight), limit: limit)
    // Limiting the lengths leaves too many words: each iteration turns one of them and a shorter one into two of the
    // next length.
    var space = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    while space > 1 << limit {
      guard let length = (1..<limit).last(where: { counts[$0] > 0 }) else { break }
      counts[limit] -= 1
      counts[length] -= 1
      counts[length + 1] += 2
      space -= 1
    }
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    var leaf = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<counts[length] {
        lengths[used[leaf].symbol] = UInt8(length)
        leaf += 1
      }
    }
    self.init(lengths: lengths)
  }

  private struct Leaf {
    let weight: UInt32
    let symbol: Int
  }

  /// The number of words of each length in a code without a limit; longer ones count as of the limit's length.
  ///
  /// - Parameters:
  ///   - weights: of the symbols, two or more, in ascending order.
  ///   - limit: the longest word.
  /// - Returns: the counts, by length.
  private static func depths(of weights: [UInt32], limit: Int) -> [Int] {
    // Two queues: the leaves, and the nodes made of two others, which are created in ascending order.
    var weights = weights.map(Int.init)
    let leaves = weights.count
    let root = 2 * leaves - 2
    var parents = [Int](repeating: 0, count: root + 1)
    var (leaf, node) = (0, leaves)
    for next in leaves...root {
      var sum = 0
      for _ in 0..<2 {
        let child: Int
        if leaf < leaves, node == next || weights[leaf] <= weights[node] {
          child = leaf
          leaf += 1
        } else {
          child = node
          node += 1
        }
        sum += weights[child]
        parents[child] = next
      }
      weights.append(sum)
    }
    var depths = [Int](repeating: 0, count: root + 1)
    var counts = [Int](repeating: 0, count: limit + 1)
    for node in stride(from: root - 1, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
      if node < leaves { counts[min(depths[node], limit)] += 1 }
    }
    return counts
  }

  /// The fixed code of lengths and bytes, which is not transmitted (RFC 1951 §3.2.6).
  static let fixedSymbols = HuffmanCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
  )

  /// The fixed code of distances, which is not transmitted.
  static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
}

extension UInt32 {
  /// The bits in the opposite order.
  fileprivate var reversedBits: UInt32 {
    var bits = self
    bits = bits >> 1 & 0x5555_5555 | (bits & 0x5555_5555) << 1
    bits = bits >> 2 & 0x3333_3333 | (bits & 0x3333_3333) << 2
    bits = bits >> 4 & 0x0F0F_0F0F | (bits & 0x0F0F_0F0F) << 4
    return bits.byteSwapped
  }
}
