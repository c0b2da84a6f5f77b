// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A hash function that takes its message in pieces.
package protocol MessageDigest {
  init()

  /// Takes the next piece of the message.
  mutating func update(_ bytes: UnsafeRawBufferPointer)

  /// Ends the message and gives its digest.
  consuming func finalize() -> [UInt8]
}

extension MessageDigest {
  /// Takes the next piece of the message.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of a whole message.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = Self()
    digest.update(bytes)
    return digest.finalize()
  }

  /// The digest of a text's UTF-8, in lower-case hexadecimal digits, as HTTP's Digest scheme wants it (RFC 7616 §3.3).
  package static func hexadecimal(of text: String) -> String {
    hexadecimal(of: Array(text.utf8))
  }

  /// The digest of a whole message, in lower-case hexadecimal digits.
  package static func hexadecimal(of bytes: [UInt8]) -> String { digest(of: bytes).hexadecimal }
}

extension [UInt8] {
  /// The bytes in lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// A digest that only who has the key can make (RFC 2104), with SHA-256.
package enum HMAC {
  /// The code of a message.
  package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var block = key.count > blockSize ? SHA256.digest(of: key) : key
    block += Array(repeating: 0, count: blockSize - block.count)
    let inner = SHA256.digest(of: block.map { $0 ^ 0x36 } + message)
    return SHA256.digest(of: block.map { $0 ^ 0x5C } + inner)
  }

  /// The bytes that SHA-256 takes at once.
  private static let blockSize = 64
}
