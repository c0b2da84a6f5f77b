// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A secret that is never printed: a password, a token, a key.
///
/// Its description is always `‹redacted›`; only ``reveal()`` returns the text, for the wire.
public struct Secret: Sendable, ExpressibleByStringLiteral {
  private let text: String
  /// The files it comes from, where it follows them.
  let files: FollowedFiles?

  /// Keeps a text secret.
  public init(_ text: String) {
    self.text = text
    files = nil
  }

  /// Keeps a text secret that is to follow the files it was read from.
  init(_ text: String, following files: FollowedFiles) {
    self.text = text
    self.files = files
  }

  /// Whether it may be another text the next time, although it stays equal to what it was.
  package var mayChange: Bool { files != nil }

  /// Keeps a text secret.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The text, for the wire.
  ///
  /// Of a secret that a configuration takes from a file, what the file holds now.
  public func reveal() -> String { files?.text ?? text }
}

extension Secret: Hashable {
  /// Whether two secrets are equal; of those from files, as they were read first, so that the response does not change.
  public static func == (one: Secret, other: Secret) -> Bool { one.text.hasSameBytes(as: other.text) }

  /// Feeds the text as it was read first.
  public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(text)) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `‹redacted›`.
  public var description: String { Redaction.mark }
  /// `‹redacted›`.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
