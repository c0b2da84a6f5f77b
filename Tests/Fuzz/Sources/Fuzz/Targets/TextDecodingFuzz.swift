// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

@testable import ResourceRequestCore

/// Text decoders: strict and lenient decoding agree on valid text, which is encoded again if the charset allows it.
///
/// The first byte of an input selects the charset of the rest.
enum TextDecodingFuzz: FuzzTarget {
  static let name = "text-decoding"
  static let seeds: String? = nil

  private static let labels = [
    "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "latin1", "koi8-u", "windows-1255",
    "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr", "unknown",
  ]

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let choice = bytes.first else { return }
    let type = MIMEType("text/plain; charset=" + labels[Int(choice) % labels.count])
    let content = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes).dropFirst())
    let lenient = TextDecoding.decode(content, contentType: type)
    do throws(TextDecodingError) {
      let strict = try TextDecoding.decodeStrictly(content, contentType: type)
      precondition(strict == lenient)
    } catch {
      if case .malformed(let offset) = error.kind { precondition(0..<content.count ~= offset) }
    }
    if let charset = type?.charset.flatMap({ Charset(label: $0) }), let data = try? charset.encode(lenient) {
      _ = TextDecoding.decode(data, contentType: type)
    }
  }
}
