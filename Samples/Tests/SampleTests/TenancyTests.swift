// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

@Suite struct TenancyTests {
  /// Answers with the fields of the tenant.
  private static func server() async throws -> LoopbackServer {
    try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let names = ["X-Tenant", "X-Plan", "X-Tenant-Proof"]
        let values = names.map { request.headers[HTTPHeader($0)] ?? "none" }
        return HTTPResponse(statusCode: .ok, body: Data(values.joined(separator: " ").utf8))
      }
    )
  }

  @Test func `the feature's keys reach the server, and are explained and reported without the secret`() async throws {
    let server = try await Self.server()
    let environment = ["BACKEND_URL": server.url, "TENANT_PROOF": "hush"]
    let outcome = try await BuiltProduct.tenancy.run(environment: environment)
    await server.stop()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(4)) == [
        "200 OK acme team hush", "tenancy.tenant: acme (service Samples/tenancy.json:7:20)",
        "tenancy.plan: team (defaults Samples/tenancy.json:2:30)",
        "tenancy.proof: ‹redacted› (service Samples/tenancy.json:7:38)",
      ]
    )
    #expect(lines.last == "orders: tenancy: attempts for acme 1")
    #expect(!lines.dropFirst().joined().contains("hush"))
  }

  @Test func `a mistake in its keys is reported with its place, and the key that was meant`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a.json")
      let document =
        #"{"service": "orders", "baseUrl": "http://127.0.0.1:1", "tenancy": {"tenent": "acme", "plan": "tem"}}"#
      try Data(document.utf8).write(to: file)
      let outcome = try await BuiltProduct.tenancy.run(file.path)
      #expect(outcome.status == 65)
      #expect(outcome.text.contains(#"a.json:1:68: unknown key "tenent"; did you mean "tenant"?"#))
      #expect(outcome.text.contains(#"expected "free", "team" or "enterprise", found "tem"; did you mean "team"?"#))
    }
  }
}
