// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Attempts whose time ends before anything of them has gone out.
  @Suite(.timeLimit(.minutes(1))) struct UnsentAttemptTests {
    enum Wire: CaseIterable {
      case own
      case curl

      var transport: any Transport {
        switch self {
        case .own: DefaultTransport()
        case .curl: CurlTransport()
        }
      }
    }

    private func client(_ wire: Wire, _ document: String) throws -> ResourceClient {
      ResourceClient(configuration: try ResourceConfiguration(json: document), transport: wire.transport)
    }

    @Test(arguments: Wire.allCases, [false, true])
    func `one that waits for a place of this client says so, in memory and as a stream`(
      _ wire: Wire,
      _ isStream: Bool
    ) async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let client = try client(
        wire,
        #"""
        {"service": "s", "baseUrl": "\#(server.url())", "maxConnections": 1,
         "timeouts": {"attempt": "150ms"}}
        """#
      )
      let held = try await client.stream(ResourceRequest("held", service: "s"))
      let request = ResourceRequest("x", method: .post, service: "s")
      let error = try await #require(throws: ResourceError.self) {
        if isStream { _ = try await client.stream(request) } else { _ = try await client.send(request) }
      }
      #expect(error.code == .attemptTimeout)
      #expect(error.attempts.map(\.phase).allSatisfy { $0 == .queued })
      #expect(!error.mayHaveExecuted)
      #expect(server.requests.count == 1)
      held.cancel()
    }

    @Test(arguments: Wire.allCases)
    func `one that finds no connection in its time goes to another endpoint, whatever its method`(
      _ wire: Wire
    ) async throws {
      let silent = try SilentListener()
      let server = try FastServer { _ in FastAnswer(204, []) }
      defer { server.stop() }
      let (first, second) = (silent.url(""), server.url().dropLast())
      let client = try client(
        wire,
        #"""
        {"service": "s", "baseUrl": "\#(first)", "timeouts": {"attempt": "200ms"},
         "endpoints": [{"url": "\#(first)"}, {"url": "\#(second)", "priority": 1}]}
        """#
      )
      let response = try await client.send(ResourceRequest("x", method: .post, service: "s"))
      #expect(response.status == 204)
      #expect(response.attempts.map(\.phase) == [.connecting, .receiving])
    }
  }
#endif
