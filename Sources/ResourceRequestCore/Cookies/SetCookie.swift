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
    // Tab alone of the control characters is harmless.
    guard !field.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
    let parts = field.split(atByte: ";").map { part in
      let (head, tail) = part.cut(atByte: "=")
      return (head: String(head.trimmingBlanks()), tail: tail.map { String($0.trimmingBlanks()) })
    }
    // Without `=` the first part is a value, and any other a name.
    (name, value) = parts[0].tail.map { (parts[0].head, $0) } ?? ("", parts[0].head)
    guard !(name.isEmpty && value.isEmpty), name.utf8.count + value.utf8.count <= Self.limits.pair else { return nil }
    for (attribute, value) in parts.dropFirst().map({ ($0.head, $0.tail ?? "") }) {
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

  /// A number of seconds; one that is too large counts as forever, or long ago.
  private static func age(_ text: String) -> Int64? {
    let isNegative = text.begins(withBytesOf: "-")
    return DecimalDigits.bounded(text.utf8.dropFirst(isNegative ? 1 : 0)).map { Int64(isNegative ? -$0 : $0) }
  }
}
