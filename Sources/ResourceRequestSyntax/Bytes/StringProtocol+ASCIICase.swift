// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension StringProtocol {
  /// Returns the text with A–Z in lower case: case in protocols is ASCII's, independent of locales.
  @inlinable
  package func lowercasedASCII() -> String {
    guard utf8.contains(where: { FieldCharacters.lowercased($0) != $0 }) else { return String(self) }
    return String(decoding: utf8.map(FieldCharacters.lowercased), as: UTF8.self)
  }
}

extension String {
  /// Returns the text with A–Z in lower case; a text without them is returned unchanged, without a copy.
  ///
  /// Beside the generic one, which other modules would call without knowing the type.
  package func lowercasedASCII() -> String {
    withUTF8Bytes { bytes in
      guard bytes.contains(where: { FieldCharacters.lowercased($0) != $0 }) else { return self }
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        for (index, byte) in bytes.enumerated() { buffer[index] = FieldCharacters.lowercased(byte) }
        return bytes.count
      }
    }
  }
}
