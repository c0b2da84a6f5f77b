// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// OAuth scopes: a set of words (RFC 6749 §3.3), without order or repetition.
public struct TokenScope: Sendable, Hashable {
  /// The words, without repetition, in one order.
  public let elements: [String]

  /// Creates a scope from space-separated words.
  public init(_ text: String) {
    self.init(text.split(omittingEmpty: true) { $0 == 0x20 || $0 == 0x09 }.map(String.init))
  }

  init(_ elements: some Sequence<String>) {
    self.elements = Set(elements.map { ExactText($0) }).map(\.text).sorted()
  }

  /// No scopes: whatever the server grants by default.
  @usableFromInline package static let unnamed = TokenScope([])

  /// Whether the scope is empty.
  package var isEmpty: Bool { elements.isEmpty }

  /// Returns the scope with one more element.
  func adding(_ element: String) -> TokenScope {
    elements.contains { $0.hasSameBytes(as: element) } ? self : TokenScope(elements + [element])
  }
}

extension TokenScope: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a scope from space-separated words.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The words, separated by single spaces, as they are sent.
  public var description: String { elements.joined(separator: " ") }
}
