// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
