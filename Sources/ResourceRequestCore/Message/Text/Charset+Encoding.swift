// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension Charset {
  /// Encodes a text in this charset, after a byte order mark if the charset has one.
  ///
  /// - Throws: ``TextEncodingError`` with the first character that the charset does not contain.
  func encode(_ text: String) throws(TextEncodingError) -> Data {
    if case .utf8 = coding { return Data(text.utf8) }
    do throws(EncodingFault) {
      return Data(try coding.encode(text))
    } catch {
      throw TextEncodingError(charset: self, kind: error)
    }
  }
}

/// The reason why text could not be encoded in a charset.
///
/// Characters are never replaced in what is sent.
package struct TextEncodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The charset.
  package let charset: Charset
  /// What went wrong.
  package let kind: EncodingFault

  /// The reason and the remedy, in one line.
  package var description: String {
    switch kind {
    case .unencodable(let scalar, let offset):
      """
      \(scalar.debugDescription) (\(Self.codePoint(scalar))) at offset \(offset) can't be written in \(charset); \
      use utf-8.
      """
    case .converterMissing:
      SystemSet.missingConverterRemedy(for: charset.name)
    }
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
