// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// What a server has said before it was asked is seen, though the system reports it with the connection and not again.
  @Suite(.timeLimit(.minutes(2)))
  struct EarlyBytesTests {
    @Test(arguments: [true, false])
    func `a server that refuses at once is understood`(endsItsSide: Bool) async throws {
      let server = try ScriptedServer { connection in
        try connection.send("HTTP/1.1 503 Busy\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        if endsItsSide { connection.closeSending() }
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let options = ExchangeOptions(timeouts: Timeouts(read: .seconds(5)))
      let request = ResolvedRequest(url: try ResourceURL(server.url()), options: options)
      // Whether both come in one report is a matter of luck, so there are many.
      try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<8 {
          group.addTask {
            var statuses: [Int] = []
            for _ in 0..<40 {
              statuses.append(try await transport.send(request, context: CallContext()).status.code)
            }
            return statuses
          }
        }
        for try await statuses in group { #expect(statuses.allSatisfy { $0 == 503 }) }
      }
    }
  }
#endif
