// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestInspection
@testable import ResourceRequestValkey

/// A rate that instances hold together, over a server of the system.
@Suite(.timeLimit(.minutes(2)), .serialized, .enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct FleetRateTests {
  /// The answers that calls got, and when.
  private final class Tally: Sendable {
    private let moments = Lock<[ContinuousClock.Instant]>([])
    func count() { moments.withLock { $0.append(.now) } }
    var all: [ContinuousClock.Instant] { moments.withLock(\.self) }
  }

  private static let vocabulary = Vocabulary.standard + [FleetRate()]

  /// An instance: a client with a feature, and thus a connection, of its own.
  private static func instance(
    _ settings: String,
    _ tally: Tally = Tally(),
    events: RecordedEvents = RecordedEvents()
  ) throws -> ResourceClient {
    let whole =
      settings.contains("instances") || !settings.contains("requests") ? settings : settings + #", "instances": 8"#
    let json = #"{"service": "orders", "baseUrl": "https://orders.example", "fleetRate": {\#(whole)}}"#
    let transport = StubTransport { _, _ in
      tally.count()
      return .text("done")
    }
    return ResourceClient(
      configuration: try ResourceConfiguration(json: json, vocabulary: .standard + [FleetRate()]),
      transport: transport,
      options: ClientOptions(environment: RequestEnvironment(observer: events))
    )
  }

  private static func send(_ client: ResourceClient, timeout: Duration? = nil) async throws {
    var request = ResourceRequest("x", service: "orders")
    if let timeout { request.timeouts.total = .after(timeout) }
    _ = try await client.send(request)
  }

  /// Has each instance send with some tasks until the time is over.
  private static func load(_ clients: [ResourceClient], tasks: Int, for time: Duration) async throws {
    let end = ContinuousClock.now.advanced(by: time)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients {
        for _ in 0..<tasks {
          group.addTask { while ContinuousClock.now < end { try await send(client) } }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `eight instances together keep to the rate, and every caller gets a turn`() async throws {
    let server = try await ValkeyServer()
    let tally = Tally()
    let settings = #""server": "\#(server.address)", "requests": 1000, "timeLimit": "10s""#
    let clients = try (0..<8).map { _ in try Self.instance(settings, tally) }
    let start = ContinuousClock.now
    try await Self.load(clients, tasks: 20, for: .seconds(3))
    let sent = tally.all
    let seconds = start.duration(to: try #require(sent.last)) / .seconds(1)
    // One hundredth, and the ten milliseconds that may be behind at the start.
    #expect(Double(sent.count) <= 1010 * seconds + 10, "\(sent.count) in \(seconds) s")
    // How much of the rate is reached is the machine's; Samples/fleet/run shows that.
    #expect(sent.count >= 8 * 20, "\(sent.count) in \(seconds) s")
    withExtendedLifetime(server) {}
  }

  @Test func `instances that compete get the same`() async throws {
    let server = try await ValkeyServer()
    let tallies = (0..<4).map { _ in Tally() }
    let settings = #""server": "\#(server.address)", "requests": 40, "timeLimit": "10s""#
    let clients = try tallies.map { try Self.instance(settings, $0) }
    try await Self.load(clients, tasks: 8, for: .seconds(3))
    let counts = tallies.map(\.all.count)
    let (least, most) = (try #require(counts.min()), try #require(counts.max()))
    #expect(least * 2 >= most, "\(counts)")
    withExtendedLifetime(server) {}
  }

  @Test func `a busy instance asks once for many calls`() async throws {
    let server = try await ValkeyServer()
    let tally = Tally()
    let client = try Self.instance(#""server": "\#(server.address)", "requests": 2000, "timeLimit": "10s""#, tally)
    try await Self.load([client], tasks: 100, for: .seconds(1))
    let commands = try server.command(["INFO", "commandstats"])
    let evals = try #require(commands.firstMatch(of: /cmdstat_eval:calls=(\d+)/)?.1)
    #expect(try #require(Int(evals)) * 2 < tally.all.count, "\(evals) for \(tally.all.count)")
  }

  @Test func `a call whose turn comes after its deadline fails at once, and takes none`() async throws {
    let server = try await ValkeyServer()
    let tally = Tally()
    let client = try Self.instance(
      #""server": "\#(server.address)", "requests": 1, "per": "10s", "timeLimit": "5s""#,
      tally
    )
    try await Self.send(client)
    let start = ContinuousClock.now
    let error = try await #require(throws: ResourceError.self) { try await Self.send(client, timeout: .seconds(2)) }
    #expect(error.code == .rateLimited)
    #expect(error.retryAfter.map { $0 > .seconds(5) && $0 <= .seconds(10) } == true)
    #expect(start.duration(to: .now) < .seconds(1))
    #expect(tally.all.count == 1)
    // As late as one that would come soon after it.
    let soon = try Self.instance(
      #""server": "\#(server.address)", "requests": 1, "per": "30s", "timeLimit": "5s""#,
      tally
    )
    try await Self.send(soon)
    let again = ContinuousClock.now
    let next = try await #require(throws: ResourceError.self) { try await Self.send(soon, timeout: .seconds(20)) }
    #expect(next.retryAfter.map { $0 > .seconds(20) && $0 <= .seconds(30) } == true)
    #expect(again.duration(to: .now) < .seconds(10))
    withExtendedLifetime(server) {}
  }

  @Test func `calls that are cancelled leave the line to the others`() async throws {
    let server = try await ValkeyServer()
    let client = try Self.instance(#""server": "\#(server.address)", "requests": 200, "timeLimit": "10s""#)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      let doomed = (0..<100).map { _ in Task { try await Self.send(client) } }
      for _ in 0..<50 {
        group.addTask {
          try await Self.send(client)
          return true
        }
      }
      for task in doomed { task.cancel() }
      for task in doomed { _ = await task.result }
      let passed = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      #expect(passed == 50)
    }
    try await Self.send(client)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["killed", "paused", "refusing"])
  func `while the server is away an instance takes its part, with one warning`(_ way: String) async throws {
    let server = try await ValkeyServer(way == "refusing" ? ["--requirepass", "hunter2"] : [])
    let (tally, events) = (Tally(), RecordedEvents())
    let settings = #""server": "\#(server.address)", "requests": 1000, "instances": 10, "timeLimit": "200ms""#
    let client = try Self.instance(settings, tally, events: events)
    if way != "refusing" {
      try await Self.send(client)
      #expect(events.events.allSatisfy { $0.kind != .warning })
    }
    if way == "killed" { server.end() }
    if way == "paused" { server.pause() }
    let start = ContinuousClock.now
    try await Self.load([client], tasks: 20, for: .seconds(2))
    let seconds = start.duration(to: .now) / .seconds(1)
    #expect(Double(tally.all.count) <= 100 * seconds + 12)
    #expect(tally.all.count >= 20, "\(tally.all.count) in \(seconds) s")
    #expect(events.events.count { $0.kind == .warning } == 1)
    let said = events.events.first { $0.kind == .warning }?.message ?? ""
    #expect(said.contains("this instance's part") && !said.contains("hunter2"), "\(said)")
    if way == "paused" {
      server.resume()
      try await until {
        try await Self.send(client)
        return client.status.description.contains("answers")
      }
    }
  }

  @Test func `a server that was paused before the client was made costs no call its deadline`() async throws {
    let server = try await ValkeyServer()
    server.pause()
    let client = try Self.instance(#""server": "\#(server.address)", "requests": 1000, "instances": 10"#)
    for _ in 0..<5 { try await Self.send(client, timeout: .milliseconds(700)) }
    server.resume()
  }

  @Test func `a server that starts again empty is used again`() async throws {
    let server = try await ValkeyServer()
    let client = try Self.instance(#""server": "\#(server.address)", "requests": 100000, "timeLimit": "5s""#)
    try await Self.send(client)
    try server.command(["FLUSHALL"])
    try server.command(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"])
    try await Self.send(client)
    #expect(client.status.description.contains("0 failures"))
    withExtendedLifetime(server) {}
  }

  @Test func `the first call knows a server by its name, too`() async throws {
    let port = try JunkServer([]).port
    let server = try await ValkeyServer(["--port", "\(port)"])
    let client = try Self.instance(#""server": "valkey://localhost:\#(port)", "requests": 1000, "timeLimit": "5s""#)
    try await Self.send(client)
    #expect(client.status.description.contains("1 leases, 0 failures"), "\(client.status)")
    withExtendedLifetime(server) {}
  }

  @Test func `another rate of the same name is another one`() async throws {
    let server = try await ValkeyServer()
    let common = #""server": "\#(server.address)", "timeLimit": "5s", "name": "vendor""#
    let slow = try Self.instance(common + #", "requests": 1, "per": "1h""#)
    let fast = try Self.instance(common + #", "requests": 1000"#)
    try await Self.send(slow)
    for _ in 0..<20 { try await Self.send(fast) }
    let error = await #expect(throws: ResourceError.self) { try await Self.send(slow, timeout: .seconds(1)) }
    #expect(error?.code == .rateLimited)
    withExtendedLifetime(server) {}
  }

  @Test func `services with the same name for it share a rate, and others do not`() async throws {
    let server = try await ValkeyServer()
    let rate =
      #""fleetRate": {"server": "\#(server.address)", "requests": 1, "per": "1h", "timeLimit": "5s", "instances": 1"#
    let json = """
      {"backendServices": [
        {"service": "one", "baseUrl": "https://a.example", \(rate), "name": "both"}},
        {"service": "two", "baseUrl": "https://b.example", \(rate), "name": "both"}},
        {"service": "three", "baseUrl": "https://c.example", \(rate)}}]}
      """
    let configuration = try ResourceConfiguration(json: json, vocabulary: Self.vocabulary)
    let client = ResourceClient(configuration: configuration, transport: StubTransport { _, _ in .text("done") })
    _ = try await client.send(ResourceRequest("x", service: "one"))
    let error = await #expect(throws: ResourceError.self) {
      try await client.send(ResourceRequest("x", service: "two", timeout: .seconds(1)))
    }
    #expect(error?.code == .rateLimited)
    _ = try await client.send(ResourceRequest("x", service: "three"))
    let facts = try client.explain(ResourceRequest("x", service: "one")).description
    #expect(facts.contains("by \"both\""), "\(facts)")
    withExtendedLifetime(server) {}
  }

  @Test func `absolute URLs have no fleet rate, whatever the defaults name it`() throws {
    let json = #"""
      {"defaults": {"fleetRate": {"server": "valkey://127.0.0.1:1", "requests": 1, "instances": 1, "name": "all"}},
       "backendServices": []}
      """#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: json, vocabulary: Self.vocabulary),
      transport: StubTransport { _, _ in .text("") }
    )
    #expect(try !client.explain(ResourceRequest("https://a.example/")).description.contains("rate of the fleet"))
  }

  @Test(arguments: [
    (#""requests": 5"#, #"has "requests" and no "server""#),
    (#""server": "valkey://h", "username": "ann""#, #"a "username" and no "password""#),
    (#""server": "valkey://h", "timeLimit": "2m""#, "timeLimit"),
    (#""server": "http://x""#, "another scheme"),
    (#""server": "valkey://a:b@h""#, "has a login"),
    (#""server": "valkey://h", "per": "25h""#, "too short or too long"),
    (#""server": "valkey://h", "timeLimit": "0s""#, "timeLimit"),
    (#""server": "valkey://h", "requests": 0"#, "requests"),
  ])
  func `settings that hold no rate are an error with the remedy`(_ settings: String, _ reason: String) {
    let error = #expect(throws: ConfigurationError.self) { try Self.instance(settings) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(reason), "\(error.map { "\($0)" } ?? "")")
  }
}
