// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Whose responses are whose: what goes out decides, for every kind of credential.
@Suite struct CachePrincipalTests {
  /// Clients that share a store; the server says who asks.
  private final class Bench: Sendable {
    let store = ScriptedStore()
    let stub: StubTransport

    init(_ headers: Headers = ["Cache-Control": "max-age=60"]) {
      stub = StubTransport { request, _ in
        let sent = ["Authorization", "X-Api-Key", "Cookie"].compactMap { request.headers[$0] }
        let key = request.url.query?.split(separator: "=").last.map(String.init)
        return .text(sent.isEmpty ? key ?? "nobody" : sent.joined(), headers: headers)
      }
    }

    func client(
      _ service: String = "",
      cache: String = "true",
      _ change: (inout ClientOptions) -> Void = { _ in }
    ) throws -> ResourceClient {
      var options = ClientOptions(cacheStore: store)
      change(&options)
      let text = #"{"service": "s", "baseUrl": "https://s.example/", "cache": \#(cache)\#(service)}"#
      return ResourceClient(configuration: try ResourceConfiguration(json: text), transport: stub, options: options)
    }

    func get(
      _ client: ResourceClient,
      _ target: String = "x",
      _ change: (inout ResourceRequest) -> Void = { _ in }
    ) async throws -> String {
      var request = ResourceRequest(target, service: target.hasPrefix("http") ? nil : "s")
      change(&request)
      let text = try await client.send(request).text
      await client.drain(within: .seconds(60))
      return text
    }
  }

  @Test(arguments: [("header", ""), ("query", ""), ("header", "Vary")])
  func `a shared cache does not give the response to one API key to another, where the server tells them apart`(
    _ policy: String,
    _ vary: String
  ) async throws {
    let bench = Bench(["Cache-Control": "public, max-age=60", "Vary": vary.isEmpty ? "Accept" : "X-Api-Key"])
    func client(_ key: String) throws -> ResourceClient {
      try bench.client(
        #","auth": {"type": "apikey", "credential": {"apikey": "\#(key)", "policy": "\#(policy)", "name": "X-Api-Key"}}"#,
        cache: #"{"mode": "shared"}"#
      )
    }
    let texts = try await [bench.get(client("alice")), bench.get(client("bob"))]
    // Without "Vary" the server says that its response is for all.
    #expect(texts.map { $0 } == (policy == "query" || vary == "Vary" ? ["alice", "bob"] : ["alice", "alice"]))
  }

  @Test(arguments: ["private", "shared"])
  func `a request without credentials sends no key of the configuration and gets no response to one`(
    mode: String
  ) async throws {
    let bench = Bench()
    let cache = #"{"mode": "\#(mode)"}"#
    let key = #", "headers": {"X-Api-Key": "ann", "X-Region": "1"}"#
    let (ann, other) = (try bench.client(key, cache: cache), try bench.client(cache: cache))
    #expect(try await bench.get(ann) == "ann")
    #expect(try await bench.get(ann) { $0.usesCredentials = false } == "nobody")
    #expect(try await bench.get(ann) { $0.method = .trace } == "nobody")
    #expect(bench.stub.requests.last?.headers["X-Region"] == "1")
    #expect(try await bench.get(other) == "nobody")
    #expect(bench.store.kept.contains { $0.isAuthorized && $0.body == Data("nobody".utf8) } == false)
  }

