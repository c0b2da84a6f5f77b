// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The bytes a converter reads, and how far it has come.
struct ConverterInput {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - offset }

  /// Where the next byte lies, as C's functions want it; nil when there never was one.
  var next: UnsafePointer<CChar>? {
    bytes.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
  }

  mutating func skip(_ count: Int) {
    offset += min(max(count, 0), remaining)
  }

  /// Skips the bytes that are no character at the start of what remains, and gives what stands in for them.
  ///
  /// As in the WHATWG Encoding standard's decoders, a byte that is ASCII is never swallowed by a broken one before it: it
  /// could be the quotation mark that ends a string.
  mutating func skipMalformed(in set: SystemSet) -> String {
    guard remaining > 0 else { return "" }
    let lead = bytes[offset]
    skip(1)
    // Microsoft's euro sign in its GBK, which the standard's decoders of both sets accept.
    if lead == 0x80, set == .gbk || set == .gb18030 { return "\u{20AC}" }
    if set.isLead(lead) { skipNonASCII(lead == 0x8F && set == .eucJP ? 2 : 1) }
    return "\u{FFFD}"
  }

  private mutating func skipNonASCII(_ limit: Int) {
    for _ in 0..<limit where remaining > 0 && bytes[offset] >= 0x80 { skip(1) }
  }
}
