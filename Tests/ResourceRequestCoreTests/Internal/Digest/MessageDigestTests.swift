// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

struct MessageDigestTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
  ])
  func `MD5 passes the suite of RFC 1321`(text: String, digest: String) {
    #expect(MD5.hexadecimal(of: text) == digest)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `SHA-256 passes the examples of FIPS 180-4`(text: String, digest: String) {
    #expect(SHA256.hexadecimal(of: text) == digest)
  }

  @Test func `every length around the padding is right, in any pieces`() {
    // Made with Python: h = hashlib.new(name)
    // for n in range(130): h.update(hashlib.new(name, bytes(range(n))).digest())
    #expect(digestOfDigests(MD5.self) == "3bd6fc76c984cc0a4a363e5f4e4505c0")
    #expect(digestOfDigests(SHA256.self) == "105812602bb337abca31d9f6bf3a57a3907500005fad7c01e1e1140aa77e4499")
  }

  private func digestOfDigests<Digest: MessageDigest>(_ type: Digest.Type) -> String {
    var random = SeededGenerator(seed: 3)
    var all = Digest()
    for length in 0..<130 {
      let message = [UInt8](0..<UInt8(length))
      var pieces = Digest()
      var rest = message[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...70, using: &random))
        pieces.update(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      let digest = pieces.finalize()
      #expect(digest == Digest.digest(of: message))
      all.update(digest)
    }
    return all.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
