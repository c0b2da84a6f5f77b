// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Dispatch
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// What a server says without being asked is never the response to a request (RFC 9112 §9.2).
  @Suite(.timeLimit(.minutes(2)))
  struct UnaskedBytesTests {
    /// Waits on the thread of the loop, which a task may hold up.
    private func hold(until moment: DispatchSemaphore) {
      moment.wait()
      // Longer than the loop takes its knowledge of the sockets for granted.
      let end = ContinuousClock.now + .milliseconds(2)
      while ContinuousClock.now < end {}
    }

    @Test func `bytes that come while a task holds the loop up are no response to its next request`() async throws {
      let (isAsked, isSent) = (Gate(), DispatchSemaphore(value: 0))
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal")
        guard connection.index == 0 else { return }
        try connection.wait(for: isAsked)
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged")
        isSent.signal()
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url()))
      let executor = try #require(transport.taskExecutor)
      try await Task(executorPreference: executor) {
        for number in 0..<2 {
          let response = try await transport.send(request, context: CallContext())
          #expect(response.body.bytes == Data("real".utf8))
          #expect(!response.metrics.reusedConnection)
          guard number == 0 else { return }
          isAsked.open()
          hold(until: isSent)
        }
      }.value
      #expect(server.connections.count == 2)
    }

    @Test(arguments: [
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n", "ICY 200 OK\r\n\r\n",
    ])
    func `a response that breaks the protocol ends its connection`(_ response: String) async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send(response)
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url()))
      let failure = await #expect(throws: TransportFailure.self) {
        _ = try await SocketTransport().send(request, context: CallContext())
      }
      #expect(failure?.code == .protocolViolation)
      #expect(failure?.mayHaveExecuted == true)
      try await server.waitForPeerClose()
    }
  }
#endif
