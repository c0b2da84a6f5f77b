// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// What a client does with the features of its configuration.
@Suite(.timeLimit(.minutes(2)))
struct FeatureRoomTests {
  private static let vocabulary = Vocabulary.standard + [Guest()]

  private static func document(_ members: String, _ more: String = "") -> String {
    #"{"backendServices": [{"service": "s", "baseUrl": "https://s.example", \#(more)"guest": {\#(members)}}, "#
      + #"{"service": "other", "baseUrl": "https://other.example"}]}"#
  }

  private static func configuration(_ members: String, _ more: String = "") throws -> ResourceConfiguration {
    try ResourceConfiguration(json: document(members, more), name: "a.json", vocabulary: vocabulary)
  }

  /// Answers with the fields of the guest.
  private static let transport = StubTransport { request, _ in
    .text(
      (request.headers.values(for: "X-Guest") + request.headers.values(for: "X-Guest-Attempt")).joined(separator: " ")
    )
  }

  private static func client(_ members: String, _ more: String = "") throws -> ResourceClient {
    ResourceClient(configuration: try configuration(members, more), transport: transport)
  }

  private static func send(_ client: ResourceClient, to service: String = "s") async throws -> String {
    try await client.send(ResourceRequest("x", service: service)).text
  }

  private static func features(_ client: ResourceClient, _ service: String = "s") -> [Explanation.Section]? {
    client.status.services.first { $0.name == service }?.features
  }

