// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Logins that httpbin and apache verify with their own implementations.
@Suite struct LoginTests {
  static let transports = TransportUnderTest.allCases

  @Test(arguments: ["auth", "auth-int"], ["MD5", "SHA-256"])
  func `a digest is the one the server reckons`(_ protection: String, _ algorithm: String) async throws {
    let path = "/digest-auth/\(protection)/ann/p:w/\(algorithm)"
    let service = BackendService(
      name: "digest",
      baseURL: try ResourceURL(Servers.httpbin("/")),
      credential: .digest(username: "ann", password: "p:w")
    )
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service]))
    // Without a query, since httpbin fails on one.
    var request = ResourceRequest(path, service: "digest")
    #expect(try await client.send(request).status == 200)
    request.usesCredentials = false
    #expect(try await client.send(request).status == 401)
  }

  @Test(arguments: [RequestCompression.gzip, .deflate], ["MD5", "SHA-256"])
  func `a digest of a compressed body is the one the server reckons`(
    _ compression: RequestCompression,
    _ algorithm: String
  ) async throws {
    let service = BackendService(
      name: "digest",
      baseURL: try ResourceURL(Servers.httpbin("/")),
      credential: .digest(username: "ann", password: "p:w")
    )
    let client = ResourceClient(configuration: ResourceConfiguration(services: [service]))
    // httpbin hashes the body as received, and has this path for GET only.
    var request = ResourceRequest("/digest-auth/auth-int/ann/p:w/\(algorithm)", service: "digest")
    request.body = .string(String(repeating: "all work and no play, ", count: 1_000))
    request.compression = compression
    #expect(try client.resolve(request).headers["Content-Encoding"] != nil)
    #expect(try await client.send(request).status == 200)
  }

  @Test func `apache takes the digest, with query, body and umlaut, and refuses another password`() async throws {
    let server = try Servers.variable("INTEROP_APACHE")
    func client(_ password: Secret) throws -> ResourceClient {
      let service = BackendService(
        name: "digest",
        baseURL: try ResourceURL(server),
        credential: .digest(username: "ann", password: password)
      )
      return ResourceClient(configuration: ResourceConfiguration(services: [service]))
    }
    let right = try client("hunter2:ü")
    for _ in 0..<5 {
      let response = try await right.send(ResourceRequest("/index.txt?a=b%20c&d", service: "digest"))
      #expect(response.status == 200)
      #expect(response.text == "for ann alone\n")
    }
    var post = ResourceRequest("/index.txt", method: .post, service: "digest")
    post.body = .string("sent again after the challenge")
    #expect(try await client("hunter2:ü").send(post).status == 200)
    #expect(try await client("hunter2").send(ResourceRequest("/index.txt", service: "digest")).status == 401)
  }

  @Test(arguments: transports)
  func `credentials in a URL are understood as Basic`(over transport: TransportUnderTest) async throws {
    let url = try Servers.httpbin("/basic-auth/ann/p:w%20x").replacing("http://", with: "http://ann:p%3Aw%20x@")
    let response = try await transport.client().send(ResourceRequest(url))
    #expect(response.status == 200)
    #expect(response.json?["user"].string == "ann")
  }
}
