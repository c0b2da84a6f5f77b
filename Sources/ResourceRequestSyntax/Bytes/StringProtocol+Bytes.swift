// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Searches and splits text by its UTF-8 bytes.
///
/// A delimiter on the wire is a byte. Swift's own `split`, `firstIndex` and `hasPrefix` compare `Character`s: `"/"`
/// before a combining mark, a joiner or a variation selector is another `Character`. A missed delimiter adds a path
/// segment or prints a secret. So all code that reads the wire, URLs or secrets uses these functions, as
/// `Tests/Style/bytes` checks. Delimiters are ASCII; the returned indices are always between two scalars.
extension StringProtocol {
  /// The index of the first such byte.
  @inlinable
  package func firstIndex(ofByte byte: Unicode.Scalar) -> Index? {
    let offset = withUTF8Bytes { bytes in bytes.firstIndex { UInt32($0) == byte.value } }
    return offset.map { utf8.index(utf8.startIndex, offsetBy: $0) }
  }

  /// The index of the last such byte.
  @inlinable
  package func lastIndex(ofByte byte: Unicode.Scalar) -> Index? {
    var place = utf8.endIndex
    while place > utf8.startIndex {
      // No byte of a longer scalar equals an ASCII byte, so that stepping back by bytes is safe.
      utf8.formIndex(&place, offsetBy: -1)
      if UInt32(utf8[place]) == byte.value { return place }
    }
    return nil
  }

  /// Whether the text contains such a byte.
  @inlinable
  package func contains(byte: Unicode.Scalar) -> Bool {
    withUTF8Bytes { bytes in bytes.contains { UInt32($0) == byte.value } }
  }

  /// Splits the text at the first such byte; the tail is `nil` if there is none.
  @inlinable
  package func cut(atByte byte: Unicode.Scalar) -> (head: SubSequence, tail: SubSequence?) {
    guard let place = firstIndex(ofByte: byte) else { return (self[...], nil) }
    return (self[..<place], self[utf8.index(after: place)...])
  }

  /// The parts between such bytes.
  @inlinable
  package func split(
    atByte byte: Unicode.Scalar,
    maxSplits: Int = .max,
    omittingEmpty: Bool = false
  ) -> [SubSequence] {
    split(maxSplits: maxSplits, omittingEmpty: omittingEmpty) { UInt32($0) == byte.value }
  }

  /// The parts between delimiter bytes, which must be ASCII.
  @inlinable
  package func split(
    maxSplits: Int = .max,
    omittingEmpty: Bool = false,
    whereByte isDelimiter: (UInt8) -> Bool
  ) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = utf8.startIndex
    var rest = maxSplits
    while rest > 0, let end = utf8[start...].firstIndex(where: isDelimiter) {
      if !omittingEmpty || start < end {
        parts.append(self[start..<end])
        rest -= 1
      }
      start = utf8.index(after: end)
    }
    if !omittingEmpty || start < utf8.endIndex { parts.append(self[start...]) }
    return parts
  }

  /// The text before the first byte that is not accepted, which must be ASCII.
  @inlinable
  package func prefix(whileByte isAccepted: (UInt8) -> Bool) -> SubSequence {
    self[..<(utf8.firstIndex { !isAccepted($0) } ?? utf8.endIndex)]
  }

  /// The text without such bytes at both ends; these must be ASCII.
  @inlinable
  package func trimming(whereByte isTrimmed: (UInt8) -> Bool) -> SubSequence {
    guard let start = utf8.firstIndex(where: { !isTrimmed($0) }) else { return self[endIndex...] }
    var end = utf8.endIndex
    while end > start {
      let before = utf8.index(end, offsetBy: -1)
      guard isTrimmed(utf8[before]) else { break }
      end = before
    }
    return self[start..<end]
  }

  /// The text without spaces and tabs around it (RFC 9110 §5.6.3).
  @inlinable
  package func trimmingBlanks() -> SubSequence { trimming { $0 == 0x20 || $0 == 0x09 } }

  /// Returns the text with A–Z in lower case: case in protocols is ASCII's, independent of locales.
  ///
  /// A `String` without them is returned unchanged, without a copy.
  @inlinable
  package func lowercasedASCII() -> String {
    withUTF8Bytes { FieldCharacters.lowercased($0) } ?? String(self)
  }
}
