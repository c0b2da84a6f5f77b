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
      switch error {
      case .unencodable(let scalar, let offset):
        throw TextEncodingError(charset: self, kind: .unencodable(scalar, offset: offset))
      case .converterMissing:
        throw TextEncodingError(charset: self, kind: .converterMissing)
      }
    }
  }
}
