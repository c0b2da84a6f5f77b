// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// How a client explains a request without sending it.
struct ExplanationTests {
  private static let document = """
    {
      "gateway": { "serverURL": "https://gate.example/mfp", "headers": { "X-Team": "blue" } },
      "defaults": { "timeouts": { "read": "7s", "total": "4s" }, "redirects": 3 },
      "backendServices": [
        {
          "service": "resorts",
          "baseUrl": "https://resorts.example/v1?lang=de",
          "auth": { "type": "basic", "credential": { "username": "ann", "password": "hush" } },
          "timeouts": { "attempt": "900ms" },
          "retry": { "attempts": 3, "on": [503] },
          "outliers": { "consecutive": 1, "ejectFor": "30s" },
          "cache": true,
          "endpoints": [{ "url": "https://10.0.0.1:8443" }, { "url": "https://10.0.0.2", "priority": 1, "name": "b" }]
        },
        {
          "service": "orders",
          "baseUrl": "https://orders.example",
          "auth": { "type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hush" }
        }
      ]
    }
    """

  @Test func `the exceptions of a proxy are matched against the endpoint`() throws {
    let document = """
      {"service": "s", "baseUrl": "http://s.example", "endpoints": [{"url": "http://10.0.0.5:8080"}],
       "proxy": {"url": "http://p.example:3128", "noProxy": "NONE"}}
      """
    for (exception, isDirect) in [("10.0.0.0/8", true), ("s.example", false)] {
      let text = document.replacing("NONE", with: exception)
      let client = ResourceClient(
        configuration: try ResourceConfiguration(json: text),
        transport: StubTransport { _, _ in .status(200) }
      )
      let explanation = try client.explain(ResourceRequest("x", service: "s"))
      #expect(explanation.curl.contains("--proxy") != isDirect, "\(explanation.curl)")
      let lines = explanation.description.split(separator: "\n")
      #expect(lines.contains { $0.contains(/^ *proxy +none/) } == isDirect, "\(explanation)")
    }
  }

  @Test func `a user name of a URL may be a token, and is not shown`() throws {
    let text = try Self.client().explain(ResourceRequest("https://ghp_token@api.example/x")).description
    #expect(!text.contains("ghp_token"))
    #expect(text.contains("the login of the URL"))
    let curl = try Self.client().explain(ResourceRequest("http://u:p@a.example/")).curl
    #expect(curl.contains("--header 'Authorization: ‹redacted›'"), "\(curl)")
    #expect(!curl.contains("u:p"))
  }

  @Test func `curl is told of an empty body as the server is`() throws {
    for method in [RequestMethod.put, .get, .delete] {
      let curl = try Self.client().explain(ResourceRequest("http://a.example/", method: method)).curl
      #expect(curl.contains("'Content-Length: 0'") == (method == .put), "\(curl)")
    }
  }

