// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

/// Warnings about settings that are allowed but probably not intended.
struct ConfigurationWarningTests {
  private func warnings(_ keys: String, defaults: String = "{}") throws -> [String] {
    try ResourceConfiguration(
      json: """
        { "defaults": \(defaults),
          "backendServices": [{ "service": "s", "baseUrl": "https://s.example",
            \(keys) }] }
        """,
      name: "b.json"
    ).warnings.map(\.description)
  }

  @Test func `retries without an attempt timeout are warned of, with the arithmetic and the place`() throws {
    let found = try warnings(#""retry": 3, "timeouts": { "total": "3s" }"#)
    #expect(
      found == [
        "b.json:3:5: warning: service \"s\": without \"timeouts.attempt\" the first of 3 attempts may take the whole total "
          + "of 3s, and no other follows; with waits of up to 150ms, expected an \"attempt\" of 950ms or less"
      ]
    )
  }

  @Test func `the first call of a service tells observers of its warnings, once`() async throws {
    let events = RecordedEvents()
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: """
          { "backendServices": [
            { "service": "s", "baseUrl": "https://s.example", "retry": 3, "concurrency": 8, "timeouts": { "total": "3s" } },
            { "service": "other", "baseUrl": "https://o.example", "concurrency": 8 } ] }
          """,
        name: "b.json"
      ),
      transport: StubTransport { _, _ in .text("ok") },
      options: ClientOptions(environment: RequestEnvironment(observer: events))
    )
    for _ in 0..<2 { _ = try await client.send(ResourceRequest("x", service: "s")) }
    let told = events.events.filter { $0.kind == .warning }
    #expect(told.count == 2)
    #expect(told.allSatisfy { $0.request?.service == "s" })
    #expect(told.contains { $0.message?.hasPrefix("b.json:2:65: a call above the limit fails at once") == true })
    #expect(told.contains { $0.message?.hasPrefix("b.json:2:53: without") == true }, "\(told.compactMap(\.message))")
  }

  @Test func `options for a service that there is not are warned of, once`() async throws {
    let events = RecordedEvents()
    var options = ClientOptions(environment: RequestEnvironment(observer: events))
    for name in ["orders", "odrers"] { options.services[name] = ServiceOptions() }
    options.authorization.tokenProviders["flims"] = StaticTokens()
    let document = """
      { "backendServices": [{ "service": "orders", "baseUrl": "http://s" }, { "service": "films", "baseUrl": "http://f" }] }
      """
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { _, _ in .text("ok") },
      options: options
    )
    for service in ["orders", "films", "orders"] { _ = try await client.send(ResourceRequest("x", service: service)) }
    let told = events.events.filter { $0.kind == .warning }.compactMap(\.message)
    #expect(told == ["the client has options for \"flims\", \"odrers\", and no such service is configured"])
  }

  private struct StaticTokens: TokenProvider {
    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken { AccessToken("t") }
  }

  @Test func `a service behind a gateway that is missing is warned of`() throws {
    let document = #"{ "backendServices": [{ "service": "s", "baseUrl": "http://s", "via": "gateway" }] }"#
    let found = try ResourceConfiguration(json: document, name: "b.json").warnings.map(\.description)
    #expect(
      found == [
        "b.json:1:64: warning: service \"s\": it goes through the gateway, and none is configured; write \"gateway\" with its "
          + "\"serverURL\""
      ]
    )
    let whole = document.dropLast() + #", "gateway": { "serverURL": "https://g.example" } }"#
    #expect(try ResourceConfiguration(json: String(whole)).warnings == [])
  }

  @Test func `one that the defaults bring is named there`() throws {
    let found = try warnings(#""via": "direct""#, defaults: #"{ "retry": 2 }"#)
    #expect(found.count == 1 && found.first?.hasPrefix("b.json:1:17: warning") == true, "\(found)")
  }

  @Test(arguments: ["8", #""adaptive""#])
  func `a limit that rejects at once is warned of, unless the queue says so`(_ limit: String) throws {
    let found = try warnings("\"concurrency\": \(limit)")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("b.json:3:5: warning: service \"s\": a call above the limit fails at once") == true)
    #expect(try warnings("\"concurrency\": \(limit), \"queue\": {\"length\": 10}") == [])
    #expect(try warnings("\"concurrency\": \(limit), \"queue\": {\"length\": 0}") == [])
  }

  @Test(arguments: [
    #""retry": 3, "timeouts": { "total": "9s", "attempt": "2s" }"#, #""resilience": "standard""#, #""retry": "none""#,
    #""hedge": {}"#, #""via": "direct""#,
  ])
  func `what is bounded, and what is not repeated, is nothing to warn of`(keys: String) throws {
    #expect(try warnings(keys) == [])
  }

  @Test func `what never ends, and what has no room, says so`() throws {
    let endless = try warnings(#""retry": 2, "timeouts": { "total": "none" }"#)
    #expect(endless.first?.contains("may take forever") == true, "\(endless)")
    let short = try warnings(#""retry": { "attempts": 3, "backoff": { "base": "2s" } }, "timeouts": { "total": "1s" }"#)
    #expect(short.first?.contains("and a longer \"total\"") == true, "\(short)")
  }
}
