// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One `name=value` parameter of a header field (RFC 9110 §5.6.6); names compare in lower case.
package struct FieldParameter: Sendable, Hashable {
  /// In lower case.
  package let name: String
  /// Unquoted.
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Reads the `;`-separated parameters after a field's value.
package enum FieldParameters {
  /// How many are read: each is compared with those before it, and a server that sends more means none of them.
  package static let most = 64

  /// Parses parameters until the end of the value; the cursor must be at the end or before the first `;`.
  ///
  /// It is as lenient as the WHATWG MIME sniffing standard ("parse a MIME type", steps 11 on), since servers violate
  /// RFC 9110: anything that is not a parameter is skipped (`;;`, `;x`, `;x=`, names that are not tokens, such as one
  /// with a space before the `=`), the first of two with the same name counts, an unquoted value reaches to the next
  /// `;` whatever it contains, text after a quoted value is skipped, and an unclosed quoted value reaches to the end.
  ///
  /// Blanks around the equals sign are accepted on request, as RFC 6266 and RFC 2183 allow them.
  package static func read(
    from scanner: inout FieldScanner,
    withBlanksAroundEquals allowsBlanks: Bool = false
  ) -> [FieldParameter] {
    var parameters: [FieldParameter] = []
    while !scanner.isAtEnd, parameters.count < most {
      scanner.skip { $0 != UInt8(ascii: ";") }
      guard scanner.consume(";") else { break }
      scanner.skipWhitespace()
      var name = scanner.run { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }.lowercasedASCII()
      guard scanner.consume("=") else { continue }
      if allowsBlanks {
        name = String(name.trimmingBlanks())
        scanner.skipWhitespace()
      }
      let quoted = scanner.quotedString()
      let value = quoted ?? scanner.text(to: ";")
      if quoted == nil, value.isEmpty { continue }
      guard FieldSyntax.isToken(name), value.utf8.allSatisfy(FieldCharacters.isValue) else { continue }
      if !parameters.contains(where: { $0.name.hasSameBytes(as: name) }) {
        parameters.append(FieldParameter(name: name, value: value))
      }
    }
    return parameters
  }
}
