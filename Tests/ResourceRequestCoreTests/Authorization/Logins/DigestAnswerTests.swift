// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

@Suite struct `Answers to Digest challenges` {
  static func challenge(_ line: String) throws -> DigestChallenge {
    try #require(Challenge.parse([line]).compactMap(DigestChallenge.init).first)
  }

  static func response(_ field: String?) throws -> String? {
    try Challenge.parse([#require(field)]).first?["response"]
  }

  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    // Computed with Python's hashlib.
    ("SHA-512-256", "430d05014cecc49cab6fbe03176d41a1da86cbfe24a16580e22aaad928d960d0"),
  ])
  func `the example of RFC 7616 comes out`(_ algorithm: String, _ expected: String) throws {
    let challenge = try Self.challenge(
      #"""
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\#(algorithm), \#
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
      """#
    )
    let answer = DigestAnswer(
      challenge: challenge,
      login: LoginCredential(username: "Mufasa", password: "Circle of Life"),
      count: 1,
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    )
    let field = answer.field(method: .get, target: "/dir/index.html", body: nil)
    #expect(try Self.response(field) == expected)
    #expect(
      field == #"""
        Digest username="Mufasa", realm="http-auth@example.org", \#
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="\#(expected)", \#
        algorithm=\#(algorithm), opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", \#
        cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, nc=00000001
        """#
    )
  }

  @Test func `the example of RFC 7616 with SHA-512-256 comes out, as its erratum 4897 corrects it`() throws {
    let challenge = try Self.challenge(
      #"""
      Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=true, \#
      nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"
      """#
    )
    let answer = DigestAnswer(
      challenge: challenge,
      login: LoginCredential(username: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?"),
      count: 1,
      clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v"
    )
    let field = try #require(answer.field(method: .get, target: "/doe.json", body: nil))
    #expect(field.contains("username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""))
    #expect(try Self.response(field) == "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5")
  }

  @Test func `the example of RFC 2617 comes out`() throws {
    let challenge = try Self.challenge(
      #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
    )
    let answer = DigestAnswer(
      challenge: challenge,
      login: LoginCredential(username: "Mufasa", password: "Circle Of Life"),
      count: 1,
      clientNonce: "0a4f113b"
    )
    let field = answer.field(method: .get, target: "/dir/index.html", body: nil)
    #expect(try Self.response(field) == "6629fae49393a05397450978507c4ef1")
    #expect(try !#require(field).contains("algorithm"))
  }

  // Computed with Python's hashlib, by the formulas of RFC 7616 §3.4.
  @Test(arguments: [
    ("MD5-sess", "490b6b43b580d1ad53f72c514e006df0"),
    ("sha-256-SESS", "367a13544c68e3adb94b51279a79ff3e2efb0ef1579d58c76f02858ac1bb3fa4"),
    ("SHA-512-256-sess", "1c68915cd64aee347a8d683c21606e728197e9967d26a890d49b6ab483c08613"),
  ])
  func `the session algorithms and auth-int protect what they say`(_ algorithm: String, _ expected: String) throws {
    let challenge = try Self.challenge(#"Digest realm=r, nonce=n1, qop="auth-int", algorithm=\#(algorithm)"#)
    let answer = DigestAnswer(
      challenge: challenge,
      login: LoginCredential(username: "Ümit", password: "p:w"),
      count: 16,
      clientNonce: "c1",
      sessionNonces: ("n0", "c0")
    )
    let field = try #require(
      answer.field(method: .post, target: "/p?q=1", body: OutgoingBody(Data("body".utf8)))
    )
    #expect(try Self.response(field) == expected)
    #expect(field.contains("username*=UTF-8''%C3%9Cmit"))
    #expect(field.contains("nc=00000010"))
    let stream = OutgoingBody(length: nil, isReplayable: true) { AsyncThrowingStream<Data, any Error> { $0.finish() } }
    #expect(answer.field(method: .post, target: "/", body: stream) == nil)
  }

  @Test func `a server of RFC 2069 is answered, and one that wants names hashed`() throws {
    let login = LoginCredential(username: "u", password: "p")
    let old = DigestAnswer(
      challenge: try Self.challenge(#"Digest realm="r", nonce="n""#),
      login: login,
      count: 1,
      clientNonce: "c"
    )
    #expect(
      old.field(method: .get, target: "/", body: nil)
        == #"Digest username="u", realm="r", nonce="n", uri="/", response="f23121ca97143c6b358da620220c83b4""#
    )
    let hashed = DigestAnswer(
      challenge: try Self.challenge(#"Digest realm="r", nonce="n", qop=auth, algorithm=SHA-256, userhash=true"#),
      login: login,
      count: 1,
      clientNonce: "c"
    )
    let field = try #require(hashed.field(method: .get, target: "/", body: nil))
    #expect(field.hasPrefix(#"Digest username="1d8a03a6e21a4ce775060ea57360329ac750dea5d847297b42f0d46539af8ab2""#))
    #expect(field.hasSuffix("userhash=true"))
  }

  @Test func `quotes and backslashes are escaped again`() throws {
    let answer = DigestAnswer(
      challenge: try Self.challenge(#"Digest realm="a\"b\\c", nonce="n", qop="auth""#),
      login: LoginCredential(username: #"u"v"#, password: "p"),
      count: 1,
      clientNonce: "c"
    )
    let field = try #require(answer.field(method: .get, target: "/", body: nil))
    #expect(field.hasPrefix(#"Digest username="u\"v", realm="a\"b\\c", nonce="n""#))
  }

  @Test func `the strongest challenge that can be answered is chosen`() throws {
    func choice(_ lines: String..., allowsBasic: Bool = true) -> LoginDecision? {
      .decide(401, Headers(lines.map { Headers.Field(name: "WWW-Authenticate", value: $0) }), allowsBasic: allowsBasic)
    }
    let md5 = #"Digest realm="r", nonce="m", qop="auth""#
    let sha = #"Digest realm="r", nonce="s", qop="auth", algorithm=SHA-256"#
    let best = #"Digest realm="r", nonce="b", qop="auth", algorithm=SHA-512-256"#
    let unknown = #"Digest realm="r", nonce="x", qop="auth", algorithm=SHA-512"#
    let basic = #"Basic realm="b""#
    #expect(choice(basic, md5 + ", " + sha) == .digest(try Self.challenge(sha)))
    #expect(choice(sha, best, md5) == .digest(try Self.challenge(best)))
    #expect(choice(unknown, md5, basic) == .digest(try Self.challenge(md5)))
    #expect(choice(unknown + ", " + basic) == .basic(realm: "b"))
    #expect(choice(unknown, basic, allowsBasic: false) == nil)
    #expect(choice("Bearer", "Negotiate") == nil)
    #expect(choice(#"Digest realm="r", nonce="n", qop="other""#) == nil)
    #expect(choice(#"Digest realm="r""#) == nil)
    #expect(LoginDecision.decide(403, ["WWW-Authenticate": basic], allowsBasic: true) == nil)
  }
}
