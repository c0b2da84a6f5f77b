// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// The target of a forwarded request: the same path and query, encoded so that the SDK interprets nothing in them.
enum ForwardedTarget {
  /// The characters allowed unencoded in a path or query (RFC 3986 §3.3, §3.4), besides letters and digits.
  private static let marks = Set("-._~!$&'()*+,;=:@/?".utf8)

  /// A relative reference below the service's base.
  ///
  /// - Throws: ``Refusal`` for characters that are not allowed in a path or query.
  static func reference(path: String, query: String) throws(Refusal) -> String {
    let path = try encoded(path)
    let query = try encoded(query)
    // A colon in the first segment would end a scheme, and two slashes would start a host (RFC 3986 §4.2).
    let reference = path.isEmpty ? "" : "./" + path
    return query.isEmpty ? reference : "\(reference)?\(query)"
  }

  /// Encodes characters that clients send although they must be encoded, such as braces, which would be a template's.
  private static func encoded(_ text: String) throws(Refusal) -> String {
    let bytes = Array(text.utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for (position, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"):
        guard PercentCoding.encodedByte(in: bytes, at: position) != nil else {
          throw Refusal(.badRequest, code: "badTarget", "a percent sign in the path or query encodes nothing")
        }
        encoded.append(byte)
      case ...0x20, 0x7F, UInt8(ascii: "#"):
        throw Refusal(.badRequest, code: "badTarget", "the path or query has a character that must be encoded")
      case _ where isPlain(byte):
        encoded.append(byte)
      default:
        encoded += PercentCoding.encode(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || marks.contains(byte)
  }
}
