// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A `Set-Cookie` field, taken apart as RFC 6265 §5.2 says (with the limits of RFC 6265bis §5.6).
struct SetCookie: Sendable, Hashable {
  var name: String
  var value: String
  /// `Domain`, without its leading dot, in lower case; empty counts as absent.
  var domain: String?
  /// `Path`, where it begins with a slash.
  var path: String?
  /// `Expires`, in seconds since 1970.
  var expires: Int64?
  /// `Max-Age`, in seconds.
  var maximumAge: Int64?
  var isSecure = false
  var isHTTPOnly = false

  /// Name and value together may have so many bytes, an attribute's value so many.
  private static let limits = (pair: 4096, attribute: 1024)

  /// Reads a field; `nil` where it sets nothing.
  init?(_ field: String) {
    let bytes = Array(field.utf8)
    // Tab alone of the control characters is harmless.
    guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
    var parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    guard let pair = parts.popFirst() else { return nil }
    (name, value) = Self.halves(pair, whole: .value)
    guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.limits.pair else { return nil }
    for part in parts {
      let (attribute, value) = Self.halves(part, whole: .name)
      guard value.utf8.count <= Self.limits.attribute else { continue }
      switch attribute.lowercasedASCII() {
      case "expires": expires = CookieDate.parse(value) ?? expires
      case "max-age": maximumAge = Self.age(value) ?? maximumAge
      case "domain":
        let name = value.dropping(prefix: ".") ?? value[...]
        domain = name.isEmpty ? nil : name.lowercasedASCII()
      case "path": path = value.begins(withBytesOf: "/") ? value : nil
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      default: break
      }
    }
  }

  /// The meaning of a part without `=`.
  private enum Half { case name, value }

  private static func halves(_ part: ArraySlice<UInt8>, whole: Half) -> (String, String) {
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
      return whole == .name ? (trimmed(part), "") : ("", trimmed(part))
    }
    return (trimmed(part[..<equals]), trimmed(part[(equals + 1)...]))
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? bytes.startIndex
    return String(decoding: bytes[..<end].drop(while: isSpace), as: UTF8.self)
  }

  /// A number of seconds; one that is too large counts as forever, or long ago.
  private static func age(_ text: String) -> Int64? {
    let isNegative = text.begins(withBytesOf: "-")
    return DecimalDigits.bounded(text.utf8.dropFirst(isNegative ? 1 : 0)).map { Int64(isNegative ? -$0 : $0) }
  }
}
