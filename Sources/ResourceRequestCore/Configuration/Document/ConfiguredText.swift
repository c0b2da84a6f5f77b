// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The text of a string after `${…}` in it is replaced.
package struct ConfiguredText: Sendable, Hashable {
  package let text: String
  /// Whether the document itself holds it; what comes from elsewhere is never shown.
  let isLiteral: Bool

  /// The text as a message may quote it.
  var shown: String {
    isLiteral ? Redaction.reference(text).prefix(64).debugDescription : "a text from ${…}"
  }
}
