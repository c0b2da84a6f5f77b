// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// A piece of a form as curl's `--data-urlencode` has it: a value in form encoding, behind a name as it is written.
struct EncodedPiece {
  /// Empty for a value alone.
  private let name: Substring
  private let value: Substring
  /// The file that contains the value; `nil` where it is written.
  var file: String? { isFile ? String(value) : nil }
  private let isFile: Bool

  init(_ text: String) {
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.utf8.firstIndex(of: UInt8(ascii: "@"))
    name = mark.map { text[..<$0] } ?? ""
    value = mark.map { text[text.utf8.index(after: $0)...] } ?? text[...]
    isFile = mark.map { text.utf8[$0] == UInt8(ascii: "@") } ?? false
  }

  /// - Throws: ``InputError`` for a file that cannot be read.
  func text() throws -> String {
    let value = isFile ? Self.encoded(try BodyOptions.file(value, of: "--data-urlencode")) : Self.encoded(value.utf8)
    return name.isEmpty ? value : "\(name)=\(value)"
  }

  /// Bytes in form encoding.
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes {
      let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += byte == 0x20 ? "+" : isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + digits
    }
    return result
  }
}
