// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestCore
  import ResourceRequestCurl
  import TestSupport
  import Testing

  struct CurlTransportTests {
    @Test func `an answer comes back whole`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: 1\r\nA: 2\r\n\r\nok")
      }
      let transport = CurlTransport()
      let response = try await transport.send(
        ResolvedRequest(url: ResourceURL(server.url("/path"))),
        context: CallContext()
      )
      #expect(response.status == 200)
      #expect(response.body.bytes == Data("ok".utf8))
      #expect(response.headers.values(for: "a") == ["1", "2"])
      #expect(response.metrics.peerAddress == "127.0.0.1")
    }
  }
#endif
