// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Background work for endpoints: health checks, name lookups, a file that is followed.
struct EndpointUpkeepTests {
  private let clock = ManualClock()

  private func environment(_ observers: [any EventObserver] = []) -> RequestEnvironment {
    let bits = Lock(UInt64(0))
    // Not constant: otherwise one of several equal endpoints would get all requests.
    let next: @Sendable () -> UInt64 = {
      bits.withLock { bits in
        bits &+= 0x9E37_79B9_7F4A_7C15
        return bits
      }
    }
    return RequestEnvironment(clock: clock, observers: observers, randomBits: next)
  }

  private func pool(_ hosts: [String] = ["a", "b"], _ health: HealthPolicy? = nil) throws -> EndpointPool {
    var policies = ResiliencePolicies()
    policies.health = health
    let endpoints = try hosts.map { ServiceEndpoint(try Origin("https://\($0).example")) }
    return EndpointPool(ResiliencePlan(policies, endpoints, .standard, areFollowed: true), seed: 0)
  }

  @Test func `an endpoint that does not answer well is left out, and used again when it does`() async throws {
    let policy = HealthPolicy(path: "/ok", unhealthy: 2)
    let pool = try pool(["a", "b"], policy)
    let isWell = Lock(false)
    let asked = RequestSummary(method: .get, service: "s", target: "/ok")
    let checks = HealthChecks(pool: pool, policy: policy, request: asked, environment: environment()) { place, end in
      #expect(clock.now.duration(to: end) == .seconds(1))
      return place.map { "\($0)".hasPrefix("a.") } == true && !isWell.withLock(\.self) ? 503 : 200
    }
    let running = Task { await checks.run() }
    try await clock.waitForSleepers()
    #expect(pool.resting == [])
    clock.advance(by: .seconds(10))
    try await clock.waitForSleepers()
    #expect(pool.resting == ["a.example:443"])
    isWell.withLock { $0 = true }
    for _ in 0..<2 {
      clock.advance(by: .seconds(10))
      try await clock.waitForSleepers()
    }
    #expect(pool.resting == [])
    running.cancel()
    await running.value
  }

  @Test func `checks are rarer without calls`() {
    let policy = HealthPolicy(path: "/")
    #expect(policy.pause(idleFor: .seconds(59)) == .seconds(10))
    #expect(policy.pause(idleFor: .seconds(60)) == .seconds(60))
  }

