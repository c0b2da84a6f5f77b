// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds what must not be shown of a document, by its keys, without needing it to be valid JSON.
///
/// A line is shown under an error, and a broken document has errors too; so this looks at quotes and colons only. What
/// it finds: the value of a key that ``SensitiveNames`` knows, text or not, also in an array; the user information and
/// the values of such query items in a URL.
struct SecretRanges {
  private(set) var ranges: [Range<Int>] = []
  private let text: [UInt8]

  init(in text: [UInt8]) {
    self.text = text
    var place = 0
    /// Whether the value to come belongs to a sensitive key, and how many `[` of it are open.
    var isSecret = false
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        let string = stringRange(from: place + 1)
        place = string.upperBound + 1
        if let value = valueStart(after: place) {
          isSecret = Self.isSensitive(text[string])
          depth = 0
          place = value
        } else if isSecret {
          ranges.append(string)
          isSecret = depth > 0
        } else {
          addSecretsOfURL(string)
        }
      case UInt8(ascii: "["):
        if isSecret { depth += 1 }
        place += 1
      case UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        isSecret = false
        place += 1
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        place += 1
      default:
        let start = place
        place = bareEnd(from: place)
        if isSecret { ranges.append(start..<place) }
        isSecret = isSecret && depth > 0
      }
    }
  }

  /// The inside of a string: to its closing quote, or to the end of the line where there is none.
  private func stringRange(from start: Int) -> Range<Int> {
    var place = start
    while place < text.count, text[place] != UInt8(ascii: "\""), text[place] != 0x0A, text[place] != 0x0D {
      place += text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<min(place, text.count)
  }

  /// The place after the colon, where one comes next.
  private func valueStart(after place: Int) -> Int? {
    var place = place
    while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
    return place < text.count && text[place] == UInt8(ascii: ":") ? place + 1 : nil
  }

  /// The end of a number, a word or garbage.
  private func bareEnd(from start: Int) -> Int {
    let stops = Array(",]}[{\"\n\r".utf8)
    return text[(start + 1)...].firstIndex { stops.contains($0) } ?? text.count
  }

  private static func isSensitive(_ key: ArraySlice<UInt8>) -> Bool {
    // A key with escapes may spell anything.
    key.contains(UInt8(ascii: "\\")) || SensitiveNames.contains(String(decoding: key, as: UTF8.self))
  }

  private mutating func addSecretsOfURL(_ string: Range<Int>) {
    let bytes = text[string]
    guard let scheme = bytes.firstRange(of: Array("://".utf8)) else { return }
    let authority = bytes[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { ranges.append(authority.startIndex..<at) }
    guard let query = bytes.firstIndex(of: UInt8(ascii: "?")) else { return }
    for item in bytes[(query + 1)...].split(separator: UInt8(ascii: "&")) {
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = PercentEncoding.decodeLeniently(String(decoding: item[..<equals], as: UTF8.self), plusIsSpace: true)
      if SensitiveNames.contains(name) { ranges.append((equals + 1)..<item.endIndex) }
    }
  }
}
