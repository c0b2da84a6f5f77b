// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Metrics
import MetricsTestKit
import ResourceRequestCore
import ResourceRequestMetrics
import ResourceRequestTesting
import Testing

/// The metrics of a call, by name and dimensions.
struct MetricsTests {
  private let metrics = TestMetrics()
  private let options: ClientOptions

  init() {
    var options = ClientOptions()
    options.measure()
    self.options = options
  }

  private func send(_ request: ResourceRequest = Scene.order(), by client: ResourceClient) async {
    await withMetricsFactory(metrics) { _ = try? await client.send(request) }
  }

  /// The dimensions of each metric with this name.
  private func dimensions(_ label: String, of all: [(String, [(String, String)])]) -> [[String: String]] {
    all.filter { $0.0 == label }.map { Dictionary(uniqueKeysWithValues: $0.1) }
  }

  private var timers: [(String, [(String, String)])] { metrics.timers.map { ($0.label, $0.dimensions) } }
  private var counters: [(String, [(String, String)])] { metrics.counters.map { ($0.label, $0.dimensions) } }

  @Test func `an attempt has a duration, a wait and a place among the active`() async throws {
    let client = try Scene.client(options: options) { _, _ in Scene.answer(200) }
    await send(by: client)
    #expect(
      dimensions("http.client.request.duration", of: timers) == [
        [
          "http.request.method": "GET", "server.address": "orders.example", "server.port": "80", "service": "orders",
          "http.response.status_code": "200", "network.protocol.version": "1.1",
        ]
      ]
    )
    let wait = try #require(metrics.timers.first { $0.label == "resource.client.queue.duration" })
    #expect(wait.values == [3_000_000])
    let active = try #require(metrics.meters.first { $0.label == "http.client.active_requests" })
    #expect(active.values == [1, 0])
    #expect(metrics.counters.isEmpty)
  }

  @Test func `the gateway's endpoint is one series, as its events name it`() throws {
    let json = #"{"gateway": {"serverURL": "https://gw.example", "resilience": "standard"}, "backendServices": []}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport { _, _ in Scene.answer(200) }
    )
    withMetricsFactory(metrics) { client.recordGauges() }
    let states = metrics.recorders.filter { $0.label == "resource.client.endpoint.state" }
    #expect(states.map { Dictionary(uniqueKeysWithValues: $0.dimensions)["service"] } == ["none"])
  }

  @Test func `what is active is counted together, also by a factory whose meters count for themselves`() async throws {
    let plain = PlainMetrics()
    let arrived = Lock(0)
    let client = try Scene.client(options: options) { _, _ in
      arrived.withLock { $0 += 1 }
      while arrived.withLock(\.self) < 3, !Task.isCancelled { await Task.yield() }
      return Scene.answer(200)
    }
    await withMetricsFactory(plain) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { _ = try? await client.send(Scene.order()) } }
      }
    }
    let values = plain.values(of: "http.client.active_requests")
    #expect(values.max() == 3 && values.last == 0, "\(values)")
  }

  @Test func `404, a failure and a timeout say their kind of error`() async throws {
    let client = try Scene.client(options: options) { request, _ in
      if request.url.path.hasSuffix("404") { return Scene.answer(404) }
      throw TransportFailure(code: .readTimeout, message: "silence", phase: .sent)
    }
    await send(Scene.order("404"), by: client)
    await send(Scene.order("1"), by: client)
    let errors = dimensions("http.client.request.duration", of: timers).map { $0["error.type"] }
    #expect(Set(errors) == ["404", "readTimeout"])
  }

  @Test func `a retry is counted with its reason, and each attempt measured`() async throws {
    let script = Scene.Script(Scene.answer(503), Scene.answer(200))
    let client = try Scene.client(Scene.retrying, options: options) { _, _ in script.next() }
    await send(by: client)
    #expect(dimensions("resource.client.retry.count", of: counters) == [["service": "orders", "reason": "retry"]])
    let statuses = dimensions("http.client.request.duration", of: timers).map { $0["http.response.status_code"] }
    #expect(Set(statuses) == ["503", "200"])
  }

  @Test func `a hedge says whether it won`() async throws {
    let client = try Scene.client(#""hedge": {"after": "1ms", "attempts": 2}"#, options: options) { _, context in
      guard context.attempt > 1 else {
        try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(3600)))
        return Scene.answer(500)
      }
      // Over HTTP/1.1, the losing attempt would continue for a while, to keep its connection.
      return Scene.answer(200, version: .http2)
    }
    await send(by: client)
    #expect(dimensions("resource.client.hedge.count", of: counters) == [["service": "orders", "won": "true"]])
    let active = try #require(metrics.meters.first { $0.label == "http.client.active_requests" })
    #expect(active.values.last == 0)
  }

  @Test func `a cache says what it did`() async throws {
    let client = try Scene.client(#""cache": true"#, options: options) { _, _ in
      Scene.answer(200, ["Cache-Control": "max-age=60"])
    }
    await send(by: client)
    await send(by: client)
    let results = dimensions("resource.client.cache.result", of: counters).map { $0["result"] }
    #expect(Set(results) == ["miss", "hit"])
  }

  @Test func `a token's request is measured as such`() async throws {
    let auth = #"""
      "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hunter2"}
      """#
    let client = try Scene.client(auth, options: options) { request, _ in
      request.url.origin.host == "id.example"
        ? .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 600]) : Scene.answer(200)
    }
    await send(by: client)
    let refreshes = dimensions("resource.client.token.refresh.duration", of: timers)
    #expect(refreshes.map { $0["result"] } == ["success"])
    #expect(refreshes.first?["server.address"] == "id.example")
    #expect(refreshes.first?["service"] == "orders")
  }

  @Test func `a configuration that is not taken is counted`() async throws {
    let client = try Scene.client(options: options) { _, _ in Scene.answer(200) }
    withMetricsFactory(metrics) {
      do throws(ConfigurationError) { _ = try ResourceConfiguration(json: "{") } catch { client.reject(error) }
    }
    #expect(metrics.counterTotal(label: "resource.client.config.rejected") == 1)
  }

  @Test func `connections, budgets and limits are gauges that are recorded when they are asked for`() async throws {
    let configuration = try ResourceConfiguration(
      json: #"{"service": "orders", "baseUrl": "http://orders.example", "retry": 2, "concurrency": 7}"#
    )
    let transport = StubTransport(
      capabilities: TransportCapabilities(openConnections: { OpenConnections(active: 1, idle: 2) }),
      script: []
    )
    let clock = ManualClock()
    let client = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    let recording = Task { [metrics] in
      try await withMetricsFactory(metrics) { try await client.recordGauges(every: .seconds(10)) }
    }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    try await clock.waitForSleepers()
    recording.cancel()
    await #expect(throws: CancellationError.self) { try await recording.value }
    func values(_ label: String, _ name: String, _ value: String) -> [Double] {
      metrics.recorders.filter { $0.label == label && $0.dimensions.contains { $0 == (name, value) } }.flatMap(\.values)
    }
    #expect(values("http.client.open_connections", "http.connection.state", "active") == [1, 1])
    #expect(values("http.client.open_connections", "http.connection.state", "idle") == [2, 2])
    #expect(values("resource.client.retry.budget", "service", "orders") == [100, 100])
    #expect(values("resource.client.concurrency.limit", "service", "orders") == [7, 7])
    #expect(values("resource.client.queue.length", "service", "orders") == [0, 0])
  }

  @Test func `no dimension holds a path`() async throws {
    let client = try Scene.client(Scene.retrying, options: options) { _, _ in Scene.answer(503) }
    await send(Scene.order("unusual"), by: client)
    let values = (timers + counters).flatMap { $0.1.map(\.1) }
    #expect(!values.contains { $0.contains("unusual") || $0.contains("/orders") })
  }
}

/// A factory that has no meters of its own, as some have.
private final class PlainMetrics: MetricsFactory {
  private let recorded = Lock<[String: [Double]]>([:])

  func values(of label: String) -> [Double] { recorded.withLock { $0[label] ?? [] } }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { NOOPMetricsHandler.instance }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { NOOPMetricsHandler.instance }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    Recorded { [recorded] value in recorded.withLock { $0[label, default: []].append(value) } }
  }

  private final class Recorded: RecorderHandler {
    private let note: @Sendable (Double) -> Void

    init(_ note: @escaping @Sendable (Double) -> Void) { self.note = note }

    func record(_ value: Int64) { note(Double(value)) }
    func record(_ value: Double) { note(value) }
  }
}
