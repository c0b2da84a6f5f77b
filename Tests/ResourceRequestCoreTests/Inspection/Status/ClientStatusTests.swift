// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// The status that a client reports.
struct ClientStatusTests {
  private static let document = """
    {
      "backendServices": [
        { "service": "people", "baseUrl": "https://people.example", "cache": true },
        { "service": "orders", "baseUrl": "https://orders.example", "retry": 2, "outliers": { "consecutive": 1 },
          "concurrency": 20,
          "endpoints": [{ "url": "https://10.0.0.1:8443" }, { "url": "https://10.0.0.2", "priority": 1, "name": "b" }] },
        { "service": "bank", "baseUrl": "https://bank.example",
          "auth": { "type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hush" } }
      ]
    }
    """

  /// A client whose services respond with the status that the path names; the first endpoint of `orders` is down.
  private static func client() throws -> ResourceClient {
    let transport = StubTransport { request, _ in
      if request.url.origin.host == "id.example" {
        return .json(["access_token": "hush", "token_type": "Bearer", "expires_in": 600])
      }
      if request.endpoint != nil, request.endpoint?.name == nil {
        throw TransportFailure(code: .connectFailed, message: "no", phase: .connecting)
      }
      let code = Int(request.url.path.dropFirst()) ?? 200
      return .status(Status(code), headers: ["Cache-Control": "max-age=60"])
    }
    return ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: transport,
      options: ClientOptions(environment: RequestEnvironment(clock: ManualClock(), randomBits: { 7 }))
    )
  }

  private static func used() async throws -> ResourceClient {
    let client = try client()
    for path in ["200", "204", "302", "404", "503"] {
      _ = try await client.send(ResourceRequest(path, service: "people"))
    }
    _ = try await client.send(ResourceRequest("200", service: "orders"))
    _ = try await client.send(ResourceRequest("200", service: "bank"))
    return client
  }

  private static func service(_ name: String, of client: ResourceClient) throws -> ServiceStatus {
    try #require(client.status.services.first { $0.name == name })
  }

  @Test func `calls that fail before an attempt are counted by their codes`() async throws {
    let document = #"{"backendServices": [{"service": "a", "baseUrl": "http://a.example", "via": "direct"}]}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { _, _ in .text("") },
      options: ClientOptions(middleware: [Refusing()])
    )
    for _ in 0..<3 { _ = try? await client.send(ResourceRequest("x", service: "a")) }
    let service = try Self.service("a", of: client)
    #expect(service.unsent == ["tokenUnavailable": 3] && service.totals.all == 0)
    #expect(client.status.description.contains("not sent: tokenUnavailable 3"))
    let line = #"resource_client_unsent_calls_total{service="a",error_type="tokenUnavailable"} 3"#
    #expect(client.status.prometheusText.contains(line), "\(client.status.prometheusText)")
    #expect(try Self.service("people", of: try await Self.used()).unsent == nil)
  }

  @Test func `a call without a token is no attempt at an endpoint`() async throws {
    let document = """
      {"backendServices": [{"service": "a", "baseUrl": "https://a.example",
        "endpoints": [{"url": "https://10.0.0.1"}, {"url": "https://10.0.0.2"}],
        "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hush"}}]}
      """
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { request, _ in
        guard request.url.origin.host == "id.example" else { return .text("") }
        throw TransportFailure(code: .connectFailed, message: "no", phase: .connecting)
      }
    )
    _ = try? await client.send(ResourceRequest("x", service: "a"))
    let service = try Self.service("a", of: client)
    #expect(service.unsent == ["tokenUnavailable": 1] && service.totals.all == 0)
    #expect(service.endpoints.map(\.totals.all) == [0, 0])
  }

  @Test func `a call that cannot be routed is counted as not sent too`() async throws {
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"service": "a", "baseUrl": "https://a.example"}"#),
      transport: StubTransport(script: [])
    )
    _ = try? await client.send(ResourceRequest("x", method: try #require(RequestMethod("CONNECT")), service: "a"))
    #expect(try Self.service("a", of: client).unsent == ["unsupported": 1])
    let behind = ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"gateway": {"serverURL": "https://g.example"}}"#),
      transport: StubTransport(script: [])
    )
    _ = try? await behind.send(ResourceRequest("x", method: try #require(RequestMethod("CONNECT"))))
    _ = try? await behind.send(ResourceRequest("x", method: try #require(RequestMethod("CONNECT")), service: "orders"))
    _ = try? await behind.send(ResourceRequest("users/{id}"))
    #expect(try Self.service("gateway", of: behind).unsent == ["unsupported": 2, "invalidPathParameter": 1])
  }

  private struct Refusing: Middleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      throw TransportFailure(code: .tokenUnavailable, message: "no", phase: .queued)
    }
  }

  @Test func `attempts are counted by how they ended`() async throws {
    let client = try await Self.used()
    let people = try Self.service("people", of: client)
    #expect(people.totals.success == 2)
    #expect(people.totals.redirect == 1)
    #expect(people.totals.clientError == 1)
    #expect(people.totals.serverError == 1)
    #expect(people.totals.all == 5)
    #expect(people.latency.median != nil)
    #expect((people.cache?.entries ?? 0) >= 2)
    let bank = try Self.service("bank", of: client)
    #expect(bank.tokens.count == 1)
    #expect(bank.totals.success == 1)
  }

  @Test func `an endpoint that failed is out, with why and until when, and has numbers of its own`() async throws {
    let orders = try Self.service("orders", of: try await Self.used())
    #expect(orders.totals.failed == 1 && orders.totals.failures == ["connectFailed": 1])
    #expect(orders.totals.success == 1)
    let dead = try #require(orders.endpoints.first)
    #expect(dead.name == "10.0.0.1:8443" && dead.state == .out && dead.reason == "it could not be reached")
    #expect(dead.seconds.map { $0 > 20 } == true)
    #expect(dead.totals.failed == 1 && orders.endpoints[1].totals.success == 1)
    #expect(orders.endpoints[1].state == .up)
    #expect(orders.concurrency == ServiceStatus.Share(0, of: 20, waiting: 0))
    #expect(orders.retryBudget?.limit == 100)
  }

  @Test func `no two destinations have one name, whatever services are called`() throws {
    let json = #"""
      {"gateway": {"serverURL": "https://g.example"},
       "backendServices": [{"service": "gateway", "baseUrl": "https://a.example"},
                           {"service": "elsewhere", "baseUrl": "https://b.example"}]}
      """#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport { _, _ in .text("") }
    )
    let names = client.status.services.map(\.name)
    #expect(names.sorted() == ["(elsewhere)", "(gateway)", "elsewhere", "gateway"])
  }

  @Test func `what is cancelled is counted as that`() async throws {
    let client = ResourceClient(
      transport: StubTransport { _, context in
        try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(60)))
        return .text("")
      },
      options: ClientOptions(environment: RequestEnvironment(clock: ManualClock()))
    )
    #expect(client.status.active == 0)
    let clock = try #require(client.options.environment.clock as? ManualClock)
    let call = Task { try await client.send(ResourceRequest("http://a.example/")) }
    try await clock.waitForSleepers()
    #expect(client.status.active == 1)
    #expect(try Self.service("elsewhere", of: client).active == 1)
    call.cancel()
    _ = await call.result
    let elsewhere = try Self.service("elsewhere", of: client)
    #expect(elsewhere.totals.cancelled == 1 && elsewhere.active == 0 && elsewhere.latency.median == nil)
  }

  @Test func `attempts in flight of a service that a reload changed are counted, since somebody reads the status`()
    async throws
  {
    let clock = ManualClock()
    var configuration = try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "http://a.example"}"#)
    let client = ResourceClient(
      configuration: configuration,
      transport: StubTransport { _, context in
        try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(60)))
        return .text("")
      },
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    #expect(client.status.active == 0)
    configuration.services[0].settings.timeouts.read = .seconds(1)
    client.reload(configuration)
    let call = Task { try await client.send(ResourceRequest("x", service: "s")) }
    try await clock.waitForSleepers()
    #expect(try Self.service("s", of: client).active == 1)
    call.cancel()
    _ = await call.result
  }

  @Test func `a reload keeps the numbers of a service that stays the same`() async throws {
    let client = try await Self.used()
    var configuration = client.configuration
    configuration.services[1].settings.timeouts.read = .seconds(1)
    client.reload(configuration)
    #expect(client.status.generation == 2)
    #expect(try Self.service("people", of: client).totals.all == 5)
    #expect(try Self.service("orders", of: client).totals.all == 0)
  }

  @Test func `what is sent again is counted by its reason, and a cache by its part in responses`() async throws {
    let client = try await Self.used()
    _ = try await client.send(ResourceRequest("200", service: "people"))
    let people = try Self.service("people", of: client)
    #expect(people.cache?.results == ["miss": 5, "hit": 1])
    #expect(people.again.isEmpty)
    let orders = try Self.service("orders", of: client)
    #expect(orders.again == ["retry": 1])
    let text = client.status.text(columns: 100)
    #expect(text.contains("orders: sent again: retry 1\n"), "\(text)")
    #expect(text.contains(", miss 5, hit 1\n"), "\(text)")
    let metrics = client.status.prometheusText
    #expect(metrics.contains("resource_client_sent_again_total{service=\"orders\",reason=\"retry\"} 1\n"))
    #expect(metrics.contains("resource_client_cache_results_total{service=\"people\",result=\"miss\"} 5\n"))
  }

  @Test func `it tells what came of configurations, and how many connections are open`() async throws {
    let transport = StubTransport(
      capabilities: TransportCapabilities(openConnections: { OpenConnections(active: 2, idle: 3) }),
      script: []
    )
    let client = ResourceClient(configuration: try ResourceConfiguration(json: Self.document), transport: transport)
    let error = try #require(#expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: "{\"a\": 1}") })
    client.reject(error)
    #expect(client.status.reloads.rejected == 1)
    #expect(client.status.connections == OpenConnections(active: 2, idle: 3))
    let text = client.status.text(columns: 100)
    #expect(text.contains("connections: 2 in use, 3 idle\n"))
    #expect(text.contains(/not taken: .*"a"/), "\(text)")
    // The one in use, given again, is the newest; it is not taken once more.
    client.reload(try ResourceConfiguration(json: Self.document))
    #expect(client.status.reloads.lastRejection == nil)
    #expect(client.status.reloads.taken == 0)
    client.reload(.empty)
    #expect(client.status.reloads.taken == 1)
    let metrics = client.status.prometheusText
    #expect(metrics.contains("http_client_open_connections{http_connection_state=\"idle\"} 3\n"))
    #expect(metrics.contains("resource_client_config_reloads_total{result=\"rejected\"} 1\n"))
  }

  @Test func `it is read from its JSON as it was, and holds no secret`() async throws {
    let status = try await Self.used().status
    let data = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(ClientStatus.self, from: data) == status)
    for text in [String(decoding: data, as: UTF8.self), status.prometheusText, status.description] {
      #expect(!text.contains("hush"))
    }
  }

  @Test func `the table fits its columns, and says what is not well`() async throws {
    let status = try await Self.used().status
    for columns in [60, 80, 140] {
      let lines = status.text(columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(status.text(columns: columns))")
    }
    let text = status.text(columns: 100)
    #expect(text.contains("orders") && text.contains("1/2 up"), "\(text)")
    #expect(text.contains(/10\.0\.0\.1:8443 is out for another [0-9.]+ s: it could not be reached/), "\(text)")
    #expect(text.contains("orders: failures: connectFailed 1"))
    #expect(!text.contains("elsewhere"))
  }

  @Test func `Prometheus reads a head for each metric, and steps that only rise`() async throws {
    let text = try await Self.used().status.prometheusText
    #expect(text.contains("# TYPE http_client_request_duration_seconds histogram\n"))
    #expect(text.contains("resource_client_attempts_total{service=\"people\",outcome=\"5xx\"} 1\n"))
    #expect(text.contains("resource_client_endpoint_state{service=\"orders\",endpoint=\"b\",state=\"up\"} 1\n"))
    #expect(text.contains("resource_client_failures_total{service=\"orders\",error_type=\"connectFailed\"} 1\n"))
    #expect(text.contains("http_client_request_duration_seconds_bucket{service=\"people\",le=\"+Inf\"} 5\n"))
    #expect(text.contains("http_client_request_duration_seconds_count{service=\"people\"} 5\n"))
    #expect(text.contains("resource_client_config_generation"))
    // Each metric has one head, and every line is valid in this format.
    let heads = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
    #expect(Set(heads).count == heads.count)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(line.contains(/^[a-z_]+(\{([a-z_]+="[^"\\]*",?)+\})? -?[0-9.e+-]+$/), "\(line)")
    }
  }
}
