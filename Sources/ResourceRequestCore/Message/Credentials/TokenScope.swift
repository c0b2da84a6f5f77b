// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a token is good for: a set of words (RFC 6749 §3.3), whose order and repetition mean nothing.
public struct TokenScope: Sendable, Hashable {
  /// The words, each once, in one order.
  public let elements: [String]

  /// The scope of these words; blanks around and between them mean nothing.
  public init(_ text: String) {
    self.init(text.split(omittingEmpty: true) { $0 == 0x20 || $0 == 0x09 }.map(String.init))
  }

  init(_ elements: some Sequence<String>) {
    self.elements = Set(elements.map { ExactText($0) }).map(\.text).sorted()
  }

  /// No words: whatever the server grants unasked.
  public static let unnamed = TokenScope([])

  /// Whether there is no word in it.
  public var isEmpty: Bool { elements.isEmpty }

  /// The scope with one more word.
  func adding(_ element: String) -> TokenScope {
    elements.contains { $0.hasSameBytes(as: element) } ? self : TokenScope(elements + [element])
  }
}

extension TokenScope: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The scope of these words.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The words with one space between them, as they are sent.
  public var description: String { elements.joined(separator: " ") }
}
