// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// A server that closes its connections as soon as they are idle, over HTTP/2 and TLS.
@Suite struct IdleCloseTests {
  @Test func `requests that meet a connection while it is closed are answered all the same`() async throws {
    let tls = TLSOptions(caFile: try Servers.authority(), serverName: "other.example")
    let client = ResourceClient(
      configuration: ResourceConfiguration(
        defaults: ServiceSettings(connection: ConnectionOptions(tls: tls))
      )
    )
    let url = try Servers.variable("INTEROP_TLS_OTHER_HOST")
    let connections = try await withThrowingTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var connections: Set<String> = []
          for _ in 0..<50 {
            let seen = try await client.send(ResourceRequest(url)).successful()
            #expect(seen.json?["protocol"] == "HTTP/2.0")
            connections.insert(seen.json?["connection"].string ?? "none")
          }
          return connections
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    // So many connections show that the server did close them.
    #expect(connections.count > 40)
  }
}
