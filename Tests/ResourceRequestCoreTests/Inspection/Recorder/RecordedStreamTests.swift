// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// How streamed bodies and cache hits are recorded, with the members that browsers display.
struct RecordedStreamTests {
  /// Responds with a stream of these chunks that then ends or fails.
  private struct Streaming: Transport {
    let type: String
    let chunks: [String]
    var failure: TransportFailure?
    let capabilities = TransportCapabilities()

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let (stream, writer) = IncomingStream.makeStream(window: 1 << 20)
      for chunk in chunks { _ = writer.write(Data(chunk.utf8)) }
      if let failure {
        writer.fail(failure)
      } else {
        var metrics = ExchangeMetrics(total: .milliseconds(50))
        metrics.firstByte = .milliseconds(10)
        metrics.bytesReceived = 1234
        writer.finish(.init(metrics: metrics))
      }
      var metrics = ExchangeMetrics(total: .milliseconds(10))
      metrics.firstByte = .milliseconds(10)
      return TransportResponse(
        status: 200,
        headers: ["Content-Type": type, "Cache-Control": "max-age=60"],
        body: IncomingBody(stream),
        metrics: metrics
      )
    }
  }

  private static func client(_ recorder: FlightRecorder, _ transport: Streaming) throws -> ResourceClient {
    var options = ClientOptions()
    options.record(by: recorder)
    return ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices": [{"service": "s", "baseUrl": "http://s.example", "cache": true}]}"#
      ),
      transport: transport,
      options: options
    )
  }

  private static func entries(_ recorder: FlightRecorder) -> [JSON] { recorder.har()["log"]["entries"].array ?? [] }

  private static let json = ["{\"user\": \"ann\",", " \"password\": \"hunter2\"}"]

  @Test func `a stream is complete in it once it was read to its end`() async throws {
    let recorder = FlightRecorder()
    let client = try Self.client(recorder, Streaming(type: "application/json", chunks: Self.json))
    let response = try await client.stream(ResourceRequest("x", service: "s"))
    let early = try #require(Self.entries(recorder).first)
    #expect(early["response"]["bodySize"].int == -1)
    #expect(early["response"]["content"]["comment"].string == "it was streamed")
    #expect(early["timings"]["receive"].double == 0)
    for try await _ in response {}
    let entry = try #require(Self.entries(recorder).first)
    #expect(entry["response"]["content"]["size"].int == Self.json.joined().utf8.count)
    #expect(entry["response"]["content"]["text"].string == #"{"user":"ann","password":"‹redacted›"}"#)
    #expect(entry["response"]["_transferSize"].int == 1234)
    #expect(entry["timings"]["receive"].double == 40 && entry["time"].double == 50)
    #expect(entry["_resourceType"].string == "fetch" && entry["_fromCache"].isNull && entry["_error"].isNull)
    // The cache has received the whole stream too.
    let kept = try await client.send(ResourceRequest("x", service: "s"))
    #expect(kept.json?["user"].string == "ann")
    let hit = try #require(Self.entries(recorder).last)
    #expect(hit["_fromCache"].string == "disk" && hit["_attempt"].int == 0)
    #expect((hit["time"].double ?? 0) > 0, "a browser takes an entry without a time for one that goes on")
  }

  @Test func `a stream that breaks off is a failure in it, with what came`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    let failure = TransportFailure(code: .connectionClosed, message: "cut", phase: .receiving)
    let client = try Self.client(recorder, Streaming(type: "text/plain", chunks: ["abc"], failure: failure))
    let response = try await client.stream(ResourceRequest("x", service: "s"))
    await #expect(throws: ResourceError.self) { for try await _ in response {} }
    let entry = try #require(Self.entries(recorder).first)
    #expect(entry["_error"].string == "connectionClosed: cut")
    #expect(entry["response"]["_error"].string == "connectionClosed: cut")
    #expect(entry["response"]["status"].int == 200 && entry["response"]["content"]["size"].int == 3)
    let again = ResourceClient(transport: try RecordedTransport(har: recorder.har()))
    let error = await #expect(throws: ResourceError.self) {
      try await again.send(ResourceRequest("http://s.example/x"))
    }
    #expect(error?.code == .connectionClosed)
  }

  @Test func `a stream that its reader leaves is complete in it, as cancelled`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    let client = try Self.client(recorder, Streaming(type: "text/plain", chunks: ["abc", "def"]))
    for try await _ in try await client.stream(ResourceRequest("x", service: "s")) { break }
    let entry = try #require(Self.entries(recorder).first)
    #expect(entry["_error"].string?.hasPrefix("cancelled") == true, "\(entry.text())")
    #expect(entry["response"]["content"]["size"].int ?? -1 >= 3)
    let again = ResourceClient(transport: try RecordedTransport(har: recorder.har()))
    #expect(try await again.send(ResourceRequest("http://s.example/x")).status == 200)
  }

  @Test func `a body with very many secrets is not kept, and costs no time`() async throws {
    let recorder = FlightRecorder()
    let client = try Self.client(recorder, Streaming(type: "application/json", chunks: Self.json))
    let keys = JSON.array((0..<8000).map { ["key": .string("k\($0)-secret")] })
    var request = ResourceRequest("x", method: .post, service: "s")
    request.body = .json(keys)
    _ = try await client.send(request)
    let entry = try #require(Self.entries(recorder).first)
    #expect(!entry.text().contains("-secret"))
    #expect(entry.text().contains("the request had too many secrets"))
  }

  @Test func `of a stream no more is kept than of another body`() async throws {
    let recorder = FlightRecorder(bodies: .all)
    let pieces = Array(repeating: String(repeating: "x", count: 64 << 10), count: 5)
    let client = try Self.client(recorder, Streaming(type: "text/plain", chunks: pieces))
    for try await _ in try await client.stream(ResourceRequest("x", service: "s")) {}
    let content = try #require(Self.entries(recorder).first)["response"]["content"]
    #expect(content["size"].int == 5 * 64 << 10 && content["text"].isNull)
    #expect(content["comment"].string == "it has more than 262144 bytes")
  }

  @Test func `what is gone from the ring is not changed, nor is another in its place`() {
    var ring = RecordRing(limit: 6000)
    let numbers = (0..<300).map { number in
      ring.add(Self.record(of: UInt64(number)))
    }
    for number in numbers.compactMap(\.self) { ring.change(number) { $0.error = "\($0.call)" } }
    #expect(ring.records.count < 20 && ring.cost <= 6000)
    #expect(ring.records.allSatisfy { $0.error == "\($0.call)" })
    #expect(ring.records.last?.call == 299)
  }

  private static func record(of call: UInt64) -> FlightRecord {
    var event = RequestEvent(id: call, moment: ContinuousClock.now, kind: .finished)
    event.status = 200
    return FlightRecord(event, CacheVerdict(.hit), at: Date(timeIntervalSince1970: 0))
  }
}
