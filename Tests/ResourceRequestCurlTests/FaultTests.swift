// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Server faults in addition to those of `TransportConformance`, which every transport is tested with.
  @Suite(.everyWire, .timeLimit(.minutes(5)))
  struct FaultTests {
    @Test func `a reset while the body is sent is a failure, and the server may have acted`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        _ = try connection.read(1 << 20)
        connection.reset()
      }
      defer { server.stop() }
      let request = ResolvedRequest(
        method: .post,
        url: try ResourceURL(server.url()),
        body: OutgoingBody(Data(count: 64 << 20))
      )
      let failure = await #expect(throws: TransportFailure.self) {
        try await CurlTransport().send(request, context: CallContext())
      }
      #expect(failure?.code == .connectionClosed)
      #expect(failure?.phase == .sent)
      #expect(failure?.mayHaveExecuted == true)
      #expect(server.connections.count == 1)
    }

    @Test func `bytes after a body are no response`() async throws {
      let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          let isFirst = connection.index == 0
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + (isFirst ? forged : ""))
        }
      }
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      for _ in 0..<3 { #expect(try await client.send(ResourceRequest(server.url())).text == "ok") }
      #expect(server.connections.count == 2)
    }
  }
#endif
