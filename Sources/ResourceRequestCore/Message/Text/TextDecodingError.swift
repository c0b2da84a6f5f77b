// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why the text of a message could not be read strictly.
public struct TextDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// The charset's label is of no charset known here.
    case unknownCharset
    /// The bytes are not text of the charset; the offset is that of the first such byte, counted from the start of the
    /// body.
    case malformed(offset: Int)
    /// The charset is known, but this system's C library has no converter for it.
    case converterMissing
  }

  /// The label of the charset, as the message gave it, or the name of the charset that was assumed.
  public let charset: String
  /// What went wrong.
  public let kind: Kind

  init(charset: String, kind: Kind) {
    self.charset = charset
    self.kind = kind
  }

  /// What went wrong and what to do, in one line.
  public var description: String {
    switch kind {
    case .unknownCharset:
      "The charset \"\(charset)\" is unknown; read the data, or read the text without `strict`."
    case .malformed(let offset):
      """
      The byte at offset \(offset) is no text in the charset "\(charset)"; \
      read the data, or read the text without `strict`.
      """
    case .converterMissing:
      SystemSet.missingConverterRemedy(for: charset)
    }
  }
}
