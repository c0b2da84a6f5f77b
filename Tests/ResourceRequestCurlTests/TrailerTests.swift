// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite(.everyWire) struct `Trailers of a request` {
    private func post(_ server: ScriptedServer, _ body: ResourceRequest.Body?, _ trailers: RequestTrailers)
      -> ResourceRequest
    {
      var request = ResourceRequest(server.url("/"), method: .post)
      request.body = body
      request.trailers = trailers
      return request
    }

    @Test func `fields that are known after the body follow it`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let sent = Lock(0)
      let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        for text in ["one", "two", "three"] {
          sent.withLock { $0 += text.utf8.count }
          continuation.yield(Data(text.utf8))
        }
        continuation.finish()
      }
      let trailers = RequestTrailers(["X-Count", "Content-Digest"]) {
        ["x-count": "\(sent.withLock(\.self))", "Content-Digest": "sha-256=:AA=:"]
      }
      let client = ResourceClient(options: .everyWire)
      _ = try await client.send(post(server, .stream(chunks), trailers))
      let request = try #require(server.requests.first)
      #expect(request.header("Trailer") == "X-Count, Content-Digest")
      #expect(request.header("Transfer-Encoding") == "chunked")
      #expect(request.body == Array("onetwothree".utf8))
      #expect(request.trailers.map(\.name) == ["x-count", "Content-Digest"])
      #expect(request.trailers.map(\.value) == ["11", "sha-256=:AA=:"])
      // The next request on the same handle and connection has no trailers.
      var plain = ResourceRequest(server.url("/"), method: .post)
      plain.body = .string("x")
      _ = try await client.send(plain)
      #expect(server.requests.last?.trailers.isEmpty == true)
      #expect(server.requests.last?.header("Trailer") == nil)
    }

    @Test func `a body in memory has them too, and none need be made`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      for fields in [Headers(), ["X-A": "1"]] {
        _ = try await ResourceClient(options: .everyWire).send(
          post(server, .json(["a": 1]), RequestTrailers(["X-A"]) { fields })
        )
      }
      #expect(server.requests.map(\.body) == [Array(#"{"a":1}"#.utf8), Array(#"{"a":1}"#.utf8)])
      #expect(server.requests.map(\.trailers.count) == [0, 1])
    }

    @Test func `a redirect that keeps the body makes them again, one that drops it drops them`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(307, headers: [("Location", "/again")]),
        ScriptedResponse(303, headers: [("Location", "/got")]),
        ScriptedResponse(200),
      ])
      defer { server.stop() }
      let made = Lock(0)
      let trailers = RequestTrailers(["X-Try"]) { ["X-Try": "\(made.withLock { $0 += 1; return $0 })"] }
      _ = try await ResourceClient(options: .everyWire).send(post(server, .string("body"), trailers))
      #expect(server.requests.map { $0.trailers.map(\.value) } == [["1"], ["2"], []])
      #expect(server.requests.map { $0.header("Trailer") } == ["X-Try", "X-Try", nil])
    }

    @Test(arguments: [
      "Content-Length", "Transfer-Encoding", "Host", "Authorization", "Cookie", "Content-Type", "X-API-Key", "Trailer",
      "Cache-Control", "bad name", "If-Match", "",
    ])
    func `a field that is needed before the body is refused as a trailer`(name: String) async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(
          post(server, .string("x"), RequestTrailers([name]) { Headers() })
        )
      }
      #expect(error?.code == .invalidHeader)
      #expect(server.connections.isEmpty)
    }

    @Test func `what was not announced, or would end the message, fails the request`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      var broken = Headers()
      broken.append("X-A", "1\r\n\r\nGET /smuggled HTTP/1.1")
      for fields: Headers in [["X-B": "1"], broken] {
        let error = await #expect(throws: ResourceError.self) {
          try await ResourceClient(options: .everyWire).send(
            post(server, .string("x"), RequestTrailers(["X-A"]) { fields })
          )
        }
        #expect(error?.code == .invalidHeader)
      }
      #expect(server.requests.isEmpty)
    }

    @Test func `trailers without a body are refused, and over HTTP/2 by libcurl`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let trailers = RequestTrailers(["X-A"]) { Headers() }
      let bodiless = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(post(server, nil, trailers))
      }
      #expect(bodiless?.code == .invalidBody)
      var request = post(server, .string("x"), trailers)
      request.httpVersion = .http2PriorKnowledge
      let client = ResourceClient(transport: CurlTransport())
      let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
      #expect(error?.code == .unsupported)
    }
  }
#endif
