// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Compares text by its UTF-8 bytes; `==` also equates canonically equivalent texts.
extension StringProtocol {
  /// Whether both have the same bytes.
  @inlinable
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
  @inlinable
  package func begins(withBytesOf prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// The text after these bytes; `nil` if it does not begin with them.
  @inlinable
  package func dropping(prefix: some StringProtocol) -> SubSequence? {
    begins(withBytesOf: prefix) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
  }

  /// Whether the text ends with these bytes.
  @inlinable
  package func ends(withBytesOf suffix: some StringProtocol) -> Bool {
    withUTF8Bytes { own in
      suffix.withUTF8Bytes { own.count >= $0.count && own.suffix($0.count).elementsEqual($0) }
    }
  }

  /// The first range of these bytes; `nil` if they do not occur or are empty.
  @inlinable
  package func firstRange(ofBytes bytes: some StringProtocol) -> Range<Index>? {
    guard let offset = firstOffset(ofBytes: bytes), !bytes.utf8.isEmpty else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: bytes.utf8.count)
  }

  /// Whether the text contains these bytes.
  @inlinable
  package func contains(bytes: some StringProtocol) -> Bool {
    firstOffset(ofBytes: bytes) != nil
  }

  /// The number of bytes before these; `nil` if they are missing.
  ///
  /// Not by the standard library's `firstRange(of:)`, which looks its types up at run time for each byte.
  @inlinable
  func firstOffset(ofBytes bytes: some StringProtocol) -> Int? {
    withUTF8Bytes { own in
      bytes.withUTF8Bytes { sought in
        guard let first = sought.first, let pattern = sought.baseAddress else { return 0 }
        guard let start = own.baseAddress else { return nil }
        var place = 0
        while place + sought.count <= own.count {
          let candidates = own.count - sought.count + 1 - place
          guard let found = memchr(start + place, Int32(first), candidates) else { return nil }
          place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
          if memcmp(found, pattern, sought.count) == 0 { return place }
          place += 1
        }
        return nil
      }
    }
  }

  /// Replaces all occurrences of these bytes.
  @inlinable
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

extension String {
  /// A text that is part of a URI template, and none itself.
  package var withoutTemplate: String {
    utf8.contains(UInt8(ascii: "{")) || utf8.contains(UInt8(ascii: "}"))
      ? replacing(bytes: "{", with: "%7B").replacing(bytes: "}", with: "%7D") : self
  }
}

/// A text as a key of a dictionary or a member of a set, compared by bytes.
@usableFromInline
package struct ExactText: Sendable, Hashable {
  @usableFromInline
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package init(_ text: Substring) {
    self.text = String(text)
  }

  @inlinable
  package static func == (one: ExactText, other: ExactText) -> Bool { one.text.hasSameBytes(as: other.text) }

  @inlinable
  package func hash(into hasher: inout Hasher) {
    text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
