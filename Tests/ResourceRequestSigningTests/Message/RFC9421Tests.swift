// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@testable import ResourceRequestSigning

/// The examples of RFC 9421, Appendix B.2, as far as they are requests and come out the same each time, and those of its
/// sections.
@Suite(.timeLimit(.minutes(2)))
struct RFC9421Tests {
  /// The request of Appendix B.2.
  private static func request(_ url: String = "https://example.com/foo?param=Value&Pet=dog") throws -> ResolvedRequest {
    ResolvedRequest(
      method: .post,
      url: try ResourceURL(url),
      headers: [
        "Host": "example.com", "Date": "Tue, 20 Apr 2021 02:07:55 GMT", "Content-Type": "application/json",
        "Content-Digest":
          "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
        "Content-Length": "18",
      ],
      body: OutgoingBody(Data(#"{"hello": "world"}"#.utf8))
    )
  }

  private static func base(
    _ components: [String],
    _ parameters: SignatureBase.Parameters,
    of request: ResolvedRequest
  ) throws -> SignatureBase {
    try SignatureBase(request, components.map { try SignatureComponent(parsing: $0) }, parameters)
  }

  private static func signature(_ key: SignatureKey, _ base: SignatureBase) throws -> String {
    Data(try key.sign(Array(base.text.utf8))).base64EncodedString()
  }

  @Test func `B.2.1: nothing but the parameters`() throws {
    let base = try Self.base(
      [],
      .init(created: 1_618_884_473, keyID: "test-key-rsa-pss", nonce: "b3k2pp5k7z-50gnwp.yemd"),
      of: Self.request()
    )
    #expect(
      base.text
        == #""@signature-params": ();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd""#
    )
  }

  @Test func `B.2.2: an item of the query`() throws {
    let base = try Self.base(
      ["@authority", "content-digest", #"@query-param;name="Pet""#],
      .init(created: 1_618_884_473, keyID: "test-key-rsa-pss", tag: "header-example"),
      of: Self.request()
    )
    #expect(
      base.text == #"""
        "@authority": example.com
        "content-digest": sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:
        "@query-param";name="Pet": dog
        "@signature-params": ("@authority" "content-digest" "@query-param";name="Pet")
        """#.trimmingCharacters(in: .newlines) + #";created=1618884473;keyid="test-key-rsa-pss";tag="header-example""#
    )
  }

  @Test func `B.2.5: hmac-sha256`() throws {
    let base = try Self.base(
      ["date", "@authority", "content-type"],
      .init(created: 1_618_884_473, keyID: "test-shared-secret"),
      of: Self.request()
    )
    let key = SignatureKey(
      .hmacSHA256,
      "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
    )
    #expect(try Self.signature(key, base) == "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=")
  }

  @Test(.enabled(if: hasOpenSSL, "there is no OpenSSL in this build")) func `B.2.6: ed25519`() throws {
    let base = try Self.base(
      ["date", "@method", "@path", "@authority", "content-type", "content-length"],
      .init(created: 1_618_884_473, keyID: "test-key-ed25519"),
      of: Self.request()
    )
    let file = try #require(Bundle.module.url(forResource: "Fixtures/rfc9421/ed25519", withExtension: "pem"))
    let key = SignatureKey(.ed25519, Secret(try String(contentsOf: file, encoding: .utf8)))
    #expect(
      try Self.signature(key, base)
        == "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="
    )
  }

  @Test func `2.2: what is derived from a request`() throws {
    let request = try Self.request("https://www.example.com/path?param=value")
    let values = try ["@method", "@target-uri", "@scheme", "@request-target", "@path", "@query"].map {
      try SignatureComponent(parsing: $0).value(in: request)
    }
    #expect(
      values == [
        // The field Host is what is sent.
        "POST", "https://example.com/path?param=value", "https", "/path?param=value", "/path", "?param=value",
      ]
    )
    #expect(try SignatureComponent(parsing: "@query").value(in: Self.request("https://example.com/path")) == "?")
    #expect(
      try SignatureComponent(parsing: "@authority").value(in: Self.bare("http://WWW.example.com:80/"))
        == "www.example.com"
    )
    #expect(try SignatureComponent(parsing: "@authority").value(in: Self.bare("http://[::1]:8080/")) == "[::1]:8080")
  }

  @Test func `2.2.3: the authority is that of the field Host, in lower case and without the scheme's own port`() throws
  {
    var request = try Self.bare("https://a.example/x")
    for (host, authority) in [
      ("B.Example:443", "b.example"), ("b.example:80", "b.example:80"), ("b.example", "b.example"),
    ] {
      request.headers["Host"] = host
      #expect(try SignatureComponent(parsing: "@authority").value(in: request) == authority)
      #expect(try SignatureComponent(parsing: "@target-uri").value(in: request) == "https://\(authority)/x")
      #expect(request.authority == host)
    }
  }

  private static func bare(_ url: String) throws -> ResolvedRequest { ResolvedRequest(url: try ResourceURL(url)) }

  @Test func `2.2.8: items of the query are decoded, and encoded in one way`() throws {
    let query =
      "var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&two=1&two=2"
    let request = try Self.bare("https://example.com/parameters?" + query)
    func value(_ name: String) throws -> String? {
      try SignatureComponent(parsing: "@query-param;name=\"\(name)\"").value(in: request)
    }
    #expect(try value("var") == "this%20is%20a%20big%0Amultiline%20value")
    #expect(try value("bar") == "with%20plus%20whitespace")
    #expect(try value("fa%C3%A7ade%22%3A%20") == "something")
    #expect(
      try SignatureComponent(parsing: #"@query-param;name="façade"# + #"%22:%20""#).identifier
        == #""@query-param";name="fa%C3%A7ade%22%3A%20""#
    )
    // Which of them is meant nobody could tell.
    #expect(try value("two") == nil)
    #expect(try value("none") == nil)
  }

  @Test func `2.1: the values of a field are one list, or bytes`() throws {
    var request = try Self.bare("https://example.com/")
    for value in ["  value, with, lots", "of, commas"] { request.headers.append("Example-Header", value) }
    #expect(try SignatureComponent(parsing: "Example-Header").value(in: request) == "value, with, lots, of, commas")
    let bytes = try SignatureComponent(parsing: "example-header;bs")
    #expect(bytes.identifier == #""example-header";bs"#)
    #expect(bytes.value(in: request) == ":dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:")
  }

  @Test func `a quote in a parameter is written as a string of a structured field has it`() throws {
    let base = try Self.base([], .init(keyID: #"a"b\c"#), of: Self.request())
    #expect(base.input == #"();keyid="a\"b\\c""#)
  }
}

#if Sockets && os(Linux)
  let hasOpenSSL = true
#else
  let hasOpenSSL = false
#endif