  private struct Tracing: FieldMiddleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      try await next(request, context: context)
    }
  }

  @Test func `its middleware stands after the service's own for hops, and before the client's for attempts`() throws {
    var options = ClientOptions(
      middleware: [Naming(field: "client", value: "", visits: nil)],
      attemptMiddleware: [Naming(field: "client, attempt", value: "", visits: nil)]
    )
    options.attemptMiddleware.append(Tracing())
    options.services["s"] = ServiceOptions(middleware: [Naming(field: "service", value: "", visits: nil)])
    let parts = ClientParts(transport: Self.transport, options: options, rooms: StandardRooms.make(options))
    let assembly = Assembly(try Self.configuration(#""name": "Ann""#, #""concurrency": 2, "#), parts)
    let destination = try #require(assembly.router.destination(of: "s"))
    let pipelines = StandardPipeline.make(at: assembly.site(of: destination), assembly.states[destination.index])
    let names = pipelines.usual.middleware.map { ($0 as? Naming)?.field ?? "\(type(of: $0))" }
    #expect(
      names == [
        "client", "service", "X-Guest", "LimitMiddleware", "StaleConnectionMiddleware", "LoginMiddleware",
        "LimitNotes", "Tracing", "X-Guest-Attempt", "client, attempt",
      ]
    )
  }

  @Test func `it is at the service that says so, and nowhere else`() async throws {
    let client = try Self.client(#""name": "Ann""#)
    #expect(try await Self.send(client) == "Ann Ann")
    #expect(try await Self.send(client, to: "other").isEmpty)
    #expect(try await client.send(ResourceRequest("https://s.example/x")).text.isEmpty)
  }

  @Test func `it is asked where it stands`() throws {
    struct Place: ServiceFeature {
      let key = "place"
      let summary = "Says where it is."
      let settings = FeatureSettings()

      func status(at site: FeatureSite) -> [Explanation.Fact] {
        let origin = site.origin.map { "\($0)" } ?? "anywhere"
        return [.init("at", "\(site.service ?? "none") \(origin) \(site.isGateway)")]
      }
    }
    let configuration = try ResourceConfiguration(
      json: """
        {"gateway": {"serverURL": "https://g.example/mfp"}, "backendServices": [
          {"service": "s", "baseUrl": "https://s.example/a"},
          {"service": "behind", "baseUrl": "https://b.example", "via": "gateway"}]}
        """,
      vocabulary: .standard + [Place()]
    )
    let client = ResourceClient(configuration: configuration, transport: Self.transport)
    #expect(
      client.status.services.map { $0.features?.first?.facts.first?.value } == [
        "none anywhere false", "none https://g.example true", "s https://s.example false",
        "behind https://g.example false",
      ]
    )
  }

  @Test func `its values have their types, or are the defaults`() throws {
    let all =
      #""name": "Ann", "size": "large", "licence": "hush", "loud": true, "number": 3, "luggage": "1KiB", "#
      + #""part": 0.5, "stay": "2s", "friends": ["Bea"]"#
    let guest = Guest()
    let site = try Self.site(all)
    #expect(site[guest.name] == "Ann" && site[guest.size] == .large && site[guest.licence]?.reveal() == "hush")
    #expect(site[guest.isLoud] && site[guest.number] == 3 && site[guest.luggage] == 1024)
    #expect(site[guest.part] == 0.5 && site[guest.stay] == .seconds(2) && site[guest.friends] == ["Bea"])
    let plain = try Self.site("")
    #expect(plain[guest.name] == nil && plain[guest.size] == .medium && plain[guest.licence] == nil)
    #expect(!plain[guest.isLoud] && plain[guest.number] == nil && plain[guest.luggage] == 65_536)
    #expect(plain[guest.part] == nil && plain[guest.stay] == nil && plain[guest.friends] == nil)
  }

  private static func site(_ members: String) throws -> FeatureSite {
    let router = Router(try configuration(members), standardHeaders: Headers())
    let values = try #require(router.destination(of: "s")).settings.features
    return FeatureSite(
      service: "s",
      origin: nil,
      isGateway: false,
      feature: "guest",
      values: values,
      kept: FeatureState()
    )
  }

  @Test func `explain shows its values with their place, and what it says itself`() throws {
    let client = try Self.client(#""name": "Ann", "licence": "hush""#)
    let explanation = try client.explain(ResourceRequest("x", service: "s"))
    let titles = explanation.sections.map(\.title)
    #expect(titles.firstIndex(of: "features").map { titles[$0 + 1] } == "connection")
    #expect(explanation["features", "guest.welcomes"]?.value == "Ann, ‹redacted›")
    let name = try #require(explanation["settings", "guest.name"])
    #expect(name.value == "Ann" && name.layer == .service && name.place?.hasPrefix("a.json:1:") == true)
    #expect(explanation["settings", "guest.size"]?.description == "guest.size: medium (built-in)")
    #expect(explanation["settings", "guest.licence"]?.value == "‹redacted›")
    #expect(explanation.worstCase.leavesOut.contains("own middleware"))
    #expect(!"\(explanation)".contains("hush"))
  }

  @Test func `explain has no section where no feature says anything`() throws {
    let client = try Self.client("")
    let explanation = try client.explain(ResourceRequest("x", service: "s"))
    #expect(!explanation.sections.contains { $0.title == "features" })
    #expect(!explanation.worstCase.leavesOut.contains("own middleware"))
  }

  @Test func `the status has what it says, redacted, as text too`() async throws {
    let client = try Self.client(#""name": "Ann""#)
    _ = try await Self.send(client)
    let facts = try #require(Self.features(client)?.first)
    #expect(facts.title == "guest")
    #expect(facts.facts.map(\.description) == ["visits: 1", "at: https://‹redacted›@guest.example/"])
    #expect(client.status.description.contains("s: guest: visits 1, at https://"))
    #expect(!client.status.description.contains("hush"))
    #expect(Self.features(client, "other") == nil)
    let encoded = try JSONEncoder().encode(client.status)
    #expect(try JSONDecoder().decode(ClientStatus.self, from: encoded) == client.status)
  }

  @Test func `what it keeps stays over a reload that leaves the service as it is`() async throws {
    let client = try Self.client(#""name": "Ann""#)
    _ = try await Self.send(client)
    client.reload(try Self.configuration(#""name":   "Ann""#))
    _ = try await Self.send(client)
    #expect(Self.features(client)?.first?.facts.first?.value == "2")
    #expect(client.generation == 2)
  }

  @Test func `a changed value makes a new service of it`() async throws {
    let client = try Self.client(#""name": "Ann""#)
    #expect(try await Self.send(client) == "Ann Ann")
    client.reload(try Self.configuration(#""name": "Bea""#))
    #expect(try await Self.send(client) == "Bea Bea")
    #expect(Self.features(client)?.first?.facts.first?.value == "1")
  }

  @Test func `a reload may bring features, and take them away`() async throws {
    let plain = try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example"}"#)
    let client = ResourceClient(configuration: plain, transport: Self.transport)
    client.reload(try Self.configuration(#""name": "Ann""#))
    #expect(try await Self.send(client) == "Ann Ann")
    client.reload(plain)
    #expect(try await Self.send(client).isEmpty)
    #expect(Self.features(client) == nil)
  }

  @Test(arguments: [#""name": "Ben", "licence": "hush""#, #""name": "Ann", "licence": "other""#])
  func `what is stored for other values is not used`(other: String) async throws {
    let store = MemoryCacheStore()
    let asked = Lock(0)
    let transport = StubTransport { _, _ in
      asked.withLock { $0 += 1 }
      return .text("x", headers: ["Cache-Control": "max-age=100"])
    }
    func client(_ members: String) throws -> ResourceClient {
      let configuration = try Self.configuration(members, #""cache": {"memory": "1MiB"}, "#)
      return ResourceClient(
        configuration: configuration,
        transport: transport,
        options: ClientOptions(cacheStore: store)
      )
    }
    let ann = #""name": "Ann", "licence": "hush""#
    for (members, requests) in [(ann, 1), (other, 2), (ann, 2)] {
      _ = try await Self.send(try client(members))
      #expect(asked.withLock { $0 } == requests, "\(members)")
    }
  }

  @Test func `a configuration made in code is served by the features that the client has`() async throws {
    let client = try Self.client(#""name": "Ann""#)
    client.reload(
      ResourceConfiguration(services: [BackendService(name: "s", baseURL: try ResourceURL("https://t.example"))])
    )
    #expect(client.generation == 2)
    #expect(client.configuration.vocabulary == Self.vocabulary)
  }

  @Test func `what is kept is of one type each, and made once`() throws {
    let state = FeatureState()
    let first = state.state(of: "a") { Visits() }
    #expect(state.state(of: "a") { Visits() } === first)
    #expect(state.state(of: "b") { Visits() } !== first)
    #expect(state.state(of: "a") { 7 } == 7)
    #expect(state.state(of: "a") { 8 } == 7)
    #expect(state.state(of: "a") { Optional("made") } == "made")
    #expect(state.state(of: "a") { Optional("again") } == "made")
  }

  @Test func `a client that follows a file reads it with its features each time`() async throws {
    let folder = try WatchedFolder()
    let events = RecordedEvents()
    try folder.write(Self.document(#""name": "Ann""#), to: "a.json")
    let client = try ResourceClient(
      watching: folder["a.json"],
      transport: Self.transport,
      vocabulary: Self.vocabulary,
      options: ClientOptions(environment: RequestEnvironment(clock: folder.clock, observers: [events]))
    )
    #expect(try await Self.send(client) == "Ann Ann")
    try folder.replace("a.json", with: Self.document(#""name": "Bea""#))
    try await folder.whileTimePasses { try await events.wait(for: .reloaded, count: 1) }
    #expect(try await Self.send(client) == "Bea Bea")
    try folder.replace("a.json", with: Self.document(#""nme": "Cem""#))
    try await folder.whileTimePasses { try await events.wait(for: .reloadRejected, count: 1) }
    #expect(events.events(of: .reloadRejected).first?.message?.contains(#"did you mean "name"?"#) == true)
  }
}
