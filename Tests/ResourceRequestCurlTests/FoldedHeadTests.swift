// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// A head that begins with a blank would continue a field of the response before: libcurl (7.84 to 8.0) would write into
  /// its freed memory.
  @Suite(.everyWire, .timeLimit(.minutes(5)))
  struct FoldedHeadTests {
    private static let heads = [
      "HTTP/1.1 302 Found\r\nLocation: /next\r\nX-Long: \(String(repeating: "l", count: 300))\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\n X: \(String(repeating: "a", count: 500))\r\nContent-Length: 2\r\n\r\nok",
    ]

    @Test func `a head that begins with a blank is refused behind a response too`() async throws {
      let client = ResourceClient(options: .everyWire)
      for closes in [false, true] {
        for _ in 0..<20 {
          let server = try ScriptedServer(responses: Self.heads.map { ScriptedResponse(raw: $0, closes: closes) })
          defer { server.stop() }
          let failure = await #expect(throws: ResourceError.self) {
            try await client.send(ResourceRequest(server.url("/")))
          }
          #expect(failure?.code == .protocolViolation)
        }
      }
    }
  }
#endif
