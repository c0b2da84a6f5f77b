// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  private typealias Frames = HTTP2Frames

  /// Announced lengths over HTTP/2: libcurl is told to ignore them, so the transport checks them.
  @Suite(.everyWire, .timeLimit(.minutes(5)))
  struct `Lengths over HTTP/2` {
    private func send(
      _ frames: [UInt8],
      _ method: RequestMethod = .get,
      bodyLimit: Int? = nil,
      closes: Bool = true
    ) async throws -> TransportResponse {
      let server = try Frames.server(frames, closes: closes)
      defer { server.stop() }
      let options = ExchangeOptions(
        limits: ResponseLimits(bodyBytes: bodyLimit).merging(.standard),
        httpVersion: .http2PriorKnowledge
      )
      let request = ResolvedRequest(method: method, url: try ResourceURL(server.url("/")), options: options)
      return try await CurlTransport().send(request, context: CallContext())
    }

    private func request(_ server: ScriptedServer) -> ResourceRequest {
      var request = ResourceRequest(server.url("/"))
      request.httpVersion = .http2PriorKnowledge
      return request
    }

    private func code(_ frames: [UInt8], bodyLimit: Int? = nil) async -> ResourceError.Code? {
      let failure = await #expect(throws: TransportFailure.self) { try await send(frames, bodyLimit: bodyLimit) }
      return failure?.code
    }

    /// An HTTP/1.1 server that sends less than it announced.
    private func cutShort(_ statusLine: String) throws -> ScriptedServer {
      try ScriptedServer(
        responses: [ScriptedResponse(raw: statusLine + "\r\nContent-Length: 3\r\n\r\nok", closes: true)],
        repeatsLast: true
      )
    }

    @Test func `fields behind a body of announced length arrive`() async throws {
      let response = try await send(
        Frames.head(length: 2) + Frames.body("ok", ends: false) + Frames.trailer("check", "sum"),
        closes: false
      )
      #expect(response.body.bytes == Data("ok".utf8))
      #expect(response.headers["Content-Length"] == "2")
      #expect(response.trailers["check"] == "sum")
    }

    @Test func `a body shorter or longer than it was announced is a failure`() async throws {
      for end in [
        Frames.body("ok", ends: true), Frames.body("ok", ends: false) + Frames.trailer("a", "b"),
        Frames.body("ok", ends: false), Frames.body("ok", ends: false) + Frames.reset(0),
      ] {
        let code = await code(Frames.head(length: 3) + end)
        #expect([.connectionClosed, .protocolViolation].contains(code))
      }
      for end in [
        Frames.body("ok", ends: true), Frames.body("o", ends: false) + Frames.body("k", ends: true),
        Frames.body("ok", ends: false) + Frames.trailer("a", "b"),
      ] {
        #expect(await code(Frames.head(length: 1) + end) == .protocolViolation)
      }
    }

    @Test func `a body of announced length that came whole is one, however the stream ends`() async throws {
      for end in [Frames.goAway(last: 1, 0), Frames.goAway(last: 1, 2), []] {
        let response = try await send(Frames.head(length: 2) + Frames.body("ok", ends: false) + end)
        #expect(response.body.bytes == Data("ok".utf8))
      }
      for (length, isWhole) in [(2, true), (3, false)] {
        for code in [0, 8] {
          let hasRead = Gate()
          let server = try Frames.server(
            Frames.head(length: length) + Frames.body("ok", ends: false),
            then: (hasRead, Frames.reset(code))
          )
          defer { server.stop() }
          let answer = try await ResourceClient(options: .everyWire).stream(request(server))
          let chunks = answer.makeAsyncIterator()
          #expect(try await chunks.next() == Data("ok".utf8))
          hasRead.open()
          if isWhole {
            #expect(try await chunks.next() == nil)
          } else {
            await #expect(throws: ResourceError.self) { _ = try await chunks.next() }
          }
        }
      }
    }

    @Test func `an announced body beyond the limit ends the exchange`() async throws {
      #expect(await code(Frames.head(length: 101), bodyLimit: 100) == .bodyTooLarge)
    }

    @Test func `answers that have no body may announce a length`() async throws {
      let head = try await send(Frames.head(length: 7, ends: true), .head)
      #expect(head.status == 200)
      // 204 and 304: indexes 9 and 11 of the static table.
      for status: UInt8 in [0x89, 0x8B] {
        let response = try await send(Frames.head(length: 0, status: status, ends: true))
        #expect(response.status == (status == 0x89 ? 204 : 304))
      }
    }

    @Test func `a stream knows what was announced, and its end is checked`() async throws {
      for (length, isWhole) in [(2, true), (3, false)] {
        let hasRead = Gate()
        let server = try Frames.server(
          Frames.head(length: length) + Frames.body("o", ends: false),
          then: (hasRead, Frames.body("k", ends: true))
        )
        defer { server.stop() }
        let answer = try await ResourceClient(options: .everyWire).stream(request(server))
        #expect(answer.head.expectedLength == length)
        hasRead.open()
        if isWhole {
          #expect(try await answer.collect().data == Data("ok".utf8))
        } else {
          await #expect(throws: ResourceError.self) { try await answer.collect() }
        }
      }
    }

    @Test func `over HTTP 1 they count again on the same handle`() async throws {
      let transport = CurlTransport()
      let second = try Frames.server(Frames.head(length: 2) + Frames.body("ok", ends: true))
      defer { second.stop() }
      let first = try cutShort("HTTP/1.1 200 OK")
      defer { first.stop() }
      // A status line does not make a connection HTTP/2.
      let lying = try cutShort("HTTP/2 200")
      defer { lying.stop() }
      for _ in 0..<2 {
        let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
        let request = ResolvedRequest(method: .get, url: try ResourceURL(second.url("/")), options: options)
        #expect(try await transport.send(request, context: CallContext()).body.bytes == Data("ok".utf8))
        for server in [first, lying] {
          let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url("/")))
          await #expect(throws: TransportFailure.self) { try await transport.send(request, context: CallContext()) }
        }
      }
    }
  }
#endif
