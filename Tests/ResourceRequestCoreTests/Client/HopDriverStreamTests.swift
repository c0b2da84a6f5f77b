// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Redirects whose responses are returned at their heads.
@Suite(.timeLimit(.minutes(5)))
struct HopDriverStreamTests {
  /// Responds to `/first` with a streamed redirect, and to other requests with a streamed body.
  private struct Streaming: Transport {
    let capabilities = TransportCapabilities()
    let log = Lock<[String]>([])
    /// The redirect's body; `nil` for one that never arrives.
    let body: String?
    var headers: Headers = [:]
    var status: Status = 302

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let (log, path) = (log, request.url.path)
      if let body = request.body { _ = try await body.chunks() }
      log.withLock { $0.append("sent \(path)") }
      let (stream, writer) = IncomingStream.makeStream(
        window: 1 << 20,
        whenCancelled: { log.withLock { $0.append("cancelled \(path)") } }
      )
      let isFirst = path == "/first"
      if let text = isFirst ? body : "end" {
        _ = writer.write(Data(text.utf8))
        var metrics = ExchangeMetrics(total: .seconds(1))
        metrics.bytesReceived = text.utf8.count
        writer.finish(IncomingStream.End(metrics: metrics))
      }
      var headers = headers
      if isFirst { headers["Location"] = "/second" } else { headers = [:] }
      return TransportResponse(status: isFirst ? status : 200, headers: headers, body: IncomingBody(stream))
    }

    var happened: [String] { log.withLock { $0.filter { $0 != "cancelled /second" } } }
  }

  private func request(_ redirects: RedirectPolicy = .follow) -> ResourceRequest {
    var request = ResourceRequest("http://h.example/first")
    request.redirects = redirects
    return request
  }

  @Test func `a small redirect is read and its connection kept, and its cost is known`() async throws {
    let transport = Streaming(body: "moved")
    let response = try await ResourceClient(transport: transport).send(request())
    #expect(response.text == "end")
    // A stream is also cancelled after its end, once it is released; that may be at any time.
    #expect(transport.happened.filter { $0.hasPrefix("sent") } == ["sent /first", "sent /second"])
    #expect(response.redirects.map(\.metrics.bytesReceived) == [5])
    #expect(response.attempts.map(\.metrics?.bytesReceived) == [5, 3])
    #expect(response.metrics.bytesReceived == 8)
    #expect(response.metrics.total == .seconds(2))
  }

  @Test func `a large one is cancelled before the next hop is sent`() async throws {
    let transport = Streaming(body: nil, headers: ["Content-Length": "1000000"])
    let response = try await ResourceClient(transport: transport).send(request())
    #expect(response.text == "end")
    #expect(transport.happened == ["sent /first", "cancelled /first", "sent /second"])
  }

  @Test func `one whose request cannot be sent again is in the error, body and all`() async throws {
    let transport = Streaming(body: "moved", status: 307)
    var request = request(.decide { _ in true })
    request.method = .put
    request.body = .stream(AsyncStream<Data> { $0.finish() }, length: 0)
    let sent = request
    let error = try await #require(throws: ResourceError.self) {
      try await ResourceClient(transport: transport).send(sent)
    }
    #expect(error.code == .bodyNotReplayable)
    #expect(error.response?.text == "moved")
  }

  @Test func `one that is refused is the response, body and all`() async throws {
    let transport = Streaming(body: "moved")
    let response = try await ResourceClient(transport: transport).send(request(.refuse))
    #expect(response.status == 302)
    #expect(response.text == "moved")
  }

  @Test(arguments: [true, false]) func `who decides may have the redirect's body as the response`(follows: Bool)
    async throws
  {
    let transport = Streaming(body: "moved")
    let response = try await ResourceClient(transport: transport).send(request(.decide { _ in follows }))
    #expect(response.text == (follows ? "end" : "moved"))
    #expect(response.redirects.count == (follows ? 1 : 0))
  }

  @Test func `a stream at the end of redirects is its reader's, and going away cancels it`() async throws {
    let transport = Streaming(body: "moved")
    let client = ResourceClient(transport: transport)
    do {
      let stream = try await client.stream(request())
      #expect(stream.head.redirects.count == 1)
      #expect(transport.log.withLock { !$0.contains("cancelled /second") })
      #expect(try await stream.collect().text == "end")
    }
    #expect(await client.drain(within: .seconds(30)))
    #expect(transport.log.withLock { $0.contains("cancelled /second") })
  }

  @Test func `too many redirects end the last one's body too`() async throws {
    let transport = Streaming(body: nil, headers: ["Content-Length": "1000000"])
    let error = await #expect(throws: ResourceError.self) {
      try await ResourceClient(transport: transport).send(request(.follow(limit: 0)))
    }
    #expect(error?.code == .tooManyRedirects)
    #expect(error?.response?.status == 302)
    #expect(transport.happened == ["sent /first", "cancelled /first"])
  }
}
