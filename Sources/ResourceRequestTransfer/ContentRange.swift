// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The part of a representation in a response: the `Content-Range` field (RFC 9110 §14.4).
struct ContentRange: Hashable {
  /// The first and last byte; `nil` for an unsatisfied range (`bytes */total`).
  let bytes: ClosedRange<Int>?
  /// The length of the whole representation; `nil` if it is unknown (`*`).
  let total: Int?

  /// The single range of a response; `nil` if it has none, an invalid one, or several.
  init?(_ headers: Headers) {
    let values = headers.values(for: "Content-Range")
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }

  /// Parses the field's value; `nil` if it is invalid or has another unit.
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
      // The index after the last byte must not overflow.
      first <= last, last < Int.max, total.map({ last < $0 }) ?? true
    else { return nil }
    bytes = first...last
  }
}
