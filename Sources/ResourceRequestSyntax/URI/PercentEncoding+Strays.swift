// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension PercentEncoding {
  /// The text with those visible ASCII characters encoded that no URI has (RFC 3986 §2) and servers refuse: `"`, `<`, `>`,
  /// `^`, `` ` ``, `|`, and a `%` that begins no triple.
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

  private static let strays = ByteSet("\"<>^`|")

  @inline(__always)
  private static func isStray(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    byte == UInt8(ascii: "%") ? triple(in: bytes, at: index) == nil : strays.contains(byte)
  }
}
