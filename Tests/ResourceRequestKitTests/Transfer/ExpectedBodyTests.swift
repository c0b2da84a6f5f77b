// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// A body that can be read once, and a server that is asked before a byte of it is read.
  struct ExpectedBodyTests {
    private static let transports: [TransportChoice] = [.standard, .curl]

    /// Sends the body "hello", once, to a server that answers the head of the first request, and the second request with its body.
    private func send(
      to first: String,
      over choice: TransportChoice,
      _ change: (inout ResourceRequest) -> Void = { _ in }
    ) async throws -> (ResourceResponse, [String?]) {
      let expectations = Lock<[String?]>([])
      let server = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          let isFirst = expectations.withLock { expectations in
            expectations.append(head.header("Expect"))
            return expectations.count == 1
          }
          if isFirst {
            try connection.send(first)
            return connection.close()
          }
          if head.header("Expect") != nil { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
          let request = try connection.readBody(of: head)
          try connection.send(ScriptedResponse(200, request.text))
        }
      }
      defer { server.stop() }
      let chunks = AsyncThrowingStream<Data, any Error> {
        $0.yield(Data("hello".utf8))
        $0.finish()
      }
      var request = ResourceRequest(server.url("/a"), method: .put, body: .stream(chunks))
      request.expectContinue = .always(wait: .seconds(60))
      change(&request)
      let client = ResourceClient(options: ClientOptions(transport: choice))
      return (try await client.send(request), expectations.withLock(\.self))
    }

    @Test(arguments: transports)
    func `is sent without asking where asking is refused`(_ choice: TransportChoice) async throws {
      let refusal = "HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      let (response, expectations) = try await send(to: refusal, over: choice)
      #expect(response.text == "hello")
      #expect(expectations == ["100-continue", nil])
    }

    @Test(arguments: transports)
    func `goes along with a redirect`(_ choice: TransportChoice) async throws {
      let redirect = "HTTP/1.1 307 There\r\nLocation: /b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      let (response, expectations) = try await send(to: redirect, over: choice)
      #expect(response.text == "hello")
      #expect(response.url.path == "/b")
      #expect(expectations.count == 2)
    }
  }
#endif
