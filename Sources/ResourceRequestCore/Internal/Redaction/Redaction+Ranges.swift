// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Redaction {
  /// The ranges of the secrets in a URL or reference, in order.
  static func ranges(inReference bytes: ArraySlice<UInt8>, hiding names: Set<ExactText> = []) -> [Range<Int>] {
    let userInfo = userInfo(in: bytes)
    let rest = bytes[(userInfo?.upperBound ?? bytes.startIndex)...]
    let mark = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let shown = (userInfo.map { [$0] } ?? []) + ranges(inPath: rest[..<(mark ?? rest.endIndex)])
    guard let mark else { return shown }
    return shown + ranges(inItems: rest[(mark + 1)...], hiding: names)
  }

  /// The ranges of path segments that look like a user and a password, such as in a mistyped URL that was resolved
  /// below a base.
  static func ranges(inPath bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    bytes.split(separator: UInt8(ascii: "/")).compactMap { segment in
      guard let at = segment.lastIndex(of: UInt8(ascii: "@")), segment[..<at].contains(UInt8(ascii: ":")) else {
        return nil
      }
      return segment.startIndex..<at
    }
  }

  /// The ranges of the values of a query's or fragment's secret items, in order.
  ///
  /// Items are separated by `&`, by `;` as on some servers, and by the `?` and `#` of a fragment that contains a path;
  /// the value of a secret one reaches to the next `&` or `#`.
  static func ranges(inItems bytes: ArraySlice<UInt8>, hiding names: Set<ExactText> = []) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(where: divides) ?? bytes.endIndex
      let item = bytes[start..<end]
      start = end < bytes.endIndex ? end + 1 : end
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < end || end < bytes.endIndex else {
        continue
      }
      if isSecret(item[..<equals], names) {
        let end = bytes[equals...].firstIndex { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        if equals + 1 < end { ranges.append(equals + 1..<end) }
        start = end < bytes.endIndex ? end + 1 : end
      } else if holdsSecret(item[(equals + 1)...], names) {
        ranges.append(equals + 1..<end)
      }
    }
    return ranges
  }

  private static func divides(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isSecret(_ name: ArraySlice<UInt8>, _ names: Set<ExactText>) -> Bool {
    let name = PercentEncoding.decodeLeniently(String(decoding: name, as: UTF8.self), plusIsSpace: true)
    return SensitiveNames.contains(name) || !names.isEmpty && names.contains(ExactText(name.lowercasedASCII()))
  }

  /// Whether the value of an item is a URL with secrets of its own, or JSON with members of secret names, as the
  /// parameters of a procedure.
  private static func holdsSecret(_ value: ArraySlice<UInt8>, _ names: Set<ExactText>) -> Bool {
    guard value.count > 4, value.contains(UInt8(ascii: "%")) || value.contains(UInt8(ascii: ":")) else { return false }
    let text = PercentEncoding.decodeLeniently(String(decoding: value, as: UTF8.self), plusIsSpace: true)
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{"), namesSecret(bytes, names) { return true }
    return text.contains(bytes: "://") && !ranges(inReference: bytes[...], hiding: names).isEmpty
  }

  /// Whether a text that resembles JSON has a member of a secret name: a string before a colon.
  private static func namesSecret(_ bytes: [UInt8], _ names: Set<ExactText>) -> Bool {
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "\"")) {
      var end = start + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
      guard end < bytes.count else { return false }
      place = end + 1
      let next = bytes[place...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      guard next == UInt8(ascii: ":") else { continue }
      let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
      // A name with escapes may spell anything.
      if name.utf8.contains(UInt8(ascii: "\\")) || SensitiveNames.contains(name)
        || names.contains(ExactText(name.lowercasedASCII()))
      {
        return true
      }
    }
    return false
  }

  /// The range of the user information, or of what may be one.
  private static func userInfo(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let hasColon = bytes[..<at].contains(UInt8(ascii: ":"))
    let scan = bytes.withUnsafeBufferPointer { URILayout.scan($0, allowingNonASCII: true) }
    if case .success(let layout) = scan {
      if layout.authorityStart >= 0 {
        return layout.userInfo.map { $0.lowerBound + bytes.startIndex..<$0.upperBound + bytes.startIndex }
      }
      // A path with an @ in it, or a query.
      if layout.schemeEnd < 0, !bytes[..<min(at, bytes.startIndex + Int(layout.pathEnd))].contains(UInt8(ascii: ":")) {
        return nil
      }
    } else if !hasColon, !bytes.starts(with: "//".utf8) {
      return nil
    }
    let start = authorityStart(in: bytes[..<at])
    return start < at ? start..<at : nil
  }

  /// Where an authority begins in text that only resembles a URL: after the scheme, and after slashes of either kind.
  private static func authorityStart(in bytes: ArraySlice<UInt8>) -> Int {
    func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    var start = bytes.startIndex
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
      let isKnown = ["http", "https"].contains { FieldCharacters.equalNames($0, scheme) }
      if isKnown || bytes[(colon + 1)...].first.map(isSlash) == true { start = colon + 1 }
    }
    return bytes[start...].firstIndex { !isSlash($0) } ?? bytes.endIndex
  }
}
