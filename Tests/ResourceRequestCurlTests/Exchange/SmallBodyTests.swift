// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Bodies passed to libcurl in one piece, and later requests on the same handle.
  struct SmallBodyTests {

    private func request(
      _ server: ScriptedServer,
      _ method: RequestMethod,
      _ body: OutgoingBody?,
      _ options: ExchangeOptions = .init()
    ) throws -> ResolvedRequest {
      ResolvedRequest(method: method, url: try ResourceURL(server.url("/")), body: body, options: options)
    }

    @Test(arguments: [0, 1, 1024, 16 << 10, (16 << 10) + 1, 100_000])
    func `the bytes of a body are sent and counted once`(length: Int) async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer { server.stop() }
      let transport = CurlTransport()
      let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 % 251) })
      var sent = 0
      // The second request reuses the connection, and a handle that had a body.
      for _ in 0..<2 {
        let response = try await transport.send(
          request(server, .post, OutgoingBody(bytes)),
          context: CallContext()
        )
        sent += response.metrics.bytesSent
      }
      #expect(server.requests.map(\.body) == [Array(bytes), Array(bytes)])
      #expect(server.connections.map(\.receivedCount) == [sent])
    }

    @Test func `nothing of a body is left for the next request of its handle`() async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let isHead = request.method == "HEAD"
          try connection.send(
            isHead ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
          )
        }
      }
      defer { server.stop() }
      let transport = CurlTransport()
      let small = OutgoingBody(Data("small".utf8))
      let large = OutgoingBody(Data(repeating: 7, count: 20_000))
      let chunks = OutgoingBody(length: nil, isReplayable: false) { chunkStream([Data("chunk".utf8)]) }
      let steps: [(RequestMethod, OutgoingBody?)] = [
        (.post, small), (.get, nil), (.put, small), (.post, nil), (.head, nil), (.post, large), (.get, nil),
        (.delete, small), (.delete, nil), (.post, chunks), (.post, small), (.patch, nil), (.options, nil),
        (.post, small),
        (.post, OutgoingBody(Data())), (.get, nil),
      ]
      for (method, body) in steps {
        let status = try await transport.send(request(server, method, body), context: CallContext()).status
        #expect(status == 200)
      }
      #expect(server.requests.map(\.method) == steps.map(\.0.name))
      let expected = steps.map { $0.1?.bytes.map { Array($0) } ?? ($0.1 == nil ? [] : Array("chunk".utf8)) }
      #expect(server.requests.map(\.body) == expected)
      let lengths = server.requests.map { $0.header("Content-Length") }
      #expect(
        lengths == [
          "5", nil, "5", "0", nil, "20000", nil, "5", nil, nil, "5", "0", nil, "5", "0", nil,
        ]
      )
      #expect(server.scriptFailures == [])
    }

    @Test func `a small body too waits to be asked for`() async throws {
      let server = try ScriptedServer { connection in
        let head = try connection.readHead()
        try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
        _ = try connection.readBody(of: head)
        try connection.send(ScriptedResponse(200, "ok"))
      }
      defer { server.stop() }
      var options = ExchangeOptions()
      options.expectContinue = .seconds(30)
      let request = try request(server, .post, OutgoingBody(Data("small".utf8)), options)
      #expect(try await CurlTransport().send(request, context: CallContext()).status == 200)
      #expect(server.requests.map(\.body) == [Array("small".utf8)])
    }
  }
#endif
