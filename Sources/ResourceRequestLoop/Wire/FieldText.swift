// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The text of field names and values (RFC 9110 §5.5): UTF-8, or else ISO-8859-1, so that no byte is lost.
package enum FieldText {
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    known(bytes) ?? characters(bytes)
  }

  /// The value of a field.
  ///
  /// A `Location` is a URI reference, in which a byte beyond ASCII is percent-encoded (RFC 3986 §2.1). One that is not
  /// UTF-8 is so here, since its characters would be encoded as UTF-8 when it is followed, and lead elsewhere.
  package static func value(_ bytes: UnsafeRawBufferPointer, of name: UnsafeRawBufferPointer) -> String {
    known(bytes) ?? (isLocation(name) ? reference(bytes) : characters(bytes))
  }

  /// A value without the white space around it, which is no part of it.
  package static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var value = value
    while let first = value.first, isSpace(first) { value.removeFirst() }
    while let last = value.last, isSpace(last) { value.removeLast() }
    return value
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func known(_ bytes: UnsafeRawBufferPointer) -> String? {
    // Nearly all fields are ASCII and need no validation, which is slow in its generic form.
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return all < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
  }

  private static func characters(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return text
  }

  private static func reference(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  private static func isLocation(_ name: UnsafeRawBufferPointer) -> Bool {
    name.elementsEqual("location".utf8) { $0 | 0x20 == $1 }
  }
}
