// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A secret that is never printed: a password, a token, a key.
///
/// Its description is always `‹redacted›`; only ``reveal()`` returns the text, for the wire.
public struct Secret: Sendable, ExpressibleByStringLiteral {
  private let text: String
  /// The files that the secret follows, if any.
  let files: FollowedFiles?

  /// Wraps a text as a secret.
  public init(_ text: String) {
    self.text = text
    files = nil
  }

  /// Creates a secret that follows the files it was read from.
  init(_ text: String, following files: FollowedFiles) {
    self.text = text
    self.files = files
  }

  /// Whether its text may change although the secret stays equal.
  package var mayChange: Bool { files != nil }

  /// Wraps a text as a secret.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// The text, for the wire.
  ///
  /// A secret that a configuration reads from a file is what the file contains now.
  public func reveal() -> String { files?.text ?? text }
}

extension Secret: Hashable {
  /// Whether two secrets are equal; secrets from files are equal if they follow the same files in the same way, so that
  /// equality is stable, and a secret that has been replaced in its file is no other one.
  public static func == (one: Secret, other: Secret) -> Bool {
    switch (one.files, other.files) {
    case (nil, nil): one.text.hasSameBytes(as: other.text)
    case (let one?, let other?): one.source == other.source
    case (nil, _?), (_?, nil): false
    }
  }

  /// Hashes the text, or what a secret from files follows.
  public func hash(into hasher: inout Hasher) {
    if let files { hasher.combine(files.source) } else { hasher.combine(ExactText(text)) }
  }
}

extension Secret: RedactedDescription {
  /// `‹redacted›`.
  public var description: String { Redaction.mark }
}
