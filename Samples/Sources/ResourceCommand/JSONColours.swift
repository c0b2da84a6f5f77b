// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Adds terminal colours to JSON text: one for names, one for strings, one for other values.
struct JSONColours {
  let console: Console

  /// Colours JSON text; returns it unchanged if the console has no colours.
  func paint(_ text: String) -> String {
    guard console.isColoured else { return text }
    let bytes = Array(text.utf8)
    var painted: [UInt8] = []
    painted.reserveCapacity(bytes.count * 2)
    var start = 0
    while start < bytes.count {
      let end = Self.end(ofTokenAt: start, in: bytes)
      let token = bytes[start..<end]
      if let colour = Self.colour(of: token, isName: end < bytes.count && bytes[end] == UInt8(ascii: ":")) {
        painted += "\u{1B}[\(colour)m".utf8
        painted += token
        painted += "\u{1B}[0m".utf8
      } else {
        painted += token
      }
      start = end
    }
    return String(decoding: painted, as: UTF8.self)
  }

  /// The end of a token: of a string, of a word or number, or of any other single byte.
  private static func end(ofTokenAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start + 1
    if bytes[start] == UInt8(ascii: "\"") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(index + 1, bytes.count)
    }
    guard isWord(bytes[start]) else { return index }
    while index < bytes.count, isWord(bytes[index]) { index += 1 }
    return index
  }

  /// Whether a byte belongs to a number, `true`, `false` or `null`.
  private static func isWord(_ byte: UInt8) -> Bool {
    "0123456789abcdefghijklmnopqrstuvwxyzE+-.".utf8.contains(byte)
  }

  private static func colour(of token: ArraySlice<UInt8>, isName: Bool) -> String? {
    switch token.first {
    case UInt8(ascii: "\""): isName ? "34" : "32"
    case let byte? where isWord(byte): "36"
    default: nil
    }
  }
}
