// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Caching of responses that are read as streams.
@Suite struct CacheStreamTests {
  private let clock = ManualClock()

  private func bytes(_ stream: IncomingStream) async throws -> Data {
    var bytes = Data()
    while let chunk = try await stream.next() { bytes.append(chunk) }
    return bytes
  }

  private func middleware(_ settings: CacheSettings = CacheSettings()) -> CacheMiddleware {
    CacheMiddleware(
      ServiceCache(settings),
      partition: CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    )
  }

  private func send(
    _ pipeline: Pipeline,
    window: Int? = 16,
    policy: CachePolicy = .protocol
  ) async throws -> TransportResponse {
    var request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    request.caching.policy = policy
    request.options.streamWindow = window
    return try await pipeline.send(request, context: CallContext(environment: RequestEnvironment(clock: clock)))
  }

  private func stub(_ text: String, _ headers: Headers = ["Cache-Control": "max-age=60"]) -> StubTransport {
    StubTransport { _, _ in .text(text, headers: headers) }
  }

  /// Its cache takes up to 99 bytes, its server sends a small text, a larger one, and a small one.
  private func limited() -> Pipeline {
    var settings = CacheSettings()
    settings.entry = 99
    let texts = Lock(["old", String(repeating: "x", count: 100), "new"])
    let stub = StubTransport { _, _ in
      .text(texts.withLock { $0.removeFirst() }, headers: ["Cache-Control": "max-age=60"])
    }
    return Pipeline([middleware(settings)], transport: stub)
  }

  @Test func `a stream is stored as it is read, and read from the cache with its window kept`() async throws {
    let text = String(repeating: "0123456789", count: 50)
    let stub = stub(text)
    let pipeline = Pipeline([middleware()], transport: stub)
    let first = try await send(pipeline)
    #expect(try await bytes(try #require(first.body.stream)) == Data(text.utf8))
    let second = try await send(pipeline)
    let stream = try #require(second.body.stream)
    let chunk = try await stream.next()
    #expect((chunk?.count ?? 0) <= 16)
    #expect(try await (chunk ?? Data()) + bytes(stream) == Data(text.utf8))
    #expect(stream.end != nil)
    #expect(second.cache?.outcome == .hit)
    #expect(try await send(pipeline, window: nil).body.bytes == Data(text.utf8))
    #expect(stub.requests.count == 1)
  }

  @Test func `a stream that is not read to its end is not stored`() async throws {
    let stub = stub(String(repeating: "x", count: 1000))
    let pipeline = Pipeline([middleware()], transport: stub)
    let first = try await send(pipeline)
    _ = try await first.body.stream?.next()
    first.body.stream?.cancel()
    #expect(try await send(pipeline).cache?.outcome == .miss)
  }

  @Test func `a stream that is read slowly does not take the place of what came meanwhile`() async throws {
    let texts = Lock(["old", "new", "newest"])
    let stub = StubTransport { _, _ in
      .text(texts.withLock { $0.removeFirst() }, headers: ["Cache-Control": "max-age=60"])
    }
    let pipeline = Pipeline([middleware()], transport: stub)
    let slow = try await send(pipeline)
    clock.advance(by: .seconds(1))
    #expect(try await send(pipeline, window: nil).body.bytes == Data("new".utf8))
    #expect(try await bytes(try #require(slow.body.stream)) == Data("old".utf8))
    #expect(try await send(pipeline, window: nil).body.bytes == Data("new".utf8))
    // A stream whose response is newer than the stored one replaces it.
    clock.advance(by: .seconds(60))
    #expect(try await bytes(try #require(send(pipeline).body.stream)) == Data("newest".utf8))
    #expect(try await send(pipeline, window: nil).body.bytes == Data("newest".utf8))
    #expect(stub.requests.count == 3)
  }

  @Test func `a stream that breaks off is not stored`() async throws {
    let stub = StubTransport { _, _ in
      let (stream, writer) = IncomingStream.makeStream(window: 100)
      _ = writer.write(Data("half".utf8))
      writer.fail(TransportFailure(code: .connectionClosed, message: "it broke", phase: .receiving))
      return TransportResponse(status: 200, headers: ["Cache-Control": "max-age=60"], body: IncomingBody(stream))
    }
    let pipeline = Pipeline([middleware()], transport: stub)
    let first = try await send(pipeline)
    await #expect(throws: TransportFailure.self) { try await bytes(try #require(first.body.stream)) }
    #expect(try await send(pipeline).cache?.outcome == .miss)
  }