  @Test func `a request without credentials sends no secret of the base URL or the default parameters`() async throws {
    let bench = Bench()
    let text = #"{"service": "s", "baseUrl": "https://s.example/?api_key=ann&v=2", "cache": true}"#
    var options = ClientOptions()
    options.defaultParameters = [.constant("access_token", "ann"), .constant("lang", "de")]
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: text),
      transport: bench.stub,
      options: options
    )
    _ = try await bench.get(client)
    #expect(bench.stub.requests.last?.url.query == "api_key=ann&v=2&access_token=ann&lang=de")
    _ = try await bench.get(client) { $0.usesCredentials = false }
    #expect(bench.stub.requests.last?.url.query == "v=2&lang=de")
    _ = try await bench.get(client) { $0.method = .trace }
    #expect(bench.stub.requests.last?.url.query == "v=2&lang=de")
    _ = try await bench.get(client)
    #expect(bench.stub.requests.count == 3)
  }

  @Test func `a credential of the same name with another secret is another principal`() async throws {
    let bench = Bench()
    for password in ["1", "2", "1", "2"] {
      let credential = #"{"username": "ann", "password": "\#(password)"}"#
      let auth = #", "auth": {"type": "basic", "credential": \#(credential)}"#
      _ = try await bench.get(try bench.client(auth))
    }
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `the parts of an OAuth principal are not confused with one another`() throws {
    func partition(_ audience: String, _ id: String) throws -> String? {
      let auth = """
        {"type": "oauth2", "clientId": "\(id)", "clientSecret": "s", "audience": "\(audience)", \
        "tokenUrl": "https://t.example/"}
        """
      let json = #"{"service": "s", "baseUrl": "https://s.example/", "cache": true, "auth": \#(auth)}"#
      let client = ResourceClient(configuration: try ResourceConfiguration(json: json), transport: Bench().stub)
      return try place(client)
    }
    let texts = [try partition("a", ":b"), try partition("a:", "b"), try partition("a", ":b")]
    #expect(texts[0] != texts[1])
    #expect(texts[0] == texts[2])
    #expect(texts[0] != nil)
  }

  private func place(_ client: ResourceClient) throws -> String? {
    let assembly = client.assembly
    let route = try assembly.router.route(ResourceRequest("x", service: "s"))
    let cache = try #require(assembly.kept(CacheRoom.Kept.self, for: route.destination)?.cache)
    let room = try #require(client.parts.room(CacheRoom.self))
    let middleware = room.middleware(of: cache, at: assembly.site(of: route.destination))
    return middleware.partition.find(route.request, at: .now).text
  }

  @Test func `tokens that the program gives make an unknown principal, whatever is configured`() async throws {
    struct Tokens: TokenProvider {
      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken { AccessToken("t") }
    }
    let bench = Bench()
    let auth = #", "auth": {"type": "basic", "credential": {"username": "ann", "password": "1"}}"#
    let client = try bench.client(auth) { $0.authorization.tokenProviders = ["s": Tokens()] }
    for _ in 0..<2 { _ = try await bench.get(client) }
    #expect(bench.stub.requests.count == 2)
    #expect(bench.store.kept.isEmpty)
  }

  @Test func `the content of a token file is the identity, not its path`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ token: String, _ age: TimeInterval) throws {
      try Data(token.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    }
    let bench = Bench()
    try write("ann", 60)
    let client = try bench.client(#", "auth": {"type": "bearer", "tokenFile": "\#(path)"}"#)
    #expect(try await bench.get(client) == "Bearer ann")
    try write("bob", 30)
    #expect(try await bench.get(client) == "Bearer bob")
    try write("ann", 20)
    #expect(try await bench.get(client) == "Bearer ann")
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `two jars on one store do not share, and equal cookies are one identity`() async throws {
    let bench = Bench()
    func client(_ value: String) throws -> ResourceClient {
      let path = FileManager.default.temporaryDirectory.appending(path: "jar-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let line = "s.example\tFALSE\t/\tTRUE\t0\tsid\t\(value)\n"
      try Data(("# Netscape HTTP Cookie File\n" + line).utf8).write(to: URL(fileURLWithPath: path))
      let jar = try CookieOptions.reading(path)
      return try bench.client { $0.cookies = jar }
    }
    let (ann, bob, annToo) = (try client("ann"), try client("bob"), try client("ann"))
    let store = bench.store
    for (client, who) in [(ann, "ann"), (bob, "bob"), (annToo, "ann"), (ann, "ann"), (bob, "bob")] {
      #expect(try await bench.get(client) == "sid=" + who)
    }
    // The jar's cookies are credentials: nothing goes to the store that keeps none.
    #expect(!store.kept.contains { !$0.isAuthorized })
  }

  @Test func `a response that deletes the cookie it was asked with stays in memory`() async throws {
    let store = ScriptedStore()
    let bench = CacheBench { options in
      options.cookies = .inMemory
      options.cacheStore = store
    }
    bench.answer(["Cache-Control": "no-store", "Set-Cookie": "sid=ann"], "in")
    bench.answer(["Cache-Control": "max-age=60", "Set-Cookie": "sid=; Max-Age=0"], "private")
    try await bench.get("http://h.example/login")
    try await bench.get("http://h.example/x")
    await bench.client.drain(within: .seconds(60))
    #expect(bench.stub.requests.last?.headers["Cookie"] == "sid=ann")
    #expect(store.kept.map(\.isAuthorized) == [true])
    // Without the cookie it is another partition.
    bench.answer(["Cache-Control": "max-age=60"], "public")
    #expect(try await bench.get("http://h.example/x").text == "public")
  }

  @Test func `a response to a signature of the program is for its sender only, unless a partition is named`()
    async throws
  {
    struct Signer: Middleware {
      let who: Lock<String>
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        var request = request
        request.headers["Authorization"] = who.withLock { $0 }
        return try await next(request, context: context)
      }
    }
    let (bench, who) = (Bench(), Lock("ann"))
    let client = try bench.client { $0.attemptMiddleware = [Signer(who: who)] }
    #expect(try await bench.get(client) == "ann")
    who.withLock { $0 = "bob" }
    #expect(try await bench.get(client) == "bob")
    for _ in 0..<2 { #expect(try await bench.get(client) { $0.cachePartition = "bob" } == "bob") }
    #expect(bench.stub.requests.count == 3)
    #expect(bench.store.kept.map(\.isAuthorized) == [true])
  }

  @Test(arguments: ["field", "path"], [nil, "named"] as [String?])
  func `what middleware changes below the cache is stored for nobody`(_ what: String, _ partition: String?) async throws
  {
    struct Tenant: Middleware {
      let who: Lock<String>
      let what: String
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        var request = request
        let name = who.withLock { $0 }
        if what == "field" {
          request.headers["X-Tenant"] = name
        } else {
          request.url = try ResourceURL("\(request.url.string)/\(name)")
        }
        return try await next(request, context: context)
      }
    }
    let who = Lock("ann")
    let stub = StubTransport { request, _ in
      let name = request.headers["X-Tenant"] ?? request.url.string.split(separator: "/").last.map(String.init) ?? ""
      let headers: Headers = ["Cache-Control": "max-age=60", "Vary": what == "field" ? "X-Tenant" : "Accept"]
      return TransportResponse(status: 200, headers: headers, body: IncomingBody(Data(name.utf8)))
    }
    let document = #"{"service": "s", "baseUrl": "https://s.example/", "cache": {}}"#
    var options = ClientOptions()
    options.attemptMiddleware = [Tenant(who: who, what: what)]
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: options
    )
    for name in ["ann", "bob", "ann"] {
      who.withLock { $0 = name }
      var request = ResourceRequest("x", service: "s")
      request.cachePartition = partition
      let response = try await client.send(request)
      #expect(response.text == name)
      #expect(response.cache?.detail == "vary")
    }
  }

  @Test func `a login of a store after a redirect is not anonymous`() throws {
    let partition = CachePartition(
      service: nil,
      configured: nil,
      principal: .unknown,
      isShared: false,
      usual: [:]
    )
    var request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    request.authorization.isRedirected = true
    #expect(partition.find(request, at: .now).text == nil)
    request.authorization.usesCredentials = false
    #expect(partition.find(request, at: .now).text != nil)
  }

  @Test func `a server cannot declare a secret of the query irrelevant, except in a shared cache`() throws {
    let url = try ResourceURL("http://h.example/x?access_token=ann&utm=1")
    let headers: Headers = ["No-Vary-Search": "params"]
    #expect(SearchRule(CacheRules(), headers).url(url) == "http://h.example/x?access_token=ann")
    #expect(SearchRule(.shared, headers).url(url) == "http://h.example/x")
  }

  @Test func `a secret in the caller's query counts as a credential for the disk`() async throws {
    let bench = Bench()
    let client = try bench.client()
    _ = try await bench.get(client, "x?access_token=ann")
    _ = try await bench.get(client, "x?page=2")
    #expect(bench.store.kept.map(\.isAuthorized) == [true, false])
  }

  /// Gives every turn, and notes how it ends.
  private final class Turns: SharedCacheStore {
    let memory = MemoryCacheStore()
    let areStored = Lock<[Bool]>([])
    var storesAuthorized: Bool { false }
    var patience: Duration { .seconds(1) }

    func variants(of key: CacheKey) async throws -> [CachedResponse] { memory.seen(key) ?? [] }
    func insert(_ response: CachedResponse, for key: CacheKey) async throws { memory.put(response, for: key) }
    func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {
      memory.drop(selectors, for: key)
    }
    func removeAll(forURL url: String) async throws { memory.dropAll(forURL: url) }
    func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int {
      await memory.removeAll(where: isMeant)
    }
    func usage() async throws -> CacheUsage { memory.currentUsage }
    func takeTurn(for key: CacheKey, within time: Duration) async throws -> Bool? { true }
    func endTurn(for key: CacheKey, isStored: Bool) async throws { areStored.withLock { $0.append(isStored) } }
  }

  @Test func `a turn says whether the store that is shared has the response`() async throws {
    let turns = Turns()
    let bench = Bench(["Cache-Control": "max-age=1, stale-while-revalidate=600"])
    let clock = ManualClock()
    let client = try bench.client {
      ($0.cacheStore, $0.environment) = (turns, RequestEnvironment(clock: clock))
    }
    for target in ["x?access_token=ann", "x?page=2"] {
      _ = try await bench.get(client, target)
      clock.advance(by: .seconds(5))
      _ = try await bench.get(client, target)
    }
    #expect(turns.areStored.withLock(\.self) == [false, false, true, true])
  }
}
