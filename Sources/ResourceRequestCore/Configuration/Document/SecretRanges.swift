// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds the parts of a document that must not be shown, by its keys, without requiring valid JSON.
///
/// A line is shown under an error, and a broken document has errors too. So this considers only quotes, colons and
/// brackets, and starts again with every line. If something is not followed by valid JSON, it hides the rest of the
/// line, in which keys cannot be distinguished from values. It also finds the value of a key that ``SensitiveNames``
/// knows, text or not, even in an array; the values under `headers`, except short ones and references; and everything
/// that ``Redaction`` finds in a text.
struct SecretRanges {
  private(set) var ranges: [Range<Int>] = []
  private let text: [UInt8]
  /// More keys whose values are secrets.
  private let secretKeys: [String]
  /// Whether the next value belongs to a sensitive key, and how many `[` of it are open.
  private var isSecret = false
  private var depth = 0
  /// Whether the next value is that of `headers`, and the `{` and `[` of it that are open: nothing there is shown but
  /// names.
  private var announcesFields = false
  /// Whether a key has been read and its value not begun.
  private var awaitsValue = false
  private var fields: [UInt8] = []
  /// How many `{` are open within the value of a sensitive key, such as `auth`: only what certainly is none is shown.
  private var guardedDepth = 0

  init(in text: [UInt8], under secretKeys: [String] = []) {
    self.text = text
    self.secretKeys = secretKeys
    var place = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        place = string(from: place)
      case UInt8(ascii: "["):
        if isSecret { depth += 1 }
        if announcesFields || !fields.isEmpty { fields.append(text[place]) }
        announcesFields = false
        awaitsValue = false
        place += 1
      case UInt8(ascii: "{"):
        if isSecret || guardedDepth > 0 { guardedDepth += 1 }
        isSecret = false
        if announcesFields || !fields.isEmpty { fields.append(text[place]) }
        announcesFields = false
        awaitsValue = false
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // What was to have a value is closed without one: a bracket is missing, or another one is meant.
        if awaitsValue {
          awaitsValue = false
          place = hideLine(from: place)
          continue
        }
        close(text[place])
        place += 1
        if !endsValue(at: place) { place = hideLine(from: place) }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        place += 1
      default:
        place = bare(from: place)
      }
    }
  }

  private mutating func close(_ bracket: UInt8) {
    if bracket == UInt8(ascii: "]") {
      depth = max(0, depth - 1)
      isSecret = isSecret && depth > 0
      if fields.last == UInt8(ascii: "[") { fields.removeLast() }
    } else {
      isSecret = false
      guardedDepth = max(0, guardedDepth - 1)
      if let opened = fields.lastIndex(of: UInt8(ascii: "{")) { fields.removeSubrange(opened...) }
    }
  }

  /// Reads a string, key or value; gives the place after it.
  private mutating func string(from start: Int) -> Int {
    let string = stringRange(from: start + 1)
    let end = min(string.upperBound + 1, text.count)
    if let value = valueStart(after: end) {
      // A key in the place of a value: a bracket is missing, and with it the meaning of the keys.
      begin(key: text[string])
      if awaitsValue { return hideLine(from: end) }
      awaitsValue = true
      return value
    }
    let isHidden = hidesValue
    awaitsValue = false
    announcesFields = false
    ranges += isHidden ? [string] : Redaction.ranges(inReference: text[string])
    isSecret = isSecret && depth > 0
    guard endsValue(at: end) else { return hideLine(from: end) }
    // With a comma instead of a colon, it is a key.
    if !isHidden || guardedDepth > 0, depth == 0 { begin(key: text[string]) }
    return end
  }

  /// Reads a number, a word or garbage; gives the place after it.
  private mutating func bare(from start: Int) -> Int {
    let isHidden = hidesValue
    awaitsValue = false
    let stops = Array(",]}[{\"'\n\r:=".utf8)
    let end = stops.contains(text[start]) ? start : text[(start + 1)...].firstIndex { stops.contains($0) } ?? text.count
    if isHidden { ranges.append(start..<end) }
    announcesFields = false
    isSecret = isSecret && depth > 0
    return endsValue(at: end) ? end : hideLine(from: end == text.count || text[end] == UInt8(ascii: "\"") ? end : start)
  }

  /// Whether a value here is not shown; beside a credential, one without a key may be one.
  private var hidesValue: Bool {
    isSecret || !fields.isEmpty || announcesFields || guardedDepth > 0 && !awaitsValue
  }

  private mutating func hideLine(from place: Int) -> Int {
    let end = text[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    ranges.append(place..<end)
    return end
  }

  /// The keys beside a credential whose values are no secrets.
  private static let plainKeys = [
    "type", "name", "policy", "scope", "clientId", "tokenUrl", "introspectionUrl", "username", "firstRequest", "in",
  ]

  private mutating func begin(key: ArraySlice<UInt8>) {
    let name = String(decoding: key, as: UTF8.self)
    // A key with escapes may spell anything.
    isSecret = key.contains(UInt8(ascii: "\\")) || SensitiveNames.contains(name) || secretKeys.contains(name)
    if guardedDepth > 0, !Self.plainKeys.contains(where: { FieldCharacters.equalNames($0, name) }) { isSecret = true }
    announcesFields = FieldCharacters.equalNames(name, "headers")
    depth = 0
  }

  /// The inside of a string: to its closing quote, or to the end of the line if there is none.
  private func stringRange(from start: Int) -> Range<Int> {
    var place = start
    while place < text.count, text[place] != UInt8(ascii: "\""), text[place] != 0x0A, text[place] != 0x0D {
      place += text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<min(place, text.count)
  }

  /// The place after the colon, if there is one.
  private func valueStart(after place: Int) -> Int? {
    let next = text[place...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return next.flatMap { text[$0] == UInt8(ascii: ":") ? $0 + 1 : nil }
  }

  /// Whether a value may end here: before a bracket or the end of the line, or before a comma with valid text after it.
  private func endsValue(at place: Int) -> Bool {
    guard let next = text[place...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    switch text[next] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), 0x0A, 0x0D: return true
    case UInt8(ascii: ","):
      guard let after = text[(next + 1)...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
      return Array("\"{[]}\n\r-0123456789tfn".utf8).contains(text[after])
    default: return false
    }
  }
}
