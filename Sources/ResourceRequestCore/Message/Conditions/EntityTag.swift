// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An entity tag, which identifies one state of a representation (RFC 9110 §8.8.3), kept as it was written.
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// The text of the field value, with quotes and the `W/` of a weak tag.
  public let text: String
  /// Whether it is weak: equal for equivalent representations, whose bytes may differ.
  public let isWeak: Bool
  /// The opaque tag, quotes included.
  private let opaque: String

  /// Parses a field value.
  ///
  /// A value without quotes is accepted if it has no spaces, commas or quotes: several servers send such. A `*` is none:
  /// where a tag is asked for, it stands for any (RFC 9110 §13.1.2).
  public init?(_ text: some StringProtocol) {
    let text = String(text.trimmingBlanks())
    let rest = text.dropping(prefix: "W/")
    let opaque = rest.map { String($0) } ?? text
    let content = opaque.utf8.dropFirst().dropLast()
    let isQuoted =
      opaque.utf8.count >= 2 && opaque.begins(withBytesOf: "\"") && opaque.ends(withBytesOf: "\"")
      && content.allSatisfy { $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }
    let isBare =
      !text.isEmpty && !text.hasSameBytes(as: "*")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x22 && $0 != 0x2C }
    guard isQuoted || rest == nil && isBare else { return nil }
    self.text = text
    isWeak = rest != nil
    self.opaque = opaque
  }

  /// Creates a tag from its part without quotes; `nil` if that has spaces, quotes or control characters.
  ///
  /// - Parameters:
  ///   - opaque: the part without quotes.
  ///   - isWeak: whether the tag is weak.
  public init?(opaque: String, isWeak: Bool = false) {
    guard opaque.utf8.allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }) else { return nil }
    self.init((isWeak ? "W/" : "") + "\"\(opaque)\"")
  }

  /// The text of the field value.
  public var description: String { text }

  /// The strong comparison: both are strong and equal (RFC 9110 §8.8.3.2).
  public func isStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && isWeakly(other) }

  /// The weak comparison: equal, strong or not.
  public func isWeakly(_ other: EntityTag) -> Bool { opaque.hasSameBytes(as: other.opaque) }

  /// Compares the text by its bytes.
  public static func == (one: EntityTag, other: EntityTag) -> Bool { one.text.hasSameBytes(as: other.text) }

  /// Hashes the text by its bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(text)) }

  /// Whether a list such as that of `If-None-Match` contains this tag or `*` (RFC 9110 §13.1.2).
  package func isNamed(in lines: [String]) -> Bool {
    EntityTag.elements(of: lines).contains { element in
      element.hasSameBytes(as: "*") || EntityTag(element).map(isWeakly) == true
    }
  }

  /// The elements of a list of tags, in which a backslash escapes nothing (RFC 9110 §8.8.3).
  static func elements(of lines: [String]) -> [String] {
    lines.flatMap { line in
      var isQuoted = false
      return line.utf8.split { byte in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return byte == UInt8(ascii: ",") && !isQuoted
      }.map { String(String(Substring($0)).trimmingBlanks()) }.filter { !$0.isEmpty }
    }
  }
}
