// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Configuration
import InMemoryLogging
import Logging
import ResourceRequestConfiguration
import ResourceRequestCore
import ResourceRequestLifecycle
import ResourceRequestLogging
import ResourceRequestTesting
import ServiceLifecycle
import Testing

/// Logging, service groups that shut a client down, and configuration providers.
struct OtherTraitsTests {
  private func logger(_ handler: InMemoryLogHandler, _ level: Logger.Level) -> Logger {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = level
    return logger
  }

  @Test func `a call is one message, and secrets are in none`() async throws {
    let handler = InMemoryLogHandler()
    var options = ClientOptions()
    options.log(to: logger(handler, .debug))
    let client = try Scene.client(options: options) { _, _ in Scene.answer(200) }
    _ = try await client.send(Scene.order())
    let entry = try #require(handler.entries.first)
    #expect(handler.entries.count == 1)
    #expect(entry.level == .debug)
    #expect(
      "\(entry.message)".hasPrefix("GET http://orders.example/orders/17?api_key=‹redacted›, service orders: 200 OK")
    )
    #expect(entry.metadata["service"] == "orders")
    #expect(entry.metadata["status"] == "200")
    #expect(!"\(handler.entries)".contains("hunter2"))
  }

  @Test func `the logger is that of the task which calls, unless one is named`() async throws {
    let handler = InMemoryLogHandler()
    var options = ClientOptions()
    options.log()
    let client = try Scene.client(options: options) { _, _ in
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    await withLogger(logger(handler, .info)) { _ in _ = try? await client.send(Scene.order()) }
    #expect(handler.entries.map { $0.metadata["error"] } == ["connectFailed"])
  }

  @Test func `a group that shuts down waits for the calls under way`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let client = try Scene.client(options: ClientOptions()) { _, _ in
      start.yield()
      for await _ in ends { break }
      return Scene.answer(200)
    }
    let (runnings, running) = AsyncStream.makeStream(of: Void.self)
    let group = ServiceGroup(
      services: [ResourceClientService(client), Marker { running.yield() }],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let whole = Task { try await group.run() }
    for await _ in runnings { break }
    let call = Task { try await client.send(Scene.order()).status }
    for await _ in started { break }
    await group.triggerGracefulShutdown()
    end.yield()
    #expect(try await call.value == 200)
    try await whole.value
  }

  @Test func `settings of providers stand over those of the document`() async throws {
    let base = try ResourceConfiguration(
      json: #"""
        {"defaults": {"timeouts": {"read": "9s"}}, "backendServices": [
          {"service": "orders", "baseUrl": "http://orders.example", "timeouts": {"total": "4s", "connect": "1s"}}]}
        """#
    )
    let reader = ConfigReader(
      provider: InMemoryProvider(values: [
        "services.orders.timeouts.total": "1.5s", "services.orders.baseUrl": "http://new.example",
        "defaults.timeouts.read": "2s", "services.orders.maxConnections": 3,
      ])
    )
    let overlaid = try base.overlaid(by: reader)
    let orders = try #require(overlaid.services.first)
    #expect(orders.settings.timeouts.total == .after(.milliseconds(1500)))
    #expect(orders.settings.timeouts.connect == .after(.seconds(1)))
    #expect(orders.settings.maxConnections == 3)
    #expect(orders.baseURL.string == "http://new.example/")
    #expect(overlaid.defaults.timeouts.read == .after(.seconds(2)))
  }

  @Test func `a time of a provider is judged beside those of the document`() throws {
    let base = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "a$${x", "baseUrl": "http://a.example", "timeouts": {"total": "5m"}}]}"#
    )
    func attempt(_ time: String) -> ConfigReader {
      ConfigReader(provider: InMemoryProvider(values: ["services.a${x.timeouts.attempt": .init(stringLiteral: time)]))
    }
    #expect(try base.overlaid(by: attempt("90s")).services[0].settings.timeouts.attempt == .after(.seconds(90)))
    #expect(throws: ConfigurationError.self) { try base.overlaid(by: attempt("10m")) }
    let retried = ConfigReader(provider: InMemoryProvider(values: ["services.a${x.retry": "5"]))
    let short = try ResourceConfiguration(
      json: #"""
        {"defaults": {"timeouts": {"attempt": "5s", "total": "10s"}},
         "backendServices": [{"service": "a$${x", "baseUrl": "http://a.example", "timeouts": {"total": "60s"}}]}
        """#
    )
    #expect(try short.overlaid(by: retried).services[0].settings.resilience.retry?.attempts == 5)
    // What a service inherits stays inherited.
    let both = ConfigReader(
      provider: InMemoryProvider(values: ["defaults.timeouts.read": "2s", "services.a${x.timeouts.attempt": "90s"])
    )
    #expect(try base.overlaid(by: both).services[0].settings.timeouts.read == nil)
  }

  @Test(arguments: [
    (#""tls": {"serverName": "o.example"}"#, "services.orders.baseUrl", "http://orders.example"),
    (
      #""retry": 3, "timeouts": {"total": "9s", "attempt": "900ms"}"#,
      "services.orders.timeouts.total", "1s"
    ),
    (#""hedge": {}"#, "services.orders.retry", "3"),
  ])
  func `what a document would refuse is refused beside it`(keys: String, key: String, value: String) throws {
    let base = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "orders", "baseUrl": "https://orders.example", \#(keys)}]}"#
    )
    let reader = ConfigReader(
      provider: InMemoryProvider(values: [
        AbsoluteConfigKey(key.split(separator: ".").map(String.init)): ConfigValue(.string(value), isSecret: false)
      ])
    )
    #expect(throws: ConfigurationError.self) { try base.overlaid(by: reader) }
  }

  @Test func `what a service behind the gateway inherits is judged there`() throws {
    let base = try ResourceConfiguration(
      json: #"""
        {"gateway": {"serverURL": "https://g.example", "timeouts": {"total": "5m"}}, "backendServices": [
          {"service": "orders", "baseUrl": "http://orders", "via": "gateway"}]}
        """#
    )
    let reader = ConfigReader(provider: InMemoryProvider(values: ["services.orders.timeouts.attempt": "90s"]))
    #expect(try base.overlaid(by: reader).services[0].settings.timeouts.attempt == .after(.seconds(90)))
  }

  @Test func `an explanation names the provider, and the document for the rest`() throws {
    let base = try ResourceConfiguration(
      json:
        #"{"backendServices": [{"service": "orders", "baseUrl": "http://orders.example", "timeouts": {"connect": "1s"}}]}"#,
      name: "b.json"
    )
    let reader = ConfigReader(provider: InMemoryProvider(values: ["services.orders.timeouts.total": "1.5s"]))
    let client = ResourceClient(
      configuration: try base.overlaid(by: reader),
      transport: StubTransport { _, _ in Scene.answer(200) }
    )
    let settings = try client.explain(ResourceRequest("x", service: "orders")).sections.flatMap(\.facts)
    let places = Dictionary(settings.map { ($0.name, $0.place ?? "") }) { $1 }
    #expect(places["timeouts.total"] == "configuration providers")
    #expect(places["timeouts.connect"]?.hasPrefix("b.json:1:") == true, "\(places)")
  }

  @Test func `a setting of a provider that is wrong is named`() throws {
    let base = try ResourceConfiguration(json: #"{"service": "orders", "baseUrl": "http://orders.example"}"#)
    let reader = ConfigReader(provider: InMemoryProvider(values: ["services.orders.timeouts.total": "soon"]))
    let error = #expect(throws: ConfigurationError.self) { try base.overlaid(by: reader) }
    #expect(error?.issues.first?.file == "configuration providers")
    #expect(error?.issues.count == 1)
  }

  @Test func `a change of a provider is taken, and one that is wrong told`() async throws {
    let events = RecordedEvents()
    let options = ClientOptions(environment: RequestEnvironment(observers: [events]))
    let client = try Scene.client(options: options) { _, _ in Scene.answer(200) }
    let base = client.configuration
    let provider = MutableInMemoryProvider(initialValues: [:])
    let following = Task { try await client.follow(ConfigReader(provider: provider)) { base } }
    provider.setValue("http://new.example", forKey: ["services", "orders", "baseUrl"])
    try await events.wait(for: .reloaded)
    #expect(client.configuration.services.first?.baseURL.string == "http://new.example/")
    provider.setValue("nonsense", forKey: ["services", "orders", "baseUrl"])
    try await events.wait(for: .reloadRejected)
    #expect(client.configuration.services.first?.baseURL.string == "http://new.example/")
    following.cancel()
    await #expect(throws: CancellationError.self) { try await following.value }
  }
}

/// Calls a closure when its service group runs.
private struct Marker: Service {
  let start: @Sendable () -> Void

  func run() async throws {
    start()
    try await gracefulShutdown()
  }
}
