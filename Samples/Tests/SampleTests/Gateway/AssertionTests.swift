// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import AssertionSigning
import Crypto
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// How a client proves its identity to the gateway: its key, its assertions and the codes it gets.
@Suite struct AssertionTests {
  private let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  @Test func `the signer's key is a JSON Web Key its signatures are good for`() async throws {
    try await withTemporaryFolder { folder in
      let signer = try ES256Signer(keyFile: folder.appending(path: "key.pem").path)
      let jwk = signer.publicKey
      #expect(jwk["kty"] == "EC")
      #expect(jwk["crv"] == "P-256")
      let point = try ["x", "y"].map { try decoded(jwk[$0].string ?? "") }
      #expect(point.map(\.count) == [32, 32])
      let key = try P256.Signing.PublicKey(rawRepresentation: point[0] + point[1])
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: await signer.sign(Data("text".utf8)))
      #expect(key.isValidSignature(signature, for: Data("text".utf8)))
      #expect(!key.isValidSignature(signature, for: Data("test".utf8)))
    }
  }

  @Test func `a key is its owner's alone, and the same at the next start`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "key.pem").path
      let first = try ES256Signer(keyFile: path).publicKey
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      #expect(try ES256Signer(keyFile: path).publicKey == first)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["key.pem"])
      // A key that others can read is refused.
      chmod(path, 0o644)
      let open = #expect(throws: KeyFileError.self) { try ES256Signer(keyFile: path) }
      #expect(open?.description.contains("chmod 600") == true)
      chmod(path, 0o600)
      try Data("no key".utf8).write(to: folder.appending(path: "key.pem"))
      #expect(throws: KeyFileError.self) { try ES256Signer(keyFile: path) }
      #expect(throws: KeyFileError.self) { try ES256Signer(keyFile: "/no/such/folder/key.pem") }
    }
  }

  @Test func `many that start at once have one key`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "key.pem").path
      let keys = try await withThrowingTaskGroup(of: JSON.self) { group in
        for _ in 0..<20 { group.addTask { try ES256Signer(keyFile: path).publicKey } }
        return try await group.reduce(into: Set<JSON>()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
    }
  }

  /// The faults of an assertion; `none` is the valid one.
  enum Fault: CaseIterable {
    case none, algorithm, signature, audience, subject, expired, endless, unreadable, missing
  }

  @Test(arguments: Fault.allCases)
  func `an assertion that proves nothing is refused, and a good one believed once`(_ fault: Fault) async throws {
    try await withGateway { client in
      let key = P256.Signing.PrivateKey()
      let id = try await register(key, with: client)
      let address = try client.resolve(ResourceRequest("/preauth/v1/logout")).url.string
      let now = Int(Date().timeIntervalSince1970)
      let head: JSON = ["alg": fault == .algorithm ? "none" : "ES256"]
      let claims: JSON = [
        "iss": .string(id), "sub": .string(fault == .subject ? "other" : id), "jti": "1",
        "aud": .string(fault == .audience ? "http://elsewhere.example/" : address),
        "exp": JSON(fault == .expired ? now - 10 : fault == .endless ? now + 100_000 : now + 60),
      ]
      let signed = "\(encoded(head.data())).\(encoded(claims.data()))"
      let signer = fault == .signature ? P256.Signing.PrivateKey() : key
      let signature = try signer.signature(for: Data(signed.utf8)).rawRepresentation
      let assertion = fault == .unreadable ? "a.b" : "\(signed).\(encoded(signature))"
      var request = ResourceRequest("/preauth/v1/logout", method: .post)
      request.body = .form(["client_assertion_type": .init(assertionType), "security_check": "PIN"])
      if fault != .missing {
        request.body = .form([
          "client_assertion_type": .init(assertionType), "client_assertion": .init(assertion), "security_check": "PIN",
        ])
      }
      let answer = try await client.send(request)
      guard fault == .none else {
        #expect(answer.json?["error"] == "invalid_client", "\(answer.text)")
        return
      }
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await client.send(request).json?["error_description"].string?.contains("used before") == true)
    }
  }

  @Test func `an assertion for another gateway is refused, whatever host the request names`() async throws {
    let server = try await GatewayServer.start()
    let gateway = Gateway(serverURL: try ResourceURL(server.url + GatewayServer.contextPath))
    let client = ResourceClient(configuration: ResourceConfiguration(gateway: gateway))
    let key = P256.Signing.PrivateKey()
    let id = try await register(key, with: client)
    let path = "/mfp/api/preauth/v1/logout"
    for (host, status) in [("other.example", "400"), ("127.0.0.1:1", "400"), ("LocalHost:\(server.port)", "200")] {
      let head: JSON = ["alg": "ES256"]
      let claims: JSON = [
        "iss": .string(id), "sub": .string(id), "jti": .string(host),
        "aud": .string("http://\(status == "200" ? "localhost:\(server.port)" : host)\(path)"),
        "exp": JSON(Int(Date().timeIntervalSince1970) + 60),
      ]
      let signed = "\(encoded(head.data())).\(encoded(claims.data()))"
      let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
      let body = "client_assertion_type=\(assertionType)&client_assertion=\(signed).\(encoded(signature))"
      let answer = try await RawExchange.send(
        "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
          + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
        to: server.url
      )
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host): \(answer)")
    }
    await server.stop()
  }

  @Test func `a code is good once, and for its client`() async throws {
    try await withGateway { client in
      let id = try await register(P256.Signing.PrivateKey(), with: client)
      var request = ResourceRequest("/az/v1/authorization")
      request.redirects = .refuse
      request.query = [
        "response_type": "code", "client_id": .init(id), "scope": "account", "redirect_uri": "http://mfpredirecturi",
      ]
      // The check has not been passed.
      #expect(try await client.send(request).headers["Location"] == "http://mfpredirecturi?error=access_denied")
      request.query.set("scope", to: "RegisteredClient")
      #expect(try await client.send(request).headers["Location"]?.hasPrefix("http://mfpredirecturi?code=") == true)
      request.query.set("client_id", to: "nobody")
      #expect(try await client.send(request).json?["errorCode"] == "INVALID_CLIENT_ID")
    }
  }

  @Test(arguments: [JSON.object([:]), ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"], ["kty": "RSA"]])
  func `a key of another kind is not registered`(_ jwk: JSON) async throws {
    try await withGateway { client in
      var request = ResourceRequest("/registration/v1/self", method: .post)
      request.body = .json(["jwk": jwk] as JSON)
      let answer = try await client.send(request)
      #expect(answer.status == 400)
    }
  }

  private func register(_ key: P256.Signing.PrivateKey, with client: ResourceClient) async throws -> String {
    let point = key.publicKey.rawRepresentation
    var request = ResourceRequest("/registration/v1/self", method: .post)
    request.body = .json(
      [
        "jwk": [
          "kty": "EC", "crv": "P-256", "x": .string(encoded(point.prefix(32))), "y": .string(encoded(point.suffix(32))),
        ]
      ] as JSON
    )
    let answer = try await client.send(request)
    #expect(answer.status == 201)
    return try #require(answer.headers["Location"]?.split(separator: "/").last.map(String.init))
  }

  private func encoded(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private func decoded(_ text: String) throws -> Data {
    let text = text.replacing("-", with: "+").replacing("_", with: "/")
    return try #require(Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)))
  }
}
