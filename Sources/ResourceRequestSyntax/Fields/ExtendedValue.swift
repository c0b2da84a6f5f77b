// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parameter values that name their charset: `UTF-8'en'na%C3%AFve` (RFC 8187 §3.2).
package enum ExtendedValue {
  /// The text; `nil` if it does not have that form, or has another charset than UTF-8 and ISO-8859-1.
  package static func decode(_ value: some StringProtocol) -> String? {
    let parts = value.split(atByte: "'", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    if FieldCharacters.equalNames(parts[0], "utf-8") { return PercentEncoding.decode(parts[2]) }
    guard FieldCharacters.equalNames(parts[0], "iso-8859-1") else { return nil }
    // Every byte is a character.
    return parts[2].withUTF8Bytes { bytes in
      var text = String.UnicodeScalarView()
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "%") else {
          text.append(Unicode.Scalar(bytes[index]))
          index += 1
          continue
        }
        guard let byte = PercentEncoding.triple(in: bytes, at: index) else { return nil }
        text.append(Unicode.Scalar(byte))
        index += 3
      }
      return String(text)
    }
  }
}
