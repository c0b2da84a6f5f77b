// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A place in a text as line and column.
///
/// It is computed only when the place is reported.
struct TextPosition: Sendable, Hashable {
  /// Counted from 1; LF, CR and CRLF end a line.
  let line: Int
  /// Counted from 1 in Unicode scalars.
  let column: Int

  /// Finds the place of a byte; an offset beyond the text counts as its end.
  init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let offset = min(max(offset, 0), bytes.count)
    var line = 1
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var place = start
    while place < offset {
      let byte = bytes[place]
      place += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A {
        guard place < offset else { break }
        place += 1
      }
      line += 1
      start = place
    }
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    self.line = line
    self.column = 1 + (start..<min(max(offset, start), end)).count { bytes[$0] & 0xC0 != 0x80 }
  }

  /// Finds the place of a byte in a text.
  init(offset: Int, in text: [UInt8]) {
    self = text.withUnsafeBufferPointer { TextPosition(offset: offset, in: $0) }
  }
}
