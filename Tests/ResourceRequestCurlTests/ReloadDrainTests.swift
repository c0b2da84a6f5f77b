// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCurl
  @testable import ResourceRequestLoop

  /// Connections of an old configuration, over real sockets.
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

    private static let changes = [
      #", "idleConnectionTime": "2h""#, #", "headers": {"X-New": "1"}"#,
    ]

    @Test(arguments: changes)
    func `of a changed service they end, and of the others they are used again`(_ change: String) async throws {
      let (one, other) = (try Self.server(), try Self.server())
      let transport = CurlTransport(.ofProcess, drainTime: .zero)
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
      let one = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
          asked.open()
          try connection.wait(for: go)
          try connection.send("llo")
        }
      }
      let other = try Self.server()
      defer { one.stop() }
      let transport = CurlTransport(.ofProcess, drainTime: .zero)
      let client = ResourceClient(configuration: try Self.configuration(one, other), transport: transport)
      async let response = client.send(ResourceRequest("x", service: "one"))
      try await asked.wait()
      client.reload(.empty)
      // By then the loop has checked its connections.
      _ = try await client.send(ResourceRequest(other.url("/")))
      #expect(!one.connections[0].isClosedByPeer)
      go.open()
      #expect(try await response.text == "hello")
      try await one.waitForPeerClose()
    }

    @Test func `within the time of draining a service that comes back finds them`() async throws {
      let (one, other) = (try Self.server(), try Self.server())
      let client = ResourceClient(configuration: try Self.configuration(one, other), transport: CurlTransport())
      for _ in 0..<3 {
        _ = try await client.send(ResourceRequest("x", service: "one"))
        client.reload(.empty)
        client.rollback()
      }
      _ = try await client.send(ResourceRequest("x", service: "one"))
      #expect(one.connections.count == 1)
    }

    @Test func `the time of draining is half a minute`() { #expect(CurlTransport.drainTime == .seconds(30)) }
  }
#endif
