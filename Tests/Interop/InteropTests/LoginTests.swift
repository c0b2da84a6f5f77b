// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Logins that httpbin checks by its own reckoning.
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
    // Without a query: httpbin fails on one.
    var request = ResourceRequest(path, service: "digest")
    #expect(try await client.send(request).status == 200)
    request.usesCredentials = false
    #expect(try await client.send(request).status == 401)
  }

  @Test(arguments: transports)
  func `credentials in a URL are understood as Basic`(over transport: TransportUnderTest) async throws {
    let url = try Servers.httpbin("/basic-auth/ann/p:w%20x").replacing("http://", with: "http://ann:p%3Aw%20x@")
    let response = try await transport.client().send(ResourceRequest(url))
    #expect(response.status == 200)
    #expect(response.json?["user"].string == "ann")
  }
}
