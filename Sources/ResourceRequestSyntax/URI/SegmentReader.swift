// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads where each segment of a path leads, as the most lenient server would decode it.
struct SegmentReader {
  enum Step {
    case down
    case up
    case here
    case empty
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next segment; with `decodingSeparators`, `\`, `%2F` and `%5C` end one too.
  mutating func next(decodingSeparators: Bool) -> Step? {
    guard index <= bytes.count else { return nil }
    var dots = 0
    var others = 0
    var isInParameters = false
    while index < bytes.count {
      let decoded = PercentEncoding.triple(in: bytes, at: index)
      let byte = decoded ?? bytes[index]
      let isSeparator = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
      if isSeparator, decodingSeparators || bytes[index] == UInt8(ascii: "/") {
        index += decoded == nil ? 1 : 3
        return step(dots: dots, others: others)
      }
      // Servers cut parameters such as `;v=1` off, some after decoding, before they look for dots.
      if byte == UInt8(ascii: ";") {
        isInParameters = true
      } else if !isInParameters {
        if byte == UInt8(ascii: ".") { dots += 1 } else { others += 1 }
      }
      index += decoded == nil ? 1 : 3
    }
    index = bytes.count + 1
    return step(dots: dots, others: others)
  }

  private func step(dots: Int, others: Int) -> Step {
    if others > 0 || dots > 2 { return .down }
    return dots == 2 ? .up : dots == 1 ? .here : .empty
  }
}
