// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Percent-encoding (RFC 3986 §2.1), over UTF-8 bytes.
@usableFromInline
package enum PercentEncoding {
  /// Encodes every byte that is not in `allowed`; text without such bytes is returned unchanged, without a copy.
  ///
  /// `plusForSpace` is the form variant: a space becomes `+`. `keepingTriples` leaves well-formed `%XX` unchanged,
  /// which RFC 6570 requires for `{+var}`.
  package static func encode(
    _ text: String,
    allowing allowed: ByteSet,
    plusForSpace: Bool = false,
    keepingTriples: Bool = false
  ) -> String {
    text.withUTF8Bytes { bytes in
      let length = encodedLength(bytes, allowed, plusForSpace: plusForSpace, keepingTriples: keepingTriples)
      if length == bytes.count, !(plusForSpace && bytes.contains(UInt8(ascii: " "))) { return text }
      return String(unsafeUninitializedCapacity: length) { buffer in
        var writer = ByteWriter(buffer)
        append(bytes, to: &writer, allowed, plusForSpace: plusForSpace, keepingTriples: keepingTriples)
        return writer.count
      }
    }
  }

  /// How many bytes ``append(_:to:_:plusForSpace:keepingTriples:)`` will write.
  static func encodedLength(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ allowed: ByteSet,
    plusForSpace: Bool = false,
    keepingTriples: Bool = false
  ) -> Int {
    var length = bytes.count
    for (index, byte) in bytes.enumerated() where !allowed.contains(byte) {
      if plusForSpace, byte == UInt8(ascii: " ") { continue }
      if keepingTriples, triple(in: bytes, at: index) != nil { continue }
      length += 2
    }
    return length
  }

  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to writer: inout ByteWriter,
    _ allowed: ByteSet,
    plusForSpace: Bool = false,
    keepingTriples: Bool = false
  ) {
    for (index, byte) in bytes.enumerated() {
      if allowed.contains(byte) {
        writer.append(byte)
      } else if plusForSpace, byte == UInt8(ascii: " ") {
        writer.append(UInt8(ascii: "+"))
      } else if keepingTriples, triple(in: bytes, at: index) != nil {
        // The two digits that follow are unreserved and pass by themselves.
        writer.append(byte)
      } else {
        writer.appendTriple(byte)
      }
    }
  }

  /// Decodes strictly: `nil` when a `%` does not begin a triple, or when the bytes are not UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    text.withUTF8Bytes { bytes in
      guard bytes.indices.allSatisfy({ bytes[$0] != UInt8(ascii: "%") || triple(in: bytes, at: $0) != nil })
      else { return nil }
      var decoded: [UInt8] = []
      decoded.reserveCapacity(bytes.count)
      appendDecodedLeniently(bytes, to: &decoded, plusIsSpace: plusIsSpace)
      return String(validating: decoded, as: UTF8.self)
    }
  }

  /// Decodes leniently: a `%` that does not begin a triple stays, bytes that are not UTF-8 become U+FFFD.
  @inlinable
  package static func decodeLeniently(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    text.withUTF8Bytes { decodeLeniently($0, plusIsSpace: plusIsSpace) }
  }

  @usableFromInline
  static func decodeLeniently(_ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    appendDecodedLeniently(bytes, to: &decoded, plusIsSpace: plusIsSpace)
    return String(decoding: decoded, as: UTF8.self)
  }

  static func appendDecodedLeniently(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to decoded: inout [UInt8],
    plusIsSpace: Bool
  ) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), let value = triple(in: bytes, at: index) {
        decoded.append(value)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
  }

  /// The byte of the triple at `index`; `nil` if there is no triple.
  @inline(__always)
  package static func triple(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
    guard bytes.count - index >= 3, bytes[index] == UInt8(ascii: "%") else { return nil }
    guard let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2]) else { return nil }
    return high << 4 | low
  }

  /// RFC 3986 §2.1: upper-case digits are the normal form.
  @inline(__always)
  package static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  @inlinable @inline(__always)
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The text with those visible ASCII characters encoded that no URI has (RFC 3986 §2) and servers refuse: `"`, `<`, `>`,
  /// `^`, `` ` ``, `{`, `|`, `}`, and a `%` that begins no triple.
  ///
  /// Everything else stays: the parser of the text refuses what must be refused.
  package static func encodingStrays(_ text: String) -> String {
    text.withUTF8Bytes { bytes in
      var count = 0
      for (index, byte) in bytes.enumerated() where isStray(byte, in: bytes, at: index) { count += 1 }
      guard count > 0 else { return text }
      return String(unsafeUninitializedCapacity: bytes.count + 2 * count) { buffer in
        var writer = ByteWriter(buffer)
        for (index, byte) in bytes.enumerated() {
          if isStray(byte, in: bytes, at: index) { writer.appendTriple(byte) } else { writer.append(byte) }
        }
        return writer.count
      }
    }
  }

  private static let strays = ByteSet("\"<>^`{|}")

  @inline(__always)
  private static func isStray(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    byte == UInt8(ascii: "%") ? triple(in: bytes, at: index) == nil : strays.contains(byte)
  }
}
