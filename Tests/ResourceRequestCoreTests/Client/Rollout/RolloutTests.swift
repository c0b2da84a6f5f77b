// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// Reloads with a configuration that is tried with a share of the calls first.
struct RolloutTests {
  private let clock = ManualClock()
  private let events = Events()

  private final class Events: EventObserver {
    private let seen = Lock<[RequestEvent]>([])

    func observe(_ event: RequestEvent) {
      if event.id == 0 { seen.withLock { $0.append(event) } }
    }

    var kinds: [RequestEvent.Kind] { seen.withLock { $0.map(\.kind) } }
    var messages: [String] { seen.withLock { $0.compactMap(\.message) } }
  }

  private static func configuration(_ host: String, _ keys: String = "") throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "s", "baseUrl": "https://\#(host).example"}]\#(keys)}"#
    )
  }

  private static let tried = #", "rollout": {"percent": 20, "watch": "1m"}"#

  /// A client whose host `bad` fails; the other hosts respond with their name.
  private func client() throws -> ResourceClient {
    let stub = StubTransport { request, _ in
      let host = request.url.origin.host
      return host == "bad.example" ? .status(503) : .text(host)
    }
    let numbers = Lock<UInt64>(0)
    let environment = RequestEnvironment(clock: clock, observers: [events]) {
      numbers.withLock { number in
        number += 1
        return number
      }
    }
    return ResourceClient(
      configuration: try Self.configuration("old"),
      transport: stub,
      options: ClientOptions(environment: environment)
    )
  }

  /// The number of calls that went to each host; a failure counts for `bad`.
  private func hosts(_ client: ResourceClient, calls: Int = 200) async throws -> [String: Int] {
    var hosts: [String: Int] = [:]
    for _ in 0..<calls {
      let response = try await client.send(ResourceRequest("x", service: "s"))
      hosts[response.status == 200 ? response.text : "bad", default: 0] += 1
    }
    return hosts
  }

  @Test func `a share of the calls is made by it, and all once its time is over`() async throws {
    let client = try client()
    client.reload(try Self.configuration("new", Self.tried))
    #expect(client.generation == 1)
    let hosts = try await hosts(client)
    #expect((20...60).contains(hosts["new.example"] ?? 0), "\(hosts)")
    let rollout = try #require(client.status.rollout)
    #expect(rollout.generation == 2 && rollout.share == 0.2 && rollout.seconds == 60)
    #expect(rollout.new.all == hosts["new.example"] && rollout.old.all == hosts["old.example"])
    #expect(client.status.text(columns: 140).contains("generation 2, configuration"))
    clock.advance(by: .seconds(60))
    _ = try await self.hosts(client, calls: 1)
    #expect(try await self.hosts(client, calls: 10) == ["new.example": 10])
    #expect(client.generation == 2 && client.status.rollout == nil)
    #expect(events.kinds == [.rolloutStarted, .rolloutTaken, .reloaded])
    #expect(events.messages.first == "generation 2 is tried with 20.0 % of the calls for 60 s", "\(events.messages)")
    #expect(client.rollback())
    #expect(try await self.hosts(client, calls: 10) == ["old.example": 10])
  }

  @Test func `one that went back is not tried again because its secret or its endpoints have changed in their files`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollout-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    func document(_ host: String, secret: String, endpoints: [Int]) throws -> ResourceConfiguration {
      try Data(secret.utf8).write(to: folder.appending(path: "key"))
      let list = endpoints.map { #"{"url": "https://\#(host)\#($0).example"}"# }.joined(separator: ",")
      try Data("[\(list)]".utf8).write(to: folder.appending(path: "endpoints.json"))
      let text = #"""
        {"backendServices": [{"service": "s", "baseUrl": "https://\#(host).example", "endpointsFile": "endpoints.json",
          "auth": {"type": "bearer", "token": "${file:key}"}}]\#(Self.tried)}
        """#
      try Data(text.utf8).write(to: folder.appending(path: "backends.json"))
      return try ResourceConfiguration(contentsOf: folder.appending(path: "backends.json").path)
    }
    let client = try client()
    let bad = try document("bad", secret: "one", endpoints: [1])
    client.reload(bad)
    _ = try await hosts(client)
    #expect(events.kinds.last == .rolledBack)
    client.reload(try document("bad", secret: "two", endpoints: [1, 2]))
    #expect(client.status.rollout == nil && client.generation == 1)
    #expect(events.kinds.last == .reloadRejected)
    client.reload(try document("worse", secret: "two", endpoints: [1, 2]))
    #expect(client.status.rollout != nil)
  }

  @Test func `one that fails goes back by itself, and is not tried again until another was taken`() async throws {
    let client = try client()
    let bad = try Self.configuration("bad", Self.tried)
    client.reload(bad)
    let hosts = try await hosts(client)
    #expect((5...8).contains(hosts["bad"] ?? 0), "\(hosts)")
    #expect(client.generation == 1 && client.status.rollout == nil)
    #expect(events.kinds == [.rolloutStarted, .rolledBack])
    #expect(
      client.status.reloads.lastRollout?.hasPrefix("generation 2 is rolled back, generation 1 stays: ") == true
    )
    client.reload(bad)
    // With another line break, it is still the same configuration.
    client.reload(try Self.configuration("bad", "\n" + Self.tried))
    #expect(events.kinds.suffix(2) == [.reloadRejected, .reloadRejected])
    #expect(try await self.hosts(client, calls: 50) == ["old.example": 50])
    // Nor is it tried again after the trial of another one has begun, or was rolled back.
    client.reload(try Self.configuration("newer", Self.tried))
    #expect(client.status.rollout?.generation == 3)
    client.reload(bad)
    #expect(client.status.rollout?.generation == 3)
    #expect(client.rollback())
    client.reload(bad)
    #expect(client.status.rollout == nil)
    client.reload(try Self.configuration("new"))
    #expect(client.generation == 4)
    client.reload(bad)
    #expect(client.status.rollout?.generation == 5)
  }

  @Test func `without its rollout it is taken at once`() async throws {
    let client = try client()
    client.reload(try Self.configuration("bad", Self.tried))
    _ = try await hosts(client)
    client.reload(try Self.configuration("bad"))
    #expect(try await hosts(client, calls: 10) == ["bad": 10])
  }

  @Test func `a configuration that is written otherwise is not what is gone back to, and forgets no refusal`()
    async throws
  {
    let client = try client()
    let bad = try Self.configuration("bad", Self.tried)
    client.reload(bad)
    _ = try await hosts(client)
    client.reload(try Self.configuration("old", "\n"))
    client.reload(bad)
    #expect(client.status.rollout == nil && events.kinds.last == .reloadRejected)
    client.reload(try Self.configuration("new"))
    client.reload(try Self.configuration("new", Self.tried))
    #expect(client.status.rollout == nil)
    #expect(client.rollback())
    #expect(try await hosts(client, calls: 10) == ["old.example": 10])
  }

  @Test func `another one takes its place, and the one before ends it`() async throws {
    let client = try client()
    client.reload(try Self.configuration("new", Self.tried))
    client.reload(try Self.configuration("newer", Self.tried))
    #expect(client.status.rollout?.generation == 3)
    client.reload(try Self.configuration("newer", Self.tried))
    #expect(client.status.rollout?.generation == 3)
    #expect(try await hosts(client).keys.sorted() == ["newer.example", "old.example"])
    client.reload(try Self.configuration("old"))
    #expect(client.status.rollout == nil && client.generation == 1)
    #expect(try await hosts(client, calls: 50) == ["old.example": 50])
    client.reload(try Self.configuration("newest", Self.tried))
    #expect(client.status.rollout?.generation == 4)
    #expect(client.rollback())
    #expect(client.status.rollout == nil && client.generation == 1)
  }

  @Test func `a trial that is given up as it is taken is gone back from`() async throws {
    let client = try client()
    client.reload(try Self.configuration("new", Self.tried))
    let trial = try #require(client.assembly.trial)
    #expect(client.end(trial, isTaken: true, "its time is over"))
    #expect(client.giveUp(trial))
    #expect(try await hosts(client, calls: 10) == ["old.example": 10])
    // A trial cannot be given up twice: the configuration before it stays.
    #expect(!client.giveUp(trial))
    #expect(try await hosts(client, calls: 10) == ["old.example": 10])
    #expect(events.kinds == [.rolloutStarted, .rolloutTaken, .reloaded, .reloaded])
    #expect(client.status.reloads.taken == 2 && client.status.reloads.rejected == 0)
  }

  @Test(arguments: [("0.04", "0.04"), ("12.345", "12.345"), ("7", "7.0"), ("29", "29.0")])
  func `a share is told as it is written, however small it is`(percent: String, told: String) throws {
    let client = try client()
    client.reload(try Self.configuration("new", #", "rollout": {"percent": \#(percent), "watch": "1m"}"#))
    #expect(events.messages.first == "generation 2 is tried with \(told) % of the calls for 60 s", "\(events.messages)")
  }

  @Test func `explain says that another configuration is tried`() throws {
    let client = try client()
    let request = ResourceRequest("x", service: "s")
    #expect(try !client.explain(request).description.contains("is tried"))
    client.reload(try Self.configuration("new", Self.tried))
    let explanation = try client.explain(request)
    #expect(explanation.generation == 1)
    let fact = explanation.sections.flatMap(\.facts).first { $0.name == "trial" }
    #expect(fact?.value == "generation 2 is tried with 20.0 % of the calls, and not what is shown here")
  }

  @Test func `nothing is tried where there was nothing, and where nothing else changes`() throws {
    let client = ResourceClient(transport: StubTransport(script: []))
    client.reload(try Self.configuration("new", Self.tried))
    #expect(client.generation == 2)
    client.reload(try Self.configuration("new", #", "rollout": {}"#))
    #expect(client.generation == 3 && client.status.rollout == nil)
  }

  @Test func `a document says how it comes into force, and is refused where that says nothing`() throws {
    let policy = try Self.configuration("new", #", "rollout": {"rollbackAbove": {"failureRate": "5%"}}"#).rollout
    #expect(policy == RolloutPolicy(share: 0.1, watch: .seconds(300), limit: .share(0.05)))
    let full = try Self.configuration("new", Self.tried)
    #expect(try ResourceConfiguration(json: full.redactedJSON().text()).isTheSame(as: full))
    for wrong in ["0.5x", "1x", "x", "5", "100%", "-2x", "2x "] {
      let error = #expect(throws: ConfigurationError.self) {
        try Self.configuration("new", #", "rollout": {"rollbackAbove": {"failureRate": "\#(wrong)"}}"#)
      }
      #expect(error?.issues.first?.message.contains("a multiple such as") == true, "\(wrong)")
    }
    #expect(throws: ConfigurationError.self) { try Self.configuration("new", #", "rollout": {"watch": "none"}"#) }
    #expect(throws: ConfigurationError.self) { try Self.configuration("new", #", "rollout": {"percent": 100}"#) }
  }
}