  @Test func `the command for curl goes to an endpoint that gets requests first`() throws {
    let json = #"""
      {"service": "s", "baseUrl": "https://s.example", "endpoints": [
        {"url": "https://a.example", "weight": 0}, {"url": "https://b.example", "priority": 1}, {"url": "https://c.example"}]}
      """#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport { _, _ in .text("") }
    )
    let curl = try client.explain(ResourceRequest("x", service: "s")).curl
    #expect(curl.contains("--connect-to s.example:443:c.example:443"), "\(curl)")
  }

  @Test func `nothing is said of the URL's own place`() throws {
    let json = #"{"service": "s", "baseUrl": "http://s.example", "endpoints": [{"url": "http://s.example"}]}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json),
      transport: StubTransport { _, _ in .text("") }
    )
    #expect(try !client.explain(ResourceRequest("x", service: "s")).curl.contains("--connect-to"))
    let plain = try client.explain(ResourceRequest("http://a.example/"))
    #expect(plain["endpoints", "http://a.example"]?.value == "not checked")
  }

  private static func client(
    _ stub: @escaping @Sendable (ResolvedRequest) throws -> TransportResponse = { _ in .text("") }
  ) throws -> ResourceClient {
    ResourceClient(
      configuration: try ResourceConfiguration(json: document, name: "backends.json"),
      transport: StubTransport { request, _ in try stub(request) },
      options: ClientOptions(environment: RequestEnvironment(clock: ManualClock(), randomBits: { 7 }))
    )
  }

  @Test func `the text of a call that is decided by every layer`() throws {
    var request = ResourceRequest("cities/{id}", service: "resorts", timeout: .seconds(3))
    request.pathParameters = ["id": "7"]
    request.query.set("apikey", to: "hush")
    request.headers["X-Trace"] = "1"
    let text = try Self.client().explain(request).description
    #expect(text == Snapshots.everyLayer)
  }

  @Test func `the command for curl goes to the first endpoint`() throws {
    let curl = try Self.client().explain(ResourceRequest("cities", service: "resorts")).curl
    #expect(curl.contains("--connect-to resorts.example:443:10.0.0.1:8443 "), "\(curl)")
    #expect(try !Self.client().explain(ResourceRequest("x", service: "orders")).curl.contains("--connect-to"))
  }

  @Test func `policies that nobody has written are explained`() throws {
    let document = """
      {"backendServices": [
        {"service": "two", "baseUrl": "http://a.example", "endpoints": [{"url": "http://b"}, {"url": "http://c"}]},
        {"service": "one", "baseUrl": "http://a.example", "resilience": "standard"}
      ]}
      """
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { _, _ in .text("") }
    )
    func facts(_ service: String) throws -> [String: String] {
      let facts = try client.explain(ResourceRequest("x", service: service)).sections.flatMap(\.facts)
      return Dictionary(facts.map { ($0.name, $0.value) }) { first, _ in first }
    }
    let (two, one) = (try facts("two"), try facts("one"))
    #expect(two["balance"] == "leastRequest")
    let rate = "50 % of at least 20 failed within 30 s"
    #expect(two["ejected"] == "5 failures in a row, or \(rate): for 30 s, at most 5 min, at most 50 % of them")
    #expect(one["opened"] == "\(rate): for 5 s, at most 60 s")
    #expect(one["each"] == "\u{2264} 20 s" && one["balance"] == nil)
  }

  @Test func `the command for curl logs in to the proxy, without the password, and keeps to the version of TLS`() throws
  {
    let json = """
      {"backendServices": [{"service": "s", "baseUrl": "https://s.example", "tls": {"minimumVersion": "1.3"},
        "proxy": {"url": "http://p.example:3128", "username": "ann", "password": "hush", "login": "any"}}]}
      """
    let configuration = try ResourceConfiguration(json: json)
    let client = ResourceClient(configuration: configuration, transport: StubTransport { _, _ in .text("") })
    let curl = try client.explain(ResourceRequest("x", service: "s")).curl
    let options = ["--proxy http://p.example:3128", "--proxy-user 'ann:\(Redaction.mark)'", "--proxy-anyauth"]
    #expect(curl.contains(options.joined(separator: " \\\n    ")), "\(curl)")
    #expect(curl.contains("--tlsv1.3") && !curl.contains("hush"), "\(curl)")
  }

  @Test func `the command for curl is one request where the URL has brackets`() throws {
    let brackets = try Self.client().explain(ResourceRequest("cities?page[size]=2", service: "resorts")).curl
    #expect(brackets.contains("--globoff \\\n") && brackets.contains("page[size]=2"))
    #expect(try !Self.client().explain(ResourceRequest("https://[::1]/x")).curl.contains("--globoff"))
  }

  @Test func `the command for curl sends and shows the same`() throws {
    var request = ResourceRequest("cities", service: "orders", headers: ["X-Empty": "", "Accept-Encoding": "gzip"])
    request.timeouts.total = .after(.microseconds(500))
    let curl = try Self.client().explain(request).curl
    #expect(curl.contains("--header 'X-Empty;'") && curl.contains("--compressed") && curl.contains("--max-time 0.001"))
    request.decodesContent = false
    #expect(try !Self.client().explain(request).curl.contains("--compressed"))
  }

  @Test func `nothing that is secret is in an explanation, in any of its forms`() throws {
    var request = ResourceRequest("cities", service: "resorts")
    request.query.set("apikey", to: "hush")
    request.headers["Authorization"] = "Bearer hush"
    request.headers["X-Api-Key"] = "hush"
    for service in ["resorts", "orders"] {
      request.service = service
      let explanation = try Self.client().explain(request)
      #expect(!explanation.description.contains("hush"))
      #expect(!String(reflecting: explanation).contains("hush"))
      #expect(!explanation.curl.contains("hush") && explanation.curl.contains("‹redacted›"))
    }
  }

  @Test func `what a key and several endpoints change is explained`() throws {
    var request = ResourceRequest("x", method: .post, service: "resorts")
    request.idempotencyKey = "one"
    #expect(try Self.client().explain(request)["attempts", "statuses"]?.value == "409, 503")
    request.idempotencyKey = nil
    request.retry = .never
    let again = try Self.client().explain(request)["attempts", "sent again"]?.value
    #expect(again == "only what provably was never sent: no retries are configured")
  }

  @Test func `a setting by IBM's name has the place where it is written`() throws {
    let json =
      #"{"service": "s", "baseUrl": "https://s.example", "ConnectionProperties": {"socketTimeoutInMilliseconds": "1500"}}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json, name: "b.json"),
      transport: StubTransport { _, _ in .text("") }
    )
    let facts = try client.explain(ResourceRequest("x", service: "s")).sections.flatMap(\.facts)
    let place = facts.first { $0.name == "timeouts.read" }?.place
    #expect(place?.hasPrefix("b.json:1:") == true)
  }

  @Test func `a method that is not idempotent is sent once, and the text says why`() throws {
    let explanation = try Self.client().explain(ResourceRequest("x", method: .post, service: "resorts"))
    #expect(
      explanation.worstCase.description
        == "1 try, ≤ 900 ms without a failed connection, stale connections and redirects; ≤ 4 s in all"
    )
    let again = explanation["attempts", "sent again"]?.value
    #expect(again == "only what provably was never sent: POST is not idempotent")
    #expect(explanation["attempts", "statuses"] == nil)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 7, 0.95])
  func `a policy made in code is explained whatever its numbers are`(share: Double) async throws {
    var request = ResourceRequest("x", service: "resorts")
    request.hedge = HedgePolicy(after: .quantile(share), maxExtraLoad: share)
    let explanation = try Self.client().explain(request)
    let percent = share > 0 ? min(100, Int(min(share, 1) * 100)) : 0
    #expect(explanation["attempts", "beside"]?.value.contains("slower than \(percent) % of responses") == true)
    var rules = EndpointRules()
    rules.maxEjected = share
    #expect((0...9).contains(rules.mostResting(of: 10)))
    #expect(try await Self.client().send(request).status == 200)
  }

  @Test func `an ejected endpoint is reported with the end of its ejection and the reason`() async throws {
    let client = try Self.client { request in
      if request.endpoint?.name == nil {
        throw TransportFailure(code: .connectFailed, message: "no", phase: .connecting)
      }
      return .text("well")
    }
    #expect(try await client.send(ResourceRequest("x", service: "resorts")).text == "well")
    let explanation = try client.explain(ResourceRequest("x", service: "resorts"))
    let state = try #require(explanation["endpoints", "10.0.0.1:8443"]?.value)
    #expect(state.hasPrefix("left out for another 28.5 s, since it could not be reached"), "\(state)")
    #expect(explanation["endpoints", "b"]?.value.hasPrefix("up") == true)
  }

  @Test func `a token is told by its scope and its end`() async throws {
    let client = try Self.client { request in
      request.url.origin.host == "id.example"
        ? .json(["access_token": "hush", "token_type": "Bearer", "expires_in": 600]) : .text("")
    }
    let request = ResourceRequest("x", service: "orders")
    #expect(try client.explain(request)["credential", "token"]?.value == "none is kept; the next request obtains one")
    _ = try await client.send(request)
    let explanation = try client.explain(request)
    #expect(explanation["credential", "token"]?.value == "kept, used for another 10 min")
    #expect(explanation["credential", "kind"]?.place == "backends.json:18:7")
  }

  @Test func `a stored response is explained as a hit`() async throws {
    let client = try Self.client { _ in
      TransportResponse.text("well", headers: ["Cache-Control": "max-age=60"])
    }
    let request = ResourceRequest("x", service: "resorts")
    #expect(try client.explain(request)["cache", "verdict"]?.value == "miss, uri-miss")
    _ = try await client.send(request)
    let explanation = try client.explain(request)
    #expect(explanation["cache", "verdict"]?.value == "hit, 0 ms old, fresh for another 60 s")
    #expect(explanation["cache", "key"]?.value == "https://resorts.example/v1/x?lang=de")
  }

  @Test func `an adapter is explained by the gateway, an absolute URL by itself`() throws {
    let client = try Self.client()
    let adapter = try client.explain(ResourceRequest("/adapters/a/b"))
    #expect(adapter["request", "url"]?.place == "backends.json:2:16")
    #expect(adapter["headers", "X-Team"]?.layer == .gateway)
    let absolute = try client.explain(ResourceRequest("http://a.example/"))
    #expect(absolute["request", "url"]?.layer == .call)
    #expect(absolute["headers", "X-Team"] == nil)
  }

  @Test func `a configuration made in code has layers and no places, and a generation that counts reloads`() throws {
    let service = BackendService(name: "s", baseURL: try ResourceURL("http://s.example"))
    let client = ResourceClient(
      configuration: .init(services: [service]),
      transport: StubTransport { _, _ in .text("") }
    )
    var configuration = client.configuration
    configuration.services[0].settings.timeouts.read = .seconds(1)
    client.reload(configuration)
    let explanation = try client.explain(ResourceRequest("x", service: "s"))
    #expect(explanation.generation == 2)
    #expect(explanation.configuration == configuration.digest)
    let read = explanation["settings", "timeouts.read"]
    #expect(read?.layer == .service && read?.place == nil && read?.value == "1s")
  }
}
