// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@Suite struct GatewayCommandTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func `the gateway says where it listens, serves, and ends well when told to`(_ signal: Int32) async throws {
    let gateway = try await RunningServer(.gateway, ["--port", "0"])
    let response = try await ResourceClient().send(ResourceRequest("\(gateway.url)/api/adapters/joke"))
    #expect(gateway.url.hasPrefix("http://127.0.0.1:"))
    #expect(response.status == 200)
    #expect(try await gateway.end(with: signal) == 0)
  }

  @Test func `a broken configuration is told with its place`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "broken.json")
      try Data(#"{"backendServices": [{"service": 1}]}"#.utf8).write(to: file)
      let outcome = try await BuiltProduct.gateway.run("--config", file.path)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("broken.json:1:"))
    }
  }

  @Test func `a port that is taken is told in one line`() async throws {
    let gateway = try await RunningServer(.gateway, [])
    let port = try #require(gateway.url.split(separator: ":").last?.prefix { $0.isNumber })
    let outcome = try await BuiltProduct.gateway.run("--port", String(port))
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "gateway: cannot listen on 127.0.0.1:\(port): Address already in use; choose another --port\n"
    )
    #expect(try await gateway.end() == 0)
  }
}
