// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Servers that agree on HTTP/2 and then require HTTP/1.1 (RFC 9113 §7, HTTP_1_1_REQUIRED).
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct HTTP2RequiredVersionTests {
    private let tls: ScriptedTLS

    init() throws { tls = try ScriptedTLS(http2: true) }

    /// Resets each stream over HTTP/2, or opens none of them, and responds over HTTP/1.1.
    private func server(goesAway: Bool = false) throws -> ScriptedServer {
      try ScriptedServer { [tls] connection in
        guard let session = tls.accept(connection), let start = session.read(14) else { return }
        guard start.elementsEqual("PRI * HTTP/2.0".utf8) else {
          while session.readHead() != nil { session.send("HTTP/1.1 204 No Content\r\n\r\n") }
          return
        }
        _ = session.read(10)
        session.send(RawFrame.settings)
        while let frame = session.readFrame() {
          if frame.type == 1 {
            session.send(goesAway ? RawFrame.goAway(0, 13) : RawFrame.reset(frame.stream, 13))
          }
        }
      }
    }

    private func client(
      _ version: HTTPVersionPolicy,
      goesAway: Bool = false
    ) throws -> (ResourceClient, ScriptedServer, ResourceRequest) {
      let server = try server(goesAway: goesAway)
      let settings = ServiceSettings(connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile)))
      let client = ResourceClient(
        configuration: ResourceConfiguration(defaults: settings),
        transport: SocketTransport()
      )
      var request = ResourceRequest("https" + server.url("/").dropFirst(4), method: .post)
      request.httpVersion = version
      return (client, server, request)
    }

    @Test func `the same holds for an endpoint`() async throws {
      let server = try server()
      defer { server.stop() }
      let url = "https" + server.url().dropFirst(4)
      let document = """
        {"backendServices": [{"service": "a", "baseUrl": "\(url)", "endpoints": [{"url": "\(url)"}],
          "tls": {"caFile": "\(tls.authorityFile)"}}]}
        """
      let client = ResourceClient(
        configuration: try ResourceConfiguration(json: document),
        transport: SocketTransport()
      )
      #expect(try await client.send(ResourceRequest("", method: .post, service: "a")).status == 204)
    }

    @Test(arguments: [false, true])
    func `a request goes over HTTP 1 1 where the server requires that, and later ones at once`(
      _ goesAway: Bool
    ) async throws {
      let (client, server, request) = try client(.negotiated, goesAway: goesAway)
      defer { server.stop() }
      for _ in 0..<3 { #expect(try await client.send(request).status == 204) }
      #expect(server.connections.count == 2)
    }

    @Test func `where only HTTP 2 is allowed the error says what to set`() async throws {
      let (client, server, request) = try client(.http2PriorKnowledge)
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) { _ = try await client.send(request) }
      #expect(error?.description.contains("set `httpVersion` to \"1.1\"") == true, "\(error?.description ?? "")")
    }
  }
#endif
