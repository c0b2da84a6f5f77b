// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads `application/x-www-form-urlencoded` text, and queries written like it.
package enum FormCodec {
  /// Reads text into names and values; nothing is refused (WHATWG URL §5.1).
  package static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.withUTF8Bytes { bytes in
      var pairs: [(name: String, value: String)] = []
      for item in bytes.split(separator: UInt8(ascii: "&")) {
        let equals = item.firstIndex(of: UInt8(ascii: "="))
        pairs.append((decode(item[..<(equals ?? item.endIndex)]), equals.map { decode(item[($0 + 1)...]) } ?? ""))
      }
      return pairs
    }
  }

  private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    PercentEncoding.decodeLeniently(UnsafeBufferPointer(rebasing: bytes), plusIsSpace: true)
  }
}
