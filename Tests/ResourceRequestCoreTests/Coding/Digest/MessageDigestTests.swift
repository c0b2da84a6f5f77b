// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCoding
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

  @Test(arguments: [
    ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
    ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"
    ),
    (String(repeating: "a", count: 1_000_000), "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21"),
  ])
  func `SHA-512/256 passes the examples of FIPS 180-4`(text: String, digest: String) {
    #expect(SHA512t256.hexadecimal(of: text) == digest)
  }

  @Test func `every length around the padding is right, in any pieces`() {
    // Computed with Python: h = hashlib.new(name)
    // for n in range(256): h.update(hashlib.new(name, bytes(range(n))).digest())
    #expect(digestOfDigests(MD5.self) == "bfd50830ba3ebc1df278c0269779a03e")
    #expect(digestOfDigests(SHA256.self) == "b93dd1116d1648691c732d2011543b161309b842afef7ecb6f17adf2ebbd3426")
    #expect(digestOfDigests(SHA512t256.self) == "4f198aee46223051f5700b36663d5bc7e442953cb8af550f16ae7fbfd7a7a4e9")
  }

  private func digestOfDigests<Digest: MessageDigest>(_ type: Digest.Type) -> String {
    var random = SeededGenerator(seed: 3)
    var all = Digest()
    for length in 0..<256 {
      let message = (0..<length).map { UInt8($0) }
      var pieces = Digest()
      var rest = message[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...140, using: &random))
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
