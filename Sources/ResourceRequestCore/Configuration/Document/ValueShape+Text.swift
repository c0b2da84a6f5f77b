// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == ConfiguredText {
  /// A string.
  package static let text = ValueShape(SchemaPart(body: ["type": "string"])) { node, reading in reading.readText(node) }

  /// A string that is not empty.
  package static let someText = ValueShape(SchemaPart(body: ["type": "string", "minLength": 1])) { node, reading in
    guard let text = ValueShape.text.read(node, &reading) else { return nil }
    let shown = text.isLiteral ? "the text" : "the value of \(node.scalar?.string ?? "")"
    if text.text.isEmpty { reading.report("\(shown) is empty, expected at least one character", at: node) }
    return text
  }
}

extension ValueShape where Value == Secret {
  /// A string that is part of a credential, so it must not contain control characters (RFC 7617 §2).
  static let secret = sendable(.text, atLeast: 0)

  /// A secret that is not empty.
  static let someSecret = sendable(.someText, atLeast: 1)

  private static func sendable(_ text: ValueShape<ConfiguredText>, atLeast count: Int) -> ValueShape {
    text.map { text, node, reading in
      reading.hide(node)
      reading.reportControlCharacters(in: text.text, at: node)
      return reading.secret(text, at: node)
    }.described(by: .sendable(atLeast: count))
  }

  /// A secret that is not sent as it is, and may have several lines, such as a private key.
  static let secretLines = ValueShape<ConfiguredText>.someText.map { text, node, reading in
    reading.hide(node)
    return reading.secret(text, at: node, hasLines: true)
  }
}

extension SchemaPart {
  /// A text that is allowed in a field.
  static func sendable(atLeast least: Int) -> SchemaPart {
    .text(
      pattern: "^\(TextPattern.sendable)\(least == 0 ? "*" : "+")$",
      expected: least == 0 ? "a text without control characters" : "some text without control characters"
    )
  }
}

extension ValueShape where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of a few words.
  package static var word: ValueShape {
    let words = Value.allCases.map(\.rawValue)
    return ValueShape(.words(words)) { node, reading in
      let expected = words.quotedChoice
      guard let text = reading.readText(node, expected) else { return nil }
      return Value(rawValue: text.text) ?? reading.refuse(text, expected, among: words, at: node)
    }.written { .string($0.rawValue) }
  }
}

extension DocumentReading {
  /// Refuses a text that is not allowed in a credential or field, without showing it.
  mutating func reportControlCharacters(in text: String, at node: PositionedJSON) {
    guard text.utf8.contains(where: { !FieldCharacters.isValue($0) }) else { return }
    report(
      "the text has a line end or another control character, which cannot be sent, expected text without it",
      at: node
    )
  }
}

extension Sequence<String> {
  /// The words in quotes, as a choice: `"a", "b" or "c"`.
  package var quotedChoice: String { listed(by: " or ") }

  /// The words in quotes, as a list: `"a", "b" and "c"`.
  package var quotedList: String { listed(by: " and ") }

  private func listed(by last: String) -> String {
    let quoted = map { "\"\($0)\"" }
    guard let end = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + last + end
  }
}

/// The text of a string after expanding `${…}`.
package struct ConfiguredText: Sendable, Hashable {
  package let text: String
  /// Whether the document itself contains it; text from references is never shown.
  let isLiteral: Bool

  /// The text for a message.
  var shown: String {
    isLiteral ? Redaction.reference(text).quotedStart() : "a text from ${…}"
  }
}
