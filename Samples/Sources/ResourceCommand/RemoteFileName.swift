// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The name that a server gives a file, in `Content-Disposition` (RFC 6266 §4.3).
///
/// Of a path the last part counts, and a name that would be hidden, or no name at all, is none.
struct RemoteFileName {
  let text: String

  init?(_ headers: Headers) {
    guard let field = headers["Content-Disposition"] else { return nil }
    let parameters = Self.parameters(of: field)
    // The extended form is preferred (RFC 6266 §4.3).
    guard let name = parameters["filename*"].flatMap(Self.decoded) ?? parameters["filename"] else { return nil }
    // By bytes: a character may hold a slash.
    let bytes = name.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last.map(Array.init) ?? []
    let last = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first, first != UInt8(ascii: "."), bytes.count <= 255 else { return nil }
    // Neither controls nor what turns the direction of a line.
    let isShown = last.unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isBidiControl && scalar.properties.generalCategory != .control
    }
    guard isShown else { return nil }
    text = last
  }

  /// The parameters, their names in lower case.
  private static func parameters(of field: String) -> [String: String] {
    var parameters: [String: String] = [:]
    var rest = Array(field.utf8)[...]
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(name.count)
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "\"") {
          rest = rest.dropFirst()
          while let byte = rest.first, byte != UInt8(ascii: "\"") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
              value.append(escaped)
            } else {
              value.append(byte)
            }
          }
          rest = rest.drop { $0 != UInt8(ascii: ";") }
        } else {
          value = Array(rest.prefix { $0 != UInt8(ascii: ";") })
          rest = rest.dropFirst(value.count)
          while value.last == UInt8(ascii: " ") { value.removeLast() }
        }
      }
      let key = String(decoding: name, as: UTF8.self).lowercased().filter { $0 != " " }
      if parameters[key] == nil { parameters[key] = String(decoding: value, as: UTF8.self) }
    }
    return parameters
  }

  /// An extended value (RFC 8187 §3.2) in UTF-8; `nil` for another charset or a malformed one.
  private static func decoded(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[2].utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
