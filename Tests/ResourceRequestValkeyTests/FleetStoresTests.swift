// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestValkey

/// Responses and tokens that instances share by the configuration, over a server of the system.
@Suite(.timeLimit(.minutes(2)), .serialized, .enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct FleetStoresTests {
  private static let tokenKey = "0123456789abcdef0123456789abcdef"

  /// What the servers behind the instances were asked.
  private final class Servers: Sendable {
    private struct State {
      var tokens = 0
      var requests: [ResolvedRequest] = []
      var refused: Set<String> = []
    }

    private let state = Lock(State())
    private let answer: @Sendable (ResolvedRequest) -> TransportResponse

    init(_ answer: @escaping @Sendable (ResolvedRequest) -> TransportResponse = { _ in .text("done") }) {
      self.answer = answer
    }

    var tokens: Int { state.withLock(\.tokens) }
    var requests: [ResolvedRequest] { state.withLock(\.requests) }
    func refuse(_ token: String) { _ = state.withLock { $0.refused.insert(token) } }

    var transport: StubTransport {
      StubTransport { request, _ in
        // Others come meanwhile.
        for _ in 0..<20 { await Task.yield() }
        if request.url.origin.host == "login.example" {
          let number = self.state.withLock { state in
            state.tokens += 1
            return state.tokens
          }
          return .json(["access_token": .string("token-\(number)"), "token_type": "Bearer", "expires_in": 600])
        }
        let isRefused = self.state.withLock { state in
          state.requests.append(request)
          return state.refused.contains(request.headers["Authorization"] ?? "")
        }
        return isRefused
          ? .text("no", status: 401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
          : self.answer(request)
      }
    }
  }

  /// An instance: a client with a feature, and thus connections, of its own.
  private static func instance(
    _ server: ValkeyServer,
    _ servers: Servers,
    use: String? = #"["cache", "tokens"]"#,
    keys: String = "",
    limit: String = "10s",
    events: RecordedEvents = RecordedEvents()
  ) throws -> ResourceClient {
    let shared = use.map { use in
      #", "shared": {"server": "\#(server.address)", "use": \#(use), "tokenKey": "${env:KEY}", "timeLimit": "\#(limit)"\#(keys)}"#
    }
    let json = #"""
      {"service": "orders", "baseUrl": "https://orders.example", "cache": true,
       "auth": {"type": "oauth2", "tokenUrl": "https://login.example/token", "clientId": "me", "clientSecret": "${env:SECRET}"}
       \#(shared ?? "")}
      """#
    return ResourceClient(
      configuration: try ResourceConfiguration(
        json: json,
        environment: ["SECRET": "hush", "KEY": tokenKey],
        vocabulary: .standard + [FleetStores()]
      ),
      transport: servers.transport,
      options: ClientOptions(environment: RequestEnvironment(observer: events))
    )
  }

  private static func tokens(_ line: ValkeyLine, _ more: String = "") -> FleetTokens {
    FleetTokens(prefix: "p", secret: Secret(tokenKey + more)) { try await line.send($0) }
  }

  private static func send(_ client: ResourceClient, _ target: String = "x") async throws -> ResourceResponse {
    try await client.send(ResourceRequest(target, service: "orders"))
  }

  /// Has all instances ask at once.
  private static func ask(_ clients: [ResourceClient], _ target: String = "x") async throws -> [ResourceResponse] {
    try await withThrowingTaskGroup(of: ResourceResponse.self) { group in
      for client in clients { group.addTask { try await send(client, target) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `the token of eight instances is fetched once, and is not at the server in clear`() async throws {
    let (server, servers) = (try await ValkeyServer(), Servers())
    let clients = try (0..<8).map { _ in try Self.instance(server, servers, use: #"["tokens"]"#) }
    #expect(try await Self.ask(clients).allSatisfy { $0.status == 200 })
    #expect(servers.tokens == 1)
    #expect(Set(servers.requests.compactMap { $0.headers["Authorization"] }) == ["Bearer token-1"])
    for name in try server.command(["--scan"]).split(separator: "\n") {
      #expect(!name.contains("me") && !name.contains("hush") && !name.contains("login.example"))
      #expect(try !server.command(["GET", String(name)]).contains("token-1"))
    }
    // What an instance reads ends when the fetched one does.
    #expect(
      clients.allSatisfy { ($0.status.services.first { $0.name == "orders" }?.tokens.first?.seconds ?? 601) <= 600 }
    )
  }

  @Test func `a token that is refused is fetched once more for all`() async throws {
    let (server, servers) = (try await ValkeyServer(), Servers())
    let clients = try (0..<4).map { _ in try Self.instance(server, servers, use: #"["tokens"]"#) }
    _ = try await Self.ask(clients)
    servers.refuse("Bearer token-1")
    #expect(try await Self.ask(clients, "y").allSatisfy { $0.status == 200 })
    #expect(servers.tokens == 2)
  }

  @Test func `instances with another secret share no token`() async throws {
    let server = try await ValkeyServer()
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(10), replyLimit: 1 << 20)
    let (one, other) = (Self.tokens(line, "x"), Self.tokens(line, "y"))
    let context = CallContext()
    let first = try await one.token("n", insteadOf: nil, context: context) {
      AccessToken(Secret("a"), lifetime: .seconds(60))
    }
    let second = try await other.token("n", insteadOf: nil, context: context) {
      AccessToken(Secret("b"), lifetime: .seconds(60))
    }
    #expect(first.value.reveal() == "a" && second.value.reveal() == "b")
  }

  @Test func `a token is read with what is left of its lifetime, its scope, and its bytes`() async throws {
    let server = try await ValkeyServer()
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(10), replyLimit: 1 << 20)
    let (one, other) = (Self.tokens(line), Self.tokens(line))
    let context = CallContext()
    for (name, token) in [
      ("a", AccessToken(Secret("t=/+~."), lifetime: .seconds(1000), scope: "read write")),
      ("b", AccessToken(Secret("t"), lifetime: nil, scope: nil)),
      ("c", AccessToken(Secret("t"), lifetime: .seconds(2), scope: "")),
    ] {
      _ = try await one.token(name, insteadOf: nil, context: context) { token }
      let read = try await other.token(name, insteadOf: nil, context: context) {
        Issue.record("\(name) is fetched again")
        return token
      }
      #expect(read.value.reveal() == token.value.reveal() && read.scope == token.scope)
      let whole = token.lifetime ?? .seconds(86_400)
      #expect(read.lifetime.map { $0 <= whole && $0 > whole * 19 / 20 - .seconds(30) && $0 > .zero } == true)
    }
  }

  @Test func `where a fetch fails each instance sees for itself`() async throws {
    struct Refused: Error {}
    let server = try await ValkeyServer()
    let stores = try (0..<8).map { _ in
      let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(10), replyLimit: 1 << 20)
      return Self.tokens(line)
    }
    let fetches = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          await #expect(throws: Refused.self) {
            _ = try await store.token("n", insteadOf: nil, context: CallContext()) {
              fetches.withLock { $0 += 1 }
              throw Refused()
            }
          }
        }
      }
    }
    #expect(fetches.withLock(\.self) == 8)
  }

  @Test func `no request fails by the server, and one warning says why tokens are not shared`() async throws {
    let (server, servers, events) = (try await ValkeyServer(), Servers(), RecordedEvents())
    let client = try Self.instance(server, servers, keys: #", "prefix": "p""#, events: events)
    server.end()
    for number in 0..<5 { #expect(try await Self.send(client, "\(number)").status == 200) }
    #expect(servers.tokens == 1)
    let warnings = events.events(of: .warning).compactMap(\.message)
    #expect(warnings.filter { $0.contains("tokens are not shared") }.count == 1, "\(warnings)")
    let shared = client.status.services.first { $0.name == "orders" }?.features?.first { $0.title == "shared" }
    #expect(shared?.facts.first?.value.begins(withBytesOf: "away") == true)
  }

  #if TSAN
    private static let isMeasured = false
  #else
    private static let isMeasured = true
  #endif

  @Test(
    .enabled(if: isMeasured, "ThreadSanitizer takes more time itself than is allowed"),
    arguments: ["killed", "paused", "paused from the start"]
  )
  func `a server that is away makes no call much slower`(_ way: String) async throws {
    let (server, servers) = (try await ValkeyServer(), Servers())
    if way == "paused from the start" { server.pause() }
    let client = try Self.instance(server, servers, limit: "20ms")
    _ = try await Self.send(client, "first")
    if way == "killed" { server.end() }
    if way == "paused" { server.pause() }
    let alone = try Self.instance(server, servers, use: nil)
    // A busy machine may take longer: of some rounds one at least has what is expected.
    var rounds: [Duration] = []
    for round in 0..<5 where !rounds.contains(where: { $0 < .milliseconds(25) }) {
      rounds.append(try await Self.slowest(client, round) - Self.slowest(alone, round))
    }
    #expect(rounds.contains { $0 < .milliseconds(25) }, "\(rounds)")
    server.resume()
  }

  /// How long all but the slowest hundredth of calls, which nothing is kept of yet, take at most.
  private static func slowest(_ client: ResourceClient, _ round: Int) async throws -> Duration {
    var times: [Duration] = []
    for number in 0..<200 {
      let start = ContinuousClock.now
      #expect(try await Self.send(client, "\(round)-\(number)").status == 200)
      times.append(start.duration(to: .now))
    }
    return times.sorted()[197]
  }

  /// A store that does not answer within 20 ms is not waited for, and a busy machine may take longer: of some rounds one at
  /// least has what is expected.
  private static func anyRound(_ isSo: (_ target: String) async throws -> Bool) async throws -> Bool {
    for round in 0..<20 where try await isSo("round-\(round)") { return true }
    return false
  }

  @Test func `a response that eight instances need at once is fetched once`() async throws {
    let server = try await ValkeyServer()
    let servers = Servers { _ in .text("done", headers: ["Cache-Control": "public, max-age=60"]) }
    let clients = try (0..<8).map { _ in try Self.instance(server, servers) }
    let isOnce = try await Self.anyRound { target in
      let before = servers.requests.count
      let responses = try await Self.ask(clients, target)
      #expect(responses.allSatisfy { $0.text == "done" })
      return servers.requests.count == before + 1
    }
    #expect(isOnce)
  }

  @Test func `a response that has become stale is revalidated once for eight instances`() async throws {
    let server = try await ValkeyServer()
    let servers = Servers { request in
      request.headers.contains("If-None-Match")
        ? .text("", status: 304, headers: ["Cache-Control": "public, max-age=60", "ETag": #""1""#])
        : .text("done", headers: ["Cache-Control": "public, max-age=60", "Age": "60", "ETag": #""1""#])
    }
    let clients = try (0..<8).map { _ in try Self.instance(server, servers) }
    let isOnce = try await Self.anyRound { target in
      // It is stale when it comes.
      _ = try await Self.send(clients[0], target)
      #expect(await clients[0].drain(within: .seconds(60)))
      let before = servers.requests.count
      let responses = try await Self.ask(clients, target)
      #expect(responses.allSatisfy { $0.text == "done" })
      return servers.requests.dropFirst(before).map { $0.headers.contains("If-None-Match") } == [true]
    }
    #expect(isOnce)
  }

  @Test(arguments: [("no-store", 4), ("public, max-age=60", 2 << 20)])
  func `a response that cannot be stored is fetched by each, and none waits for long`(
    _ caching: String,
    _ size: Int
  ) async throws {
    let server = try await ValkeyServer()
    let text = String(repeating: "done", count: size / 4)
    let servers = Servers { _ in .text(text, headers: ["Cache-Control": caching]) }
    let clients = try (0..<8).map { _ in try Self.instance(server, servers) }
    let start = ContinuousClock.now
    #expect(try await Self.ask(clients).allSatisfy { $0.text == text })
    #expect(servers.requests.count == 8)
    // One after the other they would take turns of their own.
    #expect(start.duration(to: .now) < .seconds(3 * 8))
  }

  @Test(arguments: [
    (#""use": ["cache"]"#, "no \"server\""),
    (#""server": "unix:///s", "use": ["rate"]"#, #"expected "cache", "tokens" or "health""#),
    (#""server": "unix:///s", "use": ["tokens"]"#, "no \"tokenKey\""),
    (#""server": "unix:///s", "use": ["tokens"], "tokenKey": "${env:SHORT}""#, "is too short"),
    (#""server": "http://h", "use": ["cache"]"#, "\"server\" of \"shared\""),
    (#""server": "valkey://a:b@h", "use": ["cache"]"#, "has a login"),
    (#""server": "valkey://h", "username": "a""#, "no \"password\""), (#""prefix": "a b""#, "\"prefix\""),
    (#""timeLimit": "0s""#, "\"timeLimit\""),
  ])
  func `what cannot be shared is an error of reading`(_ keys: String, _ message: String) throws {
    let json = #"{"service": "orders", "baseUrl": "https://orders.example", "shared": {\#(keys)}}"#
    let error = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: json, environment: ["SHORT": "short"], vocabulary: .standard + [FleetStores()])
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  /// A client of a service with two endpoints, of which one fails where told; other failures than hints eject none but where
  /// `leavesOut`.
  private static func balanced(
    _ server: ValkeyServer,
    at base: String = "https://a.example",
    fails: Bool,
    leavesOut: Bool
  ) throws -> ResourceClient {
    let json = #"""
      {"service": "orders", "baseUrl": "\#(base)", "balance": "roundRobin",
       "endpoints": [{"url": "https://a.example"}, {"url": "https://b.example"}],
       "outliers": {"consecutive": \#(leavesOut ? 2 : 1000)},
       "shared": {"server": "\#(server.address)", "use": ["health"], "timeLimit": "10s"}}
      """#
    return ResourceClient(
      configuration: try ResourceConfiguration(json: json, vocabulary: Vocabulary.standard + [FleetStores()]),
      transport: StubTransport { request, _ in
        for _ in 0..<20 { await Task.yield() }
        let isBad = request.endpoint.map { "\($0)".contains("a.example") } ?? false
        return TransportResponse(status: fails && isBad ? 503 : 200)
      }
    )
  }

  private static func isOut(_ client: ResourceClient) -> Bool {
    client.status.services.first { $0.name == "orders" }?.endpoints.contains { $0.state == .out } ?? false
  }

  @Test func `an endpoint that others have left out is left out after a failure here, and not without one`()
    async throws
  {
    let server = try await ValkeyServer()
    let first = try Self.balanced(server, fails: true, leavesOut: true)
    try await until {
      _ = try await first.send(ResourceRequest("x", service: "orders"))
      return Self.isOut(first)
    }
    try await until { try !server.command(["KEYS", "resource:*:h:*"]).isEmpty }
    let second = try Self.balanced(server, fails: true, leavesOut: false)
    try await until {
      _ = try await second.send(ResourceRequest("x", service: "orders"))
      return Self.isOut(second)
    }
    let reason = second.status.services.first { $0.name == "orders" }?.endpoints.compactMap(\.reason).first
    #expect(reason == "it failed here as well as for other instances")
    let third = try Self.balanced(server, fails: false, leavesOut: false)
    for _ in 0..<50 { _ = try await third.send(ResourceRequest("x", service: "orders")) }
    #expect(!Self.isOut(third))
  }

  @Test func `services of one name with other base URLs have hints of their own`() async throws {
    let server = try await ValkeyServer()
    let clients = try ["https://a.example", "https://c.example"].map {
      try Self.balanced(server, at: $0, fails: true, leavesOut: true)
    }
    for client in clients {
      try await until {
        _ = try await client.send(ResourceRequest("x", service: "orders"))
        return Self.isOut(client)
      }
      let reason = client.status.services.first { $0.name == "orders" }?.endpoints.compactMap(\.reason).first
      // What is left out by a hint is not told on.
      try #require(reason != "it failed here as well as for other instances")
    }
    try await until { try server.command(["info", "commandstats"]).contains("cmdstat_set:calls=2,") }
    let names = try server.command(["KEYS", "resource:*:h:*"]).split(whereSeparator: \.isNewline)
    #expect(names.count == 2, "\(names)")
  }
}
