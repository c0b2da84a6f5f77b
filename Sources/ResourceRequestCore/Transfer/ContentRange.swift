// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which part of a representation a response holds: the `Content-Range` field (RFC 9110 §14.4).
struct ContentRange: Hashable {
  /// The first and last byte; `nil` where the response says that no part can be had (`bytes */total`).
  let bytes: ClosedRange<Int>?
  /// The length of the whole; `nil` where it is not known (`*`).
  let total: Int?

  /// The one range of a response; `nil` where it has none, a broken one, or several.
  init?(_ headers: Headers) {
    let values = headers.values(for: "Content-Range")
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }

  /// Reads the field's value; `nil` where it is broken or counts in another unit.
  init?(_ value: String) {
    let parts = value.split(atByte: " ", maxSplits: 1, omittingEmpty: true)
    guard parts.count == 2, FieldCharacters.equalNames(parts[0], "bytes") else { return nil }
    let sides = parts[1].split(atByte: "/")
    guard sides.count == 2 else { return nil }
    if sides[1].hasSameBytes(as: "*") {
      total = nil
    } else {
      guard let number = DecimalDigits.value(sides[1].utf8) else { return nil }
      total = number
    }
    if sides[0].hasSameBytes(as: "*") {
      bytes = nil
      return
    }
    let ends = sides[0].split(atByte: "-")
    guard ends.count == 2, let first = DecimalDigits.value(ends[0].utf8), let last = DecimalDigits.value(ends[1].utf8),
      // One past the last is counted with, too.
      first <= last, last < Int.max, total.map({ last < $0 }) ?? true
    else { return nil }
    bytes = first...last
  }
}
