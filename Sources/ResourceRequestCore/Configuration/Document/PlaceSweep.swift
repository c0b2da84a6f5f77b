// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts lines and columns for many offsets in one pass over a text.
///
/// Counted as ``TextPosition`` does: lines end with LF, CR or CRLF, columns count Unicode scalars, both from 1, and a
/// byte order mark does not count.
struct PlaceSweep {
  /// A place, and the offset its line begins at.
  struct Place {
    let line: Int
    let column: Int
    let lineStart: Int
  }

  private(set) var places: [Int: Place] = [:]

  init(offsets: some Sequence<Int>, in text: [UInt8]) {
    var line = 1
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var column = 1
    var place = start
    for offset in Set(offsets).sorted() {
      while place < min(offset, text.count) {
        let byte = text[place]
        place += 1
        if byte == 0x0A || byte == 0x0D && !(place < text.count && text[place] == 0x0A) {
          (line, column, start) = (line + 1, 1, place)
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      places[offset] = Place(line: line, column: column, lineStart: start)
    }
  }
}
