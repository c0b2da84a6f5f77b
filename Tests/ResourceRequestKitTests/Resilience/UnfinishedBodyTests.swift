// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// A body whose producer goes on when its attempt has ended.
  @Suite(.timeLimit(.minutes(2)))
  struct UnfinishedBodyTests {
    @Test(arguments: [false, true])
    func `is never sent again in part as if it were whole`(isCoded: Bool) async throws {
      let isOver = Lock(false)
      defer { isOver.withLock { $0 = true } }
      // What makes the body goes on until the call is over, a piece at a time.
      let chunks = AsyncThrowingStream<Data, any Error> { producer in
        Task {
          while !isOver.withLock(\.self) {
            producer.yield(Data((0..<1000).map { _ in UInt8.random(in: 0...255) }))
            for _ in 0..<2000 { await Task.yield() }
          }
          producer.finish()
        }
      }
      let server = try ScriptedServer { connection in
        // The refusal comes while the rest is made.
        guard connection.index == 0 else {
          _ = try connection.readRequest()
          return try connection.send(ScriptedResponse(200, "taken"))
        }
        _ = try connection.readHead()
        _ = try connection.read(2500)
        try connection.send("HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbusy")
        try connection.pause(for: .milliseconds(200))
      }
      defer { server.stop() }
      let coding = isCoded ? #", "requestCompression": "gzip""# : ""
      let json = #"""
        {"service": "s", "baseUrl": "\#(server.url())", "retry": {"attempts": 3, "backoff": {"base": "200ms", "max": "200ms"}}\#(coding)}
        """#
      let client = ResourceClient(
        configuration: try ResourceConfiguration(json: json),
        transport: DefaultTransport(.sockets)
      )
      let request = ResourceRequest("x", method: .put, service: "s", body: .stream(chunks))
      let response = try await client.send(request)
      #expect(response.text == "busy" && response.attempts.count == 1)
      #expect(server.connections.count == 1)
    }
  }
#endif
