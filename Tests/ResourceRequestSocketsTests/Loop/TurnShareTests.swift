// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// What a turn of the loop reads is divided among all that have something to read.
  @Suite(.timeLimit(.minutes(2)))
  struct TurnShareTests {
    /// Not of a byte each: what counts is how many bytes arrive, and under a sanitizer so many chunks take seconds a turn.
    private static let chunks = Array(
      String(repeating: "40\r\n\(String(repeating: "x", count: 64))\r\n", count: 2_500).utf8
    )

    @Test func `a response is read although more connections flood than a turn has shares for`() async throws {
      let floods = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while true { try connection.send(Self.chunks) }
      }
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer {
        floods.stop()
        server.stop()
      }
      let transport = SocketTransport()
      var flooded = ResolvedRequest(method: .get, url: try ResourceURL(floods.url()))
      flooded.options.bodyLimit = .max
      let (flood, request) = (flooded, ResolvedRequest(method: .get, url: try ResourceURL(server.url())))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<24 {
          group.addTask { _ = try? await transport.send(flood, context: CallContext()) }
        }
        try? await floods.wait(for: "all floods") { $0.count == 24 && $0.allSatisfy { $0.sentCount > 3_000_000 } }
        for _ in 0..<3 {
          let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
          let status = try? await transport.send(request, context: context).status
          #expect(status == 200)
        }
        group.cancelAll()
      }
    }

    @Test(arguments: [false, true])
    func `a request that ends with its share of a turn has not been answered early`(_ isProduced: Bool) async throws {
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(404, "no")) }
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let (bytes, url) = (Data(count: 1 << 20), try ResourceURL(server.url()))
      let body = OutgoingBody(length: bytes.count, isReplayable: true) {
        chunkStream((0..<16).map { bytes[($0 << 16)..<(($0 + 1) << 16)] })
      }
      let request = ResolvedRequest(method: .post, url: url, body: isProduced ? body : OutgoingBody(bytes))
      // Whether the response is there before the next turn is chance.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<20 {
              let status = try await transport.send(request, context: CallContext()).status
              #expect(status == 404)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(server.connections.count <= 8)
    }
  }
#endif
