// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Comparing text by its UTF-8 bytes; `==` also takes those for equal that mean the same characters.
extension StringProtocol {
  /// Whether both are the same bytes.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    withUTF8Bytes { own in
      other.withUTF8Bytes { others in
        guard own.count == others.count else { return false }
        guard let one = own.baseAddress, let other = others.baseAddress, one != other else { return true }
        return memcmp(one, other, own.count) == 0
      }
    }
  }

  /// Whether the text begins with these bytes.
  package func begins(withBytesOf prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// What stands behind these bytes; `nil` where the text does not begin with them.
  package func dropping(prefix: some StringProtocol) -> SubSequence? {
    begins(withBytesOf: prefix) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
  }

  /// Whether the text ends with these bytes.
  package func ends(withBytesOf suffix: some StringProtocol) -> Bool {
    withUTF8Bytes { own in
      suffix.withUTF8Bytes { own.count >= $0.count && own.suffix($0.count).elementsEqual($0) }
    }
  }

  /// The first place of these bytes; `nil` where they are not there, or none are asked for.
  package func firstRange(ofBytes bytes: some StringProtocol) -> Range<Index>? {
    bytes.utf8.isEmpty ? nil : utf8.firstRange(of: bytes.utf8)
  }

  /// Whether these bytes are there.
  package func contains(bytes: some StringProtocol) -> Bool {
    bytes.utf8.isEmpty || utf8.firstRange(of: bytes.utf8) != nil
  }

  /// The text with other bytes in the place of these, wherever they stand.
  package func replacing(bytes: some StringProtocol, with replacement: some StringProtocol) -> String {
    var text = ""
    var rest = self[...]
    while let range = rest.firstRange(ofBytes: bytes) {
      text += rest[..<range.lowerBound]
      text += replacement
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}

/// A text as a key of a dictionary or a member of a set, equal to those of the same bytes only.
package struct ExactText: Sendable, Hashable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(_ text: Substring) {
    self.text = String(text)
  }

  package static func == (one: ExactText, other: ExactText) -> Bool { one.text.hasSameBytes(as: other.text) }

  package func hash(into hasher: inout Hasher) {
    text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
