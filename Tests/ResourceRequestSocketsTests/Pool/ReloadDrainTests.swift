// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestLoop
  @testable import ResourceRequestSockets

  /// Connections of an old configuration.
  @Suite(.timeLimit(.minutes(2)))
  struct ReloadDrainTests {
    private static func configuration(
      _ one: ScriptedServer,
      _ other: ScriptedServer,
      _ keys: String = ""
    ) throws -> ResourceConfiguration {
      try ResourceConfiguration(
        json: #"""
          {"defaults": {"idleConnectionTime": "1h"},
           "backendServices": [{"service": "one", "baseUrl": "\#(one.url("/"))"\#(keys)},
                               {"service": "other", "baseUrl": "\#(other.url("/"))"}]}
          """#
      )
    }

    private static func server() throws -> ScriptedServer {
      try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
    }

    /// A server that ends each response to a request for `slow` when the gate is open.
    private static func server(_ asked: Gate, _ go: Gate) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
          if request.target.hasSuffix("slow") {
            asked.open()
            try connection.wait(for: go)
          }
          try connection.send("llo")
        }
      }
    }

    @Test(arguments: [#", "idleConnectionTime": "2h""#, #", "headers": {"X-New": "1"}"#])
    func `of a changed service they end, and of the others they are used again`(_ change: String) async throws {
      let (one, other) = (try Self.server(), try Self.server())
      let transport = SocketTransport(.ofProcess, drainTime: .zero)
      let client = ResourceClient(configuration: try Self.configuration(one, other), transport: transport)
      for service in ["one", "other"] { _ = try await client.send(ResourceRequest("x", service: service)) }
      client.reload(try Self.configuration(one, other, change))
      try await one.waitForPeerClose()
      for service in ["one", "other"] { _ = try await client.send(ResourceRequest("x", service: service)) }
      #expect(one.connections.count == 2 && other.connections.count == 1)
      #expect(client.status.connections?.idle == 2)
    }

    @Test func `a response under way is not cut, and its connection ends when it has come`() async throws {
      let (asked, go) = (Gate(), Gate())
      let (one, other) = (try Self.server(asked, go), try Self.server())
      defer { one.stop() }
      let transport = SocketTransport(.ofProcess, drainTime: .zero)
      let client = ResourceClient(configuration: try Self.configuration(one, other), transport: transport)
      async let response = client.send(ResourceRequest("slow", service: "one"))
      try await asked.wait()
      client.reload(.empty)
      // By then the loop has checked its connections.
      _ = try await client.send(ResourceRequest(other.url("/")))
      #expect(!one.connections[0].isClosedByPeer)
      go.open()
      #expect(try await response.text == "hello")
      try await one.waitForPeerClose()
    }

    @Test func `a call of an old configuration ends no connection that a current service shares`() async throws {
      let (asked, go) = (Gate(), Gate())
      let server = try Self.server(asked, go)
      defer { server.stop() }
      let transport = SocketTransport(.ofProcess, drainTime: .zero)
      let client = ResourceClient(configuration: try Self.configuration(server, server), transport: transport)
      _ = try await client.send(ResourceRequest("x", service: "other"))
      async let response = client.send(ResourceRequest("slow", service: "one"))
      try await asked.wait()
      client.reload(try Self.configuration(server, server, #", "headers": {"X-New": "1"}"#))
      // By then the loop knows which lifetimes have ended.
      let other = try Self.server()
      defer { other.stop() }
      _ = try await client.send(ResourceRequest(other.url("/")))
      go.open()
      #expect(try await response.text == "hello")
      for _ in 0..<3 { _ = try await client.send(ResourceRequest("x", service: "other")) }
      #expect(server.connections.count == 1)
    }
  }
#endif
