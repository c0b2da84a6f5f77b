// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The codes of a block as encoded in its header: run-length-coded code lengths (RFC 1951 §3.2.7).
struct CodeDescription {
  private struct Step {
    let symbol: Int
    var extra = 0
    var bits = 0
  }

  /// The symbols of the code of the codes, in the order in which their lengths are sent.
  static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private let symbolCount: Int
  private let distanceCount: Int
  private let steps: [Step]
  private let code: HuffmanCode
  private let codeCount: Int
  /// Its size in bits.
  let size: Int

  init(symbols: HuffmanCode, distances: HuffmanCode) {
    symbolCount = max(257, (symbols.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = Array(symbols.lengths[..<symbolCount] + distances.lengths[..<distanceCount])
    steps = CodeDescription.steps(lengths)
    var frequencies = [UInt32](repeating: 0, count: 19)
    for step in steps { frequencies[step.symbol] += 1 }
    let code = HuffmanCode(frequencies: frequencies, limit: 7)
    self.code = code
    codeCount = max(4, (CodeDescription.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    size = steps.reduce(14 + 3 * codeCount) { $0 + Int(code.lengths[$1.symbol]) + $1.bits }
  }

  /// Writes it after the bits of the block type.
  func write(to output: inout BitWriter) {
    output.write(UInt64(symbolCount - 257 | (distanceCount - 1) << 5 | (codeCount - 4) << 10), 14)
    for symbol in CodeDescription.order.prefix(codeCount) { output.write(UInt64(code.lengths[symbol]), 3) }
    for step in steps {
      let word = code.words[step.symbol]
      output.write(UInt64(word & 0xFFFF), Int(word >> 16))
      output.write(UInt64(step.extra), step.bits)
    }
  }

  private static func steps(_ lengths: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var run = 1
      while index + run < lengths.count, lengths[index + run] == length { run += 1 }
      index += run
      if length > 0 {
        steps.append(Step(symbol: Int(length)))
        run -= 1
      }
      while run >= 3 {
        let taken: Int
        if length > 0 {
          taken = min(6, run)
          steps.append(Step(symbol: 16, extra: taken - 3, bits: 2))
        } else if run < 11 {
          taken = run
          steps.append(Step(symbol: 17, extra: taken - 3, bits: 3))
        } else {
          taken = min(138, run)
          steps.append(Step(symbol: 18, extra: taken - 11, bits: 7))
        }
        run -= taken
      }
      for _ in 0..<run { steps.append(Step(symbol: Int(length))) }
    }
    return steps
  }
}
