// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The reason why text could not be decoded strictly.
public struct TextDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable, Hashable {
    /// The charset is unknown.
    case unknownCharset
    /// The bytes are malformed; the offset is that of the first malformed byte in the body.
    case malformed(offset: Int)
    /// The charset is known, but this system's C library has no converter for it.
    case converterMissing
  }

  /// The label of the charset in the message, or the name of the assumed charset.
  public let charset: String
  /// What went wrong.
  package let kind: Kind

  /// The reason and the remedy, in one line.
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