  /// Reads the beginning of a body ahead, like middleware that decides by the body.
  private struct Reader: Middleware {
    let limit: Int

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      let response = try await next(request, context: context)
      _ = await response.body.stream?.start(upTo: limit, within: nil, context.clock)
      return response
    }
  }

  @Test(arguments: [5, 4000])
  func `a body whose beginning was read ahead is stored whole`(limit: Int) async throws {
    let text = String(repeating: "0123456789", count: 50)
    let pipeline = Pipeline([middleware(), Reader(limit: limit)], transport: stub(text))
    let first = try await send(pipeline)
    #expect(try await bytes(try #require(first.body.stream)) == Data(text.utf8))
    let second = try await send(pipeline, window: nil)
    #expect(second.cache?.outcome == .hit)
    #expect(second.body.bytes == Data(text.utf8))
  }

  @Test func `bodies that are being collected count in the cache's memory, and have no more than half of it`() {
    let memory = MemoryCacheStore(limit: 10_000)
    let key = CacheKey(partition: "", url: "http://h.example/x")
    let response = CachedResponse(
      status: 200,
      headers: [:],
      body: Data(count: 8000),
      requestTime: 0,
      responseTime: 0
    )
    #expect(memory.put(response, for: key))
    let whole = Lock<[Int]>([])
    func collector() -> BodyCollector {
      BodyCollector(limit: 4000, in: memory) { body, _ in whole.withLock { $0.append(body.count) } }
    }
    var collectors = (0..<10).map { _ in collector() }
    for collector in collectors { collector.tap.take(Data(count: 1000)) }
    #expect(memory.currentUsage == CacheUsage(entries: 0, bytes: 5000, limit: 10_000))
    collectors[0].tap.take(Data(count: 1))
    #expect(memory.currentUsage.bytes == 4000)
    for collector in collectors[..<3] { collector.tap.end(nil) }
    #expect(whole.withLock { $0 } == [1000, 1000])
    #expect(memory.currentUsage.bytes == 2000)
    collectors = []
    #expect(memory.currentUsage == CacheUsage(entries: 0, bytes: 0, limit: 10_000))
  }

  @Test func `the verdict of a stream does not say that it is stored, which is not known yet`() async throws {
    let pipeline = Pipeline([middleware()], transport: stub("text"))
    let first = try await send(pipeline)
    #expect(first.cache?.isStored == false)
    _ = try await bytes(try #require(first.body.stream))
    #expect(try await send(pipeline).cache?.outcome == .hit)
  }

  @Test func `what is larger than an entry may be streams past`() async throws {
    var settings = CacheSettings()
    settings.entry = 99
    let stub = stub(String(repeating: "x", count: 100))
    let pipeline = Pipeline([middleware(settings)], transport: stub)
    for _ in 0..<2 {
      let response = try await send(pipeline)
      #expect(try await bytes(try #require(response.body.stream)).count == 100)
      #expect(response.cache?.outcome == .miss)
    }
  }

  @Test func `a stream that is larger than an entry may be ends what was stored before it`() async throws {
    let pipeline = limited()
    _ = try await send(pipeline, window: nil)
    #expect(try await send(pipeline, window: nil).cache?.outcome == .hit)
    #expect(try await bytes(try #require(send(pipeline, policy: .reload).body.stream)).count == 100)
    #expect(try await send(pipeline, window: nil).body.bytes == Data("new".utf8))
  }

  @Test func `a stream that ends unstored leaves what was stored after it was requested`() async throws {
    let pipeline = limited()
    _ = try await send(pipeline, window: nil)
    clock.advance(by: .seconds(1))
    let slow = try await send(pipeline, policy: .reload)
    clock.advance(by: .seconds(1))
    #expect(try await send(pipeline, window: nil, policy: .reload).body.bytes == Data("new".utf8))
    #expect(try await bytes(try #require(slow.body.stream)).count == 100)
    #expect(try await send(pipeline, window: nil).body.bytes == Data("new".utf8))
  }

  @Test func `a response that is not stored ends what was stored before it was requested, however late that came`()
    async throws
  {
    let gates = [Gate(), Gate()]
    let count = Lock(0)
    let stub = StubTransport { _, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number > 1, number < 4 { try await gates[number - 2].wait() }
      let field = number == 3 ? "no-store" : "max-age=60"
      return .text("\(number)", headers: ["Cache-Control": field])
    }
    let pipeline = Pipeline([middleware()], transport: stub)
    _ = try await send(pipeline, window: nil)
    clock.advance(by: .seconds(1))
    async let new = send(pipeline, window: nil, policy: .reload)
    try await until { count.withLock(\.self) >= 2 }
    clock.advance(by: .seconds(1))
    async let newest = send(pipeline, window: nil, policy: .reload)
    try await until { count.withLock(\.self) >= 3 }
    gates[0].open()
    _ = try await new
    gates[1].open()
    _ = try await newest
    #expect(try await send(pipeline, window: nil).body.bytes == Data("4".utf8))
  }

  @Test func `a streamed request waits for an equal one, and no request waits for a stream's reader`() async throws {
    let gate = Latch()
    let stub = StubTransport { _, _ in
      try await gate.pass()
      return .text("body", headers: ["Cache-Control": "max-age=60"])
    }
    let cache = middleware()
    let pipeline = Pipeline([cache], transport: stub)
    let streams = (0..<2).map { _ in Task { try await send(pipeline) } }
    try await stub.waitForRequests(2)
    let whole = Task { try await send(pipeline, window: nil) }
    try await stub.waitForRequests(3)
    let request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    let key = cache.cache.key(request.url, in: cache.partition.find(request, at: .now).text ?? "")
    let late = Task { try await send(pipeline) }
    try await until { cache.cache.flights.waiterCount(cache.cache.flight(key, nil)) == 1 }
    gate.open()
    #expect(try await whole.value.body.bytes == Data("body".utf8))
    let joined = try await late.value
    #expect(joined.cache?.isCollapsed == true)
    #expect(try await bytes(try #require(joined.body.stream)) == Data("body".utf8))
    for stream in streams { #expect(try await stream.value.cache?.outcome == .miss) }
    #expect(stub.requests.count == 3)
  }

  @Test func `an empty body ends at once`() async throws {
    let pipeline = Pipeline([middleware()], transport: stub(""))
    _ = try await bytes(try #require(try await send(pipeline).body.stream))
    let second = try await send(pipeline)
    #expect(second.cache?.outcome == .hit)
    #expect(try await bytes(try #require(second.body.stream)).isEmpty)
  }
}
