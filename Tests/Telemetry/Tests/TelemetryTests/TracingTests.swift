// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import InMemoryTracing
import ResourceRequestCore
import ResourceRequestTesting
import ResourceRequestTracing
import Testing
import Tracing

/// The spans of a call, attribute by attribute.
struct TracingTests {
  private let tracer = InMemoryTracer()

  private func options(_ tracing: TracingOptions = TracingOptions()) -> ClientOptions {
    var options = ClientOptions()
    options.trace(tracing)
    return options
  }

  private func attributes(_ span: FinishedInMemorySpan) -> [String: SpanAttribute] {
    var all: [String: SpanAttribute] = [:]
    span.attributes.forEach { all[$0] = $1 }
    return all
  }

  /// Sends within a task that has the tracer; a failure is part of the case.
  private func send(_ request: ResourceRequest, by client: ResourceClient) async {
    await withTracer(tracer) { _ = try? await client.send(request) }
  }

  @Test func `an attempt is a span of the kind client, with every attribute`() async throws {
    let client = try Scene.client(options: options()) { _, _ in Scene.answer(200) }
    await send(Scene.order(), by: client)
    let span = try #require(tracer.finishedSpans.first)
    #expect(tracer.finishedSpans.count == 1)
    #expect(tracer.activeSpans.isEmpty)
    #expect(span.operationName == "GET /orders/{id}")
    #expect(span.kind == .client)
    #expect(span.status == nil)
    #expect(
      attributes(span) == [
        "http.request.method": "GET", "server.address": "orders.example", "server.port": 80,
        "url.full": "http://orders.example/orders/17?api_key=‹redacted›", "url.template": "/orders/{id}",
        "http.response.status_code": 200, "network.peer.address": "192.0.2.1", "network.peer.port": 8080,
        "network.protocol.version": "1.1", "resource.service": "orders", "resource.configuration.generation": 1,
        "resource.attempt.reason": "first",
      ]
    )
  }

  @Test func `a template is one from the root, however its target was written`() async throws {
    var request = ResourceRequest("orders/{id}", service: "orders")
    request.pathParameters = ["id": "17"]
    await send(request, by: try Scene.client(options: options()) { _, _ in Scene.answer(200) })
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "GET /orders/{id}")
    #expect(attributes(span)["url.template"] == "/orders/{id}")
  }

  @Test func `a request without a template is named by its method, and an odd method by none`() async throws {
    let client = try Scene.client(options: options()) { _, _ in Scene.answer(200) }
    await send(ResourceRequest("/orders/17", service: "orders"), by: client)
    await send(ResourceRequest("/", method: try #require(RequestMethod("PURGE")), service: "orders"), by: client)
    #expect(tracer.finishedSpans.map(\.operationName) == ["GET", "HTTP"])
    let odd = attributes(tracer.finishedSpans[1])
    #expect(odd["http.request.method"] == "_OTHER")
    #expect(odd["http.request.method_original"] == "PURGE")
  }

  @Test func `404 is an error of its attempt`() async throws {
    let client = try Scene.client(options: options()) { _, _ in Scene.answer(404) }
    await send(Scene.order(), by: client)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status?.code == .error)
    #expect(attributes(span)["error.type"] == "404")
  }

  @Test func `503 and its retry are two spans, of which the second says so`() async throws {
    let script = Scene.Script(Scene.answer(503), Scene.answer(200))
    let client = try Scene.client(Scene.retrying, options: options()) { _, _ in script.next() }
    await send(Scene.order(), by: client)
    let spans = tracer.finishedSpans.map(attributes)
    #expect(spans.map { $0["http.response.status_code"] } == [503, 200])
    #expect(spans.map { $0["error.type"] } == ["503", nil])
    #expect(spans.map { $0["http.request.resend_count"] } == [nil, 1])
    #expect(spans.map { $0["resource.attempt.reason"] } == ["first", "retry"])
  }

  @Test func `a redirect to another origin is a span of that origin, without template or trace`() async throws {
    let fields = Lock<[[String]]>([])
    let client = try Scene.client(options: options()) { request, _ in
      fields.withLock { $0.append(request.headers.names.map { $0.lowercased() }) }
      return request.url.origin.host == "orders.example"
        ? Scene.answer(302, ["Location": "https://other.example/elsewhere"]) : Scene.answer(200)
    }
    var request = Scene.order()
    request.headers["baggage"] = "a=1"
    await send(request, by: client)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["GET /orders/{id}", "GET"])
    #expect(attributes(spans[1])["server.address"] == "other.example")
    #expect(attributes(spans[1])["server.port"] == 443)
    #expect(attributes(spans[1])["url.template"] == nil)
    #expect(attributes(spans[1])["http.request.resend_count"] == 1)
    #expect(fields.withLock { $0[0].contains("in-memory-trace-id") })
    #expect(fields.withLock { !$0[1].contains { $0.hasPrefix("in-memory") || $0 == "baggage" } })
  }

  @Test func `a failure says what failed by our code`() async throws {
    let client = try Scene.client(options: options()) { _, _ in
      throw TransportFailure(code: .readTimeout, message: "silence", phase: .sent)
    }
    await send(Scene.order(), by: client)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status?.code == .error)
    #expect(attributes(span)["error.type"] == "readTimeout")
    #expect(attributes(span)["http.response.status_code"] == nil)
  }

  @Test func `a caller who cancels makes no error`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let client = try Scene.client(options: options()) { _, context in
      start.yield()
      try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(3600)))
      return Scene.answer(200)
    }
    let call = Task { [tracer] in await withTracer(tracer) { _ = try? await client.send(Scene.order()) } }
    for await _ in started { break }
    call.cancel()
    await call.value
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status == nil)
    #expect(attributes(span)["error.type"] == nil)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func `a hedge is a span beside that of the slow attempt, which ends without an error`() async throws {
    let client = try Scene.client(#""hedge": {"after": "1ms", "attempts": 2}"#, options: options()) { _, context in
      guard context.attempt > 1 else {
        try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(3600)))
        return Scene.answer(500)
      }
      // Over HTTP/1.1, the losing attempt would continue for a while, to keep its connection.
      return Scene.answer(200, version: .http2)
    }
    await send(Scene.order(), by: client)
    let spans = tracer.finishedSpans.map(attributes)
    #expect(spans.count == 2)
    let hedge = spans.first { $0["resource.attempt.reason"] == "hedge" }
    #expect(hedge?["http.response.status_code"] == 200)
    let slow = try #require(spans.first { $0["resource.attempt.reason"] == "first" })
    #expect(slow["error.type"] == nil)
    #expect(tracer.activeSpans.isEmpty)
  }

  @Test func `a hit of the cache is no span`() async throws {
    let client = try Scene.client(#""cache": true"#, options: options()) { _, _ in
      Scene.answer(200, ["Cache-Control": "max-age=60"])
    }
    await send(Scene.order(), by: client)
    await send(Scene.order(), by: client)
    #expect(tracer.finishedSpans.count == 1)
  }

  @Test func `a token's request is a span too, below that of the call where calls are traced`() async throws {
    var tracing = TracingOptions()
    tracing.tracesCalls = true
    let auth = #"""
      "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hunter2"}
      """#
    let client = try Scene.client(auth, options: options(tracing)) { request, _ in
      request.url.origin.host == "id.example"
        ? .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600]) : Scene.answer(200)
    }
    await send(Scene.order(), by: client)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["POST", "GET /orders/{id}", "resource orders"])
    let call = spans[2]
    #expect(call.kind == .internal)
    #expect(spans[0].parentSpanID == call.spanID)
    #expect(spans[1].parentSpanID == call.spanID)
    #expect(attributes(call)["http.response.status_code"] == 200)
    #expect(attributes(spans[0])["server.address"] == "id.example")
    let texts = spans.flatMap { attributes($0).values.map { "\($0)" } }
    #expect(!texts.contains { $0.contains("hunter2") || $0.contains("issued-token") })
  }

  @Test func `the span's place in the trace goes to a configured service, and to an absolute URL by option`()
    async throws
  {
    func fields(_ request: ResourceRequest, _ tracing: TracingOptions = TracingOptions()) async throws -> [String] {
      let seen = Lock<[String]>([])
      let client = try Scene.client(options: options(tracing)) { request, _ in
        seen.withLock { $0 = request.headers.names.map { $0.lowercased() } }
        return Scene.answer(200)
      }
      await send(request, by: client)
      return seen.withLock { $0.filter { $0.hasPrefix("in-memory") }.sorted() }
    }
    let absolute = ResourceRequest("http://elsewhere.example/")
    #expect(try await fields(Scene.order()) == ["in-memory-span-id", "in-memory-trace-id"])
    #expect(try await fields(absolute).isEmpty)
    var tracing = TracingOptions()
    tracing.propagatesToAbsoluteURLs = true
    #expect(try await fields(absolute, tracing) == ["in-memory-span-id", "in-memory-trace-id"])
  }

  @Test func `spans are children of the caller's`() async throws {
    let client = try Scene.client(options: options()) { _, _ in Scene.answer(200) }
    try await withTracer(tracer) {
      try await withSpan("around") { span in
        _ = try await client.send(Scene.order())
        #expect(tracer.finishedSpans.first?.parentSpanID == (span as? InMemorySpan)?.spanID)
      }
    }
  }

  @Test func `where there is no tracer nothing is traced`() async throws {
    let client = try Scene.client(options: options()) { request, _ in
      #expect(!request.headers.names.contains { $0.hasPrefix("in-memory") })
      return Scene.answer(200)
    }
    #expect(try await client.send(Scene.order()).status == 200)
    #expect(tracer.finishedSpans.isEmpty)
  }
}
