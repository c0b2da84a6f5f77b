// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestSigning

/// Requests signed by HTTP Message Signatures, as the configuration says.
@Suite(.timeLimit(.minutes(2)))
struct MessageSignatureTests {
  private static let key = "\"keyId\": \"client-1\", \"key\": \"\(Data("s3cret".utf8).base64EncodedString())\""

  private static func client(_ members: String, path: String = "v1") throws -> (ResourceClient, StubTransport) {
    let configuration = try ResourceConfiguration(
      json:
        #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example/\#(path)", "signature": {\#(members)}}]}"#,
      name: "a.json",
      vocabulary: .standard + [MessageSignature()]
    )
    let transport = StubTransport { _, _ in .text("done") }
    var options = ClientOptions()
    options.environment = RequestEnvironment(
      clock: ManualClock(date: Date(timeIntervalSince1970: 1_618_884_473)),
      randomBits: { 0x0123_4567_89AB_CDEF }
    )
    return (ResourceClient(configuration: configuration, transport: transport, options: options), transport)
  }

  private static func signed(_ members: String, _ request: ResourceRequest) async throws -> Headers {
    let (client, transport) = try client(members)
    _ = try await client.send(request)
    return try #require(transport.requests.first).headers
  }

  @Test func `a request with a body is signed with its digest`() async throws {
    let headers = try await Self.signed(
      Self.key,
      ResourceRequest("orders?a=1", method: .post, service: "s", body: .string(#"{"hello": "world"}"#))
    )
    #expect(headers["Content-Digest"] == "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:")
    let input = #"("@method" "@target-uri" "content-digest");created=1618884473;keyid="client-1""#
    #expect(headers["Signature-Input"] == "sig1=" + input)
    let base = #"""
      "@method": POST
      "@target-uri": https://s.example/v1/orders?a=1
      "content-digest": sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
      "@signature-params": \#(input)
      """#
    let code = HMAC.code(of: Array(base.utf8), key: Array("s3cret".utf8))
    #expect(headers["Signature"] == "sig1=:\(Data(code).base64EncodedString()):")
  }

  @Test func `a request without a body does without its digest`() async throws {
    let headers = try await Self.signed(Self.key, ResourceRequest("orders", service: "s"))
    #expect(headers["Content-Digest"] == nil)
    #expect(headers["Signature-Input"] == #"sig1=("@method" "@target-uri");created=1618884473;keyid="client-1""#)
  }

  @Test func `its parameters are those that the configuration asks for`() async throws {
    let headers = try await Self.signed(
      Self.key
        + #", "label": "app", "tag": "orders", "expires": "5m", "nonce": true, "alg": true, "components": ["@path"]"#,
      ResourceRequest("orders", service: "s")
    )
    #expect(
      headers["Signature-Input"]
        == #"app=("@path");created=1618884473;expires=1618884773;keyid="client-1""#
        + #";nonce="0123456789abcdef0123456789abcdef";alg="hmac-sha256";tag="orders""#
    )
  }

  @Test func `a request that lacks a component fails`() async throws {
    let (client, _) = try Self.client(Self.key + #", "components": ["x-order"]"#)
    let error = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("orders", service: "s"))
    }
    #expect(error?.code == .invalidHeader)
    #expect(error?.message.contains(#"the signature covers "x-order", which the request does not have once"#) == true)
    #expect(
      try await client.send(ResourceRequest("orders", service: "s", headers: ["X-Order": "7"])).status == 200
    )
  }

  @Test func `a value that is not ASCII is covered by its bytes only`() async throws {
    let request = ResourceRequest("x", service: "s", headers: ["X-City": "Köln"])
    let (client, _) = try Self.client(Self.key + #", "components": ["x-city"]"#)
    let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
    #expect(error?.message.contains(#"whose value is not ASCII; cover its bytes by ";bs""#) == true)
    let headers = try await Self.signed(Self.key + #", "components": ["x-city;bs"]"#, request)
    #expect(headers["Signature-Input"]?.hasPrefix(#"sig1=("x-city";bs);created="#) == true)
  }

  @Test func `a second signature stands beside the first`() async throws {
    let headers = try await Self.signed(
      Self.key,
      ResourceRequest(
        "x",
        service: "s",
        headers: ["Signature-Input": "other=();created=1", "Signature": "other=:AA==:"]
      )
    )
    #expect(headers.values(for: "Signature").count == 2)
    #expect(headers.values(for: "Signature-Input").count == 2)
  }

  @Test(
    arguments: [
      (#"sig1=("@method");created=1"#, false), (#"a=();tag="x, sig1=", sig1=();created=1"#, false),
      (#"a=();tag="x, sig1=y""#, true), (#"a=();tag="\", sig1=y""#, true), ("sig11=(),asig1=()", true),
    ]
  ) func `a signature of the same label is refused`(_ field: String, _ isSigned: Bool) async throws {
    let (client, transport) = try Self.client(Self.key)
    let request = ResourceRequest("x", service: "s", headers: ["Signature-Input": field])
    if isSigned {
      _ = try await client.send(request)
      #expect(transport.requests.first?.headers.values(for: "Signature").count == 1)
    } else {
      let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
      #expect(error?.code == .invalidHeader)
      #expect(error?.message.contains(#"the label "sig1" already"#) == true)
    }
  }

  @Test(arguments: [("a=b", "a%3Db"), ("a%26b", "a%26b"), ("ü", "%C3%BC"), ("a b", "a%20b")])
  func `an item of the query is named as it is written or as it is sent`(_ name: String, _ encoded: String) async throws
  {
    let request = ResourceRequest("x?\(raw: encoded)=1&a=2", service: "s")
    let headers = try await Self.signed(
      Self.key + #", "components": ["@query-param;name=\"\#(name)\""]"#,
      request
    )
    #expect(headers["Signature-Input"]?.hasPrefix(#"sig1=("@query-param";name="\#(encoded)");"#) == true)
  }

  @Test func `the digest may be covered by its bytes`() async throws {
    let members = Self.key + #", "components": ["@method", "content-digest;bs"]"#
    let request = ResourceRequest("x", method: .post, service: "s", body: .string("{}"))
    let headers = try await Self.signed(members, request)
    #expect(headers["Content-Digest"]?.hasPrefix("sha-256=:") == true)
    #expect(headers["Signature-Input"]?.hasPrefix(#"sig1=("@method" "content-digest";bs);"#) == true)
    let bare = try await Self.signed(members, ResourceRequest("x", service: "s"))
    #expect(bare["Signature-Input"]?.hasPrefix(#"sig1=("@method");"#) == true)
  }

  @Test func `a host is covered with the dot that it is sent with`() async throws {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example.:8443", "#
        + #""signature": {\#(Self.key), "components": ["@method", "@authority"]}}]}"#,
      vocabulary: .standard + [MessageSignature()]
    )
    let transport = StubTransport { _, _ in .text("done") }
    var options = ClientOptions()
    options.environment = RequestEnvironment(clock: ManualClock(date: Date(timeIntervalSince1970: 1_618_884_473)))
    let client = ResourceClient(configuration: configuration, transport: transport, options: options)
    _ = try await client.send(ResourceRequest("x", service: "s"))
    let base = #"""
      "@method": GET
      "@authority": s.example.:8443
      "@signature-params": ("@method" "@authority");created=1618884473;keyid="client-1"
      """#
    let code = HMAC.code(of: Array(base.utf8), key: Array("s3cret".utf8))
    #expect(transport.requests.first?.headers["Signature"] == "sig1=:\(Data(code).base64EncodedString()):")
  }

  @Test(.enabled(if: hasOpenSSL, "there is no OpenSSL in this build")) func `a private key follows its file`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("key-\(UUID()).pem")
    defer { try? FileManager.default.removeItem(at: file) }
    // A change counts once it is a second old.
    func write(_ content: Data, age: Double) throws {
      try content.write(to: file, options: .atomic)
      let time = Date(timeIntervalSinceNow: -age)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    }
    try write(Data("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8), age: 60)
    let (client, _) = try Self.client(#""keyId": "a", "algorithm": "ed25519", "key": "${file:\#(file.path)}""#)
    await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("x", service: "s")) }
    let key = try #require(Bundle.module.url(forResource: "Fixtures/rfc9421/ed25519", withExtension: "pem"))
    try write(try Data(contentsOf: key), age: 30)
    #expect(try await client.send(ResourceRequest("x", service: "s")).status == 200)
  }

  @Test(
    arguments: [
      (#""keyId": "a""#, #""signature" has a "keyId" and no "key", expected one"#),
      (key + #", "components": ["@status"]"#, #""components" of "signature": no component "@status" of requests"#),
      (key + #", "components": ["host"]"#, #"the field host is added after the signature, expected "@authority""#),
      (key + #", "components": ["a b"]"#, #""a b" is no name of a field"#),
      (key + #", "components": ["date;sf"]"#, #"the parameter of "date" is not supported"#),
      (key + #", "components": ["@query-param"]"#, "names no item"),
      (key + #", "components": ["date", "Date"]"#, #""date" stands there twice"#),
      (key + #", "label": "Sig""#, "is no key of a field"),
      (key + #", "components": ["expect"]"#, "the field expect is added after the signature"),
      (key + #", "components": ["content-digest"]"#, "cover nothing of a request without a body"),
      (key + #", "expires": "999ms""#, #"is less than a second, expected "1s" or more"#),
      (#""key": "c2VjcmV0""#, #""signature" has a "key" and no "keyId", expected one"#),
      (key + #", "tag": "ü""#, "has letters outside of ASCII"),
    ]
  ) func `what cannot be signed is an error of reading`(_ members: String, _ message: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try Self.client(members) }
    let issue = try #require(error?.issues.first)
    #expect(issue.message.contains(message), "\(issue.message)")
    #expect(issue.line == 1)
    #expect(error?.issues.count == 1)
  }

  @Test(
    arguments: [
      ("hmac-sha256", "not base64!", #""key" is not base64"#),
      ("ed25519", "no PEM", #""key" is no private key as PEM"#),
      ("rsa-pss-sha512", rsaOfNobody, #""key" is no private key as PEM"#),
    ]
  ) func `a key that cannot sign fails the request, and is not shown`(
    _ algorithm: String,
    _ text: String,
    _ message: String
  ) async throws {
    let (client, _) = try Self.client(#""keyId": "a", "algorithm": "\#(algorithm)", "key": "\#(text)""#)
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("x", service: "s")) }
    #expect(error?.code == .invalidCredentials)
    if hasOpenSSL || algorithm == "hmac-sha256" { #expect(error?.message.contains(message) == true) }
    #expect(error?.message.contains(text) == false)
  }

  private static let rsaOfNobody = #"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"#

  @Test(.enabled(if: hasOpenSSL, "there is no OpenSSL in this build")) func `a key of another kind is refused`()
    async throws
  {
    let file = try #require(Bundle.module.url(forResource: "Fixtures/rfc9421/ed25519", withExtension: "pem"))
    let (client, _) = try Self.client(
      #""keyId": "a", "algorithm": "ecdsa-p256-sha256", "key": "${file:\#(file.path)}""#
    )
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("x", service: "s")) }
    #expect(error?.message.contains("of another kind than ecdsa-p256-sha256 wants") == true)
  }

  @Test func `its key is shown nowhere`() throws {
    let (client, _) = try Self.client(Self.key)
    let secret = Data("s3cret".utf8).base64EncodedString()
    #expect(!client.configuration.redactedJSON().text().contains(secret))
    #expect(!"\(try client.explain(ResourceRequest("x", service: "s")))".contains(secret))
  }
}
