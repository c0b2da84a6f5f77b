// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A text that is never printed: a password, a token, a key.
///
/// Its description is `‹redacted›` wherever it ends up; only ``reveal()`` gives the text, to put it on the wire.
public struct Secret: Sendable, Hashable, ExpressibleByStringLiteral {
  private let text: String

  /// Keeps a text secret.
  public init(_ text: String) {
    self.text = text
  }

  /// Keeps a text secret.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The text, for the wire.
  public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `‹redacted›`.
  public var description: String { "‹redacted›" }
  /// `‹redacted›`.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
