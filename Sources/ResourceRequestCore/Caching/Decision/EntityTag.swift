// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An entity tag (RFC 9110 §8.8.3), kept as it was written.
package struct EntityTag: Sendable, Hashable {
  /// As it stands in the field.
  package let text: String
  package let isWeak: Bool
  /// What stands between the quotes, and they.
  private let opaque: String

  /// Reads a field's value.
  ///
  /// One without quotes is taken as it is where it has no blanks, commas or quotes: several servers send such.
  package init?(_ text: some StringProtocol) {
    let text = String(text.trimmingBlanks())
    let rest = text.dropping(prefix: "W/")
    let opaque = rest.map { String($0) } ?? text
    let content = opaque.utf8.dropFirst().dropLast()
    let isQuoted =
      opaque.utf8.count >= 2 && opaque.begins(withBytesOf: "\"") && opaque.ends(withBytesOf: "\"")
      && content.allSatisfy { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
    let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x22 && $0 != 0x2C }
    guard isQuoted || rest == nil && isBare else { return nil }
    self.text = text
    isWeak = rest != nil
    self.opaque = opaque
  }

  /// The strong comparison: both are strong, and the same (RFC 9110 §8.8.3.2).
  package func isStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && isWeakly(other) }

  /// The weak comparison: the same, strong or not.
  package func isWeakly(_ other: EntityTag) -> Bool { opaque.hasSameBytes(as: other.opaque) }

  package static func == (one: EntityTag, other: EntityTag) -> Bool { one.text.hasSameBytes(as: other.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(text)) }

  /// Whether a list, as `If-None-Match` has it, names this tag or all (RFC 9110 §13.1.2).
  package func isNamed(in lines: [String]) -> Bool {
    FieldList.split(lines: lines).contains { element in
      element.hasSameBytes(as: "*") || EntityTag(element).map(isWeakly) == true
    }
  }
}