  @Test func `checks begin with the first call, go to each endpoint, are no calls, and end with the client`()
    async throws
  {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "s", "baseUrl": "https://s.example/v1", "health": { "path": "/healthz" },
            "auth": { "type": "basic", "credential": { "username": "u", "password": "p" } },
            "endpoints": [{ "url": "https://a.example" }, { "url": "https://b.example" }] }] }
        """
    )
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let events = RecordedEvents()
    var client: ResourceClient? = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment([events]))
    )
    #expect(stub.requests.isEmpty)
    _ = try await client?.send(ResourceRequest("items", service: "s"))
    try await stub.waitForRequests(3)
    try await clock.waitForSleepers()
    let checks = stub.requests.filter { $0.url.path == "/healthz" }
    #expect(Set(checks.compactMap { $0.endpoint.map { "\($0)" } }) == ["a.example:443", "b.example:443"])
    #expect(checks.allSatisfy { $0.headers["Authorization"] == nil && $0.url.origin.host == "s.example" })
    #expect(events.events(of: .attemptStarted).count == 1)
    client = nil
    try await until { clock.sleeperCount == 0 }
  }

  @Test func `a check that meets the end of a kept connection is sent again, and tells nothing of the endpoint`()
    async throws
  {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "s", "baseUrl": "https://s.example",
            "health": { "path": "/healthz", "unhealthy": 1 },
            "endpoints": [{ "url": "https://a.example" }, { "url": "https://b.example" }] }] }
        """
    )
    let stub = StubTransport { request, _ in
      let isFirst = request.url.path == "/healthz" && !request.options.wantsNewConnection
      guard isFirst else { return TransportResponse(status: 200) }
      throw TransportFailure(code: .connectionClosed, message: "closed", phase: .sent, onReusedConnection: true)
    }
    let events = RecordedEvents()
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment([events]))
    )
    _ = try await client.send(ResourceRequest("items", service: "s"))
    try await stub.waitForRequests(5)
    try await clock.waitForSleepers()
    #expect(stub.requests.filter { $0.url.path == "/healthz" }.count == 4)
    let states = client.status.services.first { $0.name == "s" }?.endpoints.map(\.state)
    #expect(states == [.up, .up])
  }

  @Test(arguments: [("", nil), (#","credentials": false"#, nil), (#","credentials": true"#, "Basic dTpw")])
  func `checks send the credentials of the service where they are to`(option: String, field: String?) async throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "s", "health": { "path": "/healthz"\(option) },
            "auth": { "type": "basic", "credential": { "username": "u", "password": "p" } },
            "endpoints": [{ "url": "https://a.example" }, { "url": "https://b.example" }] }] }
        """
    )
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment())
    )
    _ = try await client.send(ResourceRequest("items", service: "s"))
    try await stub.waitForRequests(3)
    let checks = stub.requests.filter { $0.url.path == "/healthz" }
    #expect(checks.map { $0.headers["Authorization"] } == [field, field])
  }

  @Test func `a name that is resolved by the configuration is not looked up`() async throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "s", "baseUrl": "https://s.example", "discover": "dns",
            "resolve": { "s.example:443": ["10.0.0.8", "10.0.0.9"] } }] }
        """
    )
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    var options = ClientOptions(environment: environment())
    options.lookUp = { name in
      Issue.record("\(name) is looked up")
      return []
    }
    let client = ResourceClient(configuration: configuration, transport: stub, options: options)
    // The first call does not wait for a lookup, so it goes to the host of the URL.
    _ = try await client.send(ResourceRequest("items", service: "s"))
    try await clock.waitForSleepers()
    _ = try await client.send(ResourceRequest("items", service: "s"))
    let places: Set<String> = ["10.0.0.8:443", "10.0.0.9:443"]
    #expect(stub.requests.last?.endpoint.map { places.contains("\($0)") } == true)
    #expect(Set(client.status.services.last?.endpoints.map(\.name) ?? []) == places)
    let shown = "\(try client.explain(ResourceRequest("items", service: "s")))"
    #expect(shown.contains("the addresses of s.example, looked up every 60 s"), "\(shown)")
    #expect(shown.contains("10.0.0.8:443"))
  }

  @Test func `status and explain show an endpoint that its checks leave out`() async throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "s", "health": { "path": "/healthz", "unhealthy": 1 },
            "endpoints": [{ "url": "https://a.example" }, { "url": "https://b.example" }] }] }
        """
    )
    let stub = StubTransport { request, _ in
      let isBad = request.url.path == "/healthz" && request.endpoint.map { "\($0)" } == "b.example:443"
      return TransportResponse(status: isBad ? 500 : 200)
    }
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment())
    )
    _ = try await client.send(ResourceRequest("items", service: "s"))
    try await stub.waitForRequests(3)
    try await clock.waitForSleepers()
    let endpoints = try #require(client.status.services.last?.endpoints)
    #expect(endpoints.map(\.state) == [.up, .failing])
    #expect(endpoints.map(\.reason) == [nil, "its health check failed"])
    let shown = "\(try client.explain(ResourceRequest("items", service: "s")))"
    #expect(shown.contains("left out until its checks are good, since its health check"), "\(shown)")
    // Health checks are not counted as attempts.
    #expect(endpoints.map(\.totals.all).reduce(0, +) == 1)
  }

  @Test func `each address of a name is an endpoint, and the last good ones hold`() async throws {
    let pool = try pool(["s"])
    let events = RecordedEvents()
    let answers = Lock<[[String]]>([["10.0.0.2", "10.0.0.1", "10.0.0.2"], [], [], ["::1", "not an address"], []])
    struct Failed: Error {}
    let discovery = NameDiscovery(
      pool: pool,
      origin: try Origin("https://s.example:8443"),
      time: .seconds(60),
      environment: environment([events])
    ) { name in
      #expect(name == "s.example")
      let next = answers.withLock { $0.isEmpty ? [] : $0.removeFirst() }
      if next.isEmpty { throw Failed() }
      return next
    }
    let running = Task { await discovery.run() }
    var seen: [[String]] = []
    for _ in 0..<5 {
      try await clock.waitForSleepers()
      seen.append(pool.listed.map(\.label).sorted())
      clock.advance(by: .seconds(60))
    }
    #expect(seen[0] == ["10.0.0.1:8443", "10.0.0.2:8443"])
    #expect(seen[1] == seen[0] && seen[2] == seen[0])
    #expect(seen[3] == ["[::1]:8443"] && seen[4] == seen[3])
    let warning = "no address of s.example was found; the last good endpoints are used"
    #expect(events.events(of: .warning).map(\.message) == [warning, warning], "one for each time it fails anew")
    running.cancel()
    await running.value
  }

  @Test func `the machine's resolver is asked`() async throws {
    let found = try await SystemLookup.addresses(of: "127.0.0.1")
    #expect(found.contains("127.0.0.1"))
  }

  @Test func `a file of endpoints is followed, and its last good ones hold with one warning`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endpoints-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("endpoints.json")
    func write(_ text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }
    try write(#"[{ "url": "https://a.example" }]"#)
    let document = folder.appendingPathComponent("backends.json")
    try Data(
      #"{"backendServices":[{"service":"s","baseUrl":"https://s.example","endpointsFile":"endpoints.json"}]}"#.utf8
    ).write(to: document)
    let configuration = try ResourceConfiguration(contentsOf: document.path)
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let events = RecordedEvents()
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(environment: environment([events]))
    )
    func places(after change: String?, until isSo: (Set<String>) -> Bool) async throws -> Set<String> {
      if let change { try write(change) } else { try FileManager.default.removeItem(at: file) }
      var places: Set<String> = []
      try await until {
        clock.advanceToNextSleeper()
        let before = stub.requests.count
        for _ in 0..<8 { _ = try await client.send(ResourceRequest("items", service: "s")) }
        places = Set(stub.requests[before...].compactMap { $0.endpoint.map { "\($0)" } })
        return isSo(places)
      }
      return places
    }
    _ = try await client.send(ResourceRequest("items", service: "s"))
    #expect(stub.requests.map { $0.endpoint.map { "\($0)" } } == ["a.example:443"])
    let two = #"[{ "url": "https://b.example" }, { "url": "https://c.example:8443" }]"#
    let twice = #"[{ "url": "https://c.example" }, { "url": "https://C.example:443" }]"#
    let path = folder.appendingPathComponent("twice.json")
    try Data(twice.utf8).write(to: path)
    let fault = #expect(throws: ConfigurationDocument.EndpointsFault.self) {
      try ConfigurationDocument.readEndpoints(path.path, for: try Origin("https://s.example"))
    }
    #expect(fault?.reason.contains("lists the endpoint https://c.example twice") == true)
    #expect(
      try await places(after: two) { $0.count == 2 && !$0.contains("a.example:443") } == [
        "b.example:443", "c.example:8443",
      ]
    )
    func warnings() -> Int { events.events(of: .warning).count }
    let held = try await places(after: #"[{ "url": "https"#) { _ in warnings() == 1 }
    #expect(held.isSubset(of: ["b.example:443", "c.example:8443"]))
    #expect(
      try await places(after: #"[{ "url": "https://d.example" }]"#) { !$0.isDisjoint(with: ["d.example:443"]) }
        .isSubset(of: ["b.example:443", "c.example:8443", "d.example:443"])
    )
    #expect(warnings() == 1)
    _ = try await places(after: two) { $0.count == 2 && !$0.contains("d.example:443") }
    #expect(try await places(after: nil) { _ in warnings() == 2 } == ["b.example:443", "c.example:8443"])
    #expect(try client.explain(ResourceRequest("items", service: "s")).description.contains("c.example:8443"))
    #expect(client.status.services.last?.endpoints.map(\.name).sorted() == ["b.example:443", "c.example:8443"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a file that has changed since its configuration was read is read again`() async throws {
    let folder = try WatchedFolder()
    try folder.write(#"[{ "url": "https://a.example" }]"#, to: "endpoints.json")
    try folder.write(
      #"{"backendServices":[{"service":"s","baseUrl":"https://s.example","endpointsFile":"endpoints.json"}]}"#,
      to: "backends.json"
    )
    let configuration = try ResourceConfiguration(contentsOf: folder["backends.json"])
    try folder.write(#"[{ "url": "https://b.example" }]"#, to: "endpoints.json")
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let options = ClientOptions(environment: environment())
    let client = ResourceClient(configuration: configuration, transport: stub, options: options)
    try await until {
      _ = try await client.send(ResourceRequest("items", service: "s"))
      clock.advanceToNextSleeper()
      return stub.requests.last?.endpoint.map({ "\($0)" }) == "b.example:443"
    }
    #expect(client.status.services.last?.endpoints.map(\.name) == ["b.example:443"])
  }

  @Test(arguments: [
    ("", "is not JSON"), ("{}", "expected"), ("[]", "the array is empty"),
    (#"[{"url":"https://a.example","weight":0}]"#, "weight"),
    (#"[{"url":"ftp://a"}]"#, "line 1, column"), (#"[{"url":"#, "is not JSON"),
    (#"[{"url":"https://a.example"},{"url":"http://b.example"}]"#, "another scheme than the base URL"),
  ])
  func `a file that is of no use is refused with a reason`(text: String, reason: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("endpoints-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let origin = try Origin("https://s.example")
    let fault = #expect(throws: ConfigurationDocument.EndpointsFault.self) {
      try ConfigurationDocument.readEndpoints(file.path, for: origin)
    }
    #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
  }
}

extension EndpointPool {
  /// The labels of endpoints that are ejected or probed.
  fileprivate var resting: [String] { listed.filter { !$0.entry.health.isHealthy }.map(\.label) }
}
