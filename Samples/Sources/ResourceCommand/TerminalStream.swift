// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Text that arrives in chunks, in a form that a terminal can show.
///
/// The result does not depend on where the chunks are cut.
struct TerminalStream {
  /// The bytes of a character, or of a line end, that has not arrived completely.
  private var rest: [UInt8] = []

  /// What is complete with the next chunk: UTF-8, with broken bytes replaced and controls written out.
  mutating func shown(_ chunk: Data) -> String {
    rest += chunk
    let count = rest.count - Self.unfinished(rest)
    defer { rest.removeFirst(count) }
    return String(decoding: rest[..<count], as: UTF8.self).linesWrittenOut
  }

  /// What is left at the end.
  mutating func end() -> String {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self).linesWrittenOut
  }

  /// The number of bytes at the end that may be the start of a longer character or line end.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    if bytes.last == 0x0D { return 1 }
    guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    let length =
      switch bytes[lead] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    let count = bytes.count - lead
    return count < length ? count : 0
  }
}
