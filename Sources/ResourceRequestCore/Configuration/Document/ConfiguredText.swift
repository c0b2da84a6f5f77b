// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The text of a string after expanding `${…}`.
package struct ConfiguredText: Sendable, Hashable {
  package let text: String
  /// Whether the document itself contains it; text from references is never shown.
  let isLiteral: Bool

  /// The text for a message.
  var shown: String {
    isLiteral ? Redaction.reference(text).prefix(64).debugDescription : "a text from ${…}"
  }
}
