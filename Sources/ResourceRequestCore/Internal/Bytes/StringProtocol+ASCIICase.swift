// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension StringProtocol {
  /// Returns the text with A–Z in lower case: case in protocols is ASCII's, independent of locales.
  package func lowercasedASCII() -> String {
    guard utf8.contains(where: { FieldCharacters.lowercased($0) != $0 }) else { return String(self) }
    return String(decoding: utf8.map(FieldCharacters.lowercased), as: UTF8.self)
  }
}
