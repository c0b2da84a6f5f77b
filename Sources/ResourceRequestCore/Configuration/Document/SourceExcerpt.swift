// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The part of a line that is shown under an error, with its secrets replaced.
struct SourceExcerpt {
  private(set) var text = ""
  /// The number of Unicode scalars before the place.
  private(set) var caretOffset = 0

  /// The maximum number of bytes before and after the place: minified documents are one long line.
  private static let reach = (before: 100, after: 60)

  /// Cuts out the excerpt; the secrets are disjoint ranges, in order.
  init(of offset: Int, lineStart: Int, in document: [UInt8], hiding secrets: [Range<Int>]) {
    let offset = min(offset, document.count)
    var start = max(lineStart, offset - Self.reach.before)
    while start < offset, document[start] & 0xC0 == 0x80 { start += 1 }
    var end = offset
    while end < document.count, document[end] != 0x0A, document[end] != 0x0D {
      if end >= offset + Self.reach.after, document[end] & 0xC0 != 0x80 { break }
      end += 1
    }
    if start > lineStart { text = "…" }
    var place = start
    // The secrets that end after the beginning of the excerpt.
    var next = Self.firstIndex(in: secrets, endingAfter: start)
    var caret: Int?
    while place < end {
      if next < secrets.count, secrets[next].lowerBound <= place {
        if offset < secrets[next].upperBound, caret == nil { caret = text.unicodeScalars.count }
        text += Redaction.mark
        place = secrets[next].upperBound
        next += 1
        continue
      }
      let stop = next < secrets.count ? min(end, secrets[next].lowerBound) : end
      if caret == nil, offset < stop {
        caret =
          text.unicodeScalars.count + String(decoding: document[place..<offset], as: UTF8.self).unicodeScalars.count
      }
      text += String(decoding: document[place..<stop], as: UTF8.self)
      place = stop
    }
    caretOffset = caret ?? text.unicodeScalars.count
    if end < document.count, document[end] != 0x0A, document[end] != 0x0D { text += "…" }
    // Control characters of a terminal are not shown unchanged.
    text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 && $0 != "\t" ? "\u{FFFD}" : $0 }))
  }

  private static func firstIndex(in secrets: [Range<Int>], endingAfter place: Int) -> Int {
    var low = 0
    var high = secrets.count
    while low < high {
      let middle = (low + high) / 2
      if secrets[middle].upperBound > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Makes ranges disjoint and puts them in order.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
