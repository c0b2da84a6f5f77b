// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestSimulation

/// A configuration that is loaded while calls are made, and tried with a tenth of them.
@Suite(.onOwnThreads) struct `A configuration on trial` {
  /// Records the clients' events about configurations, with their times.
  private final class Watch: EventObserver {
    private let seen = Lock<[(kind: RequestEvent.Kind, moment: ContinuousClock.Instant)]>([])

    func observe(_ event: RequestEvent) {
      if event.id == 0 { seen.withLock { $0.append((event.kind, event.moment)) } }
    }

    func count(_ kind: RequestEvent.Kind) -> Int { seen.withLock { $0.count { $0.kind == kind } } }

    /// The seconds from the first event of a kind to the last one of another.
    func time(from first: RequestEvent.Kind, to last: RequestEvent.Kind) -> Double? {
      seen.withLock { seen in
        guard let start = seen.first(where: { $0.kind == first }), let end = seen.last(where: { $0.kind == last })
        else {
          return nil
        }
        return Double(start.moment.duration(to: end.moment).components.seconds)
      }
    }
  }

  private static let clients = 2

  private static func configuration(total: String, rollout: Bool = true) throws -> ResourceConfiguration {
    let keys = rollout ? #", "rollout": {"percent": 10, "watch": "20s", "rollbackAbove": {"failureRate": "2x"}}"# : ""
    return try ResourceConfiguration(
      json: """
        { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example",
                                "timeouts": { "total": "\(total)" } }]\(keys) }
        """
    )
  }

  /// Simulates a minute in which another configuration is loaded at these seconds.
  private static func run(
    _ next: ResourceConfiguration,
    at seconds: [Int] = [10],
    events: String = "",
    seed: UInt64
  ) throws -> (Simulation.Report, Watch) {
    let watch = Watch()
    let first = try configuration(total: "1s", rollout: false)
    let incident = try Simulation.Incident(
      json: """
        { "duration": "60s", "clients": \(clients), "load": [{ "perSecond": 60 }],
          "calls": [{ "service": "orders", "target": "items/{id}" }],
          "servers": [{ "endpoint": "https://orders.example", "workers": 20, "time": { "mean": "20ms" }\(events) }] }
        """,
      for: first
    )
    let options = ClientOptions(environment: RequestEnvironment(observers: [watch]))
    var simulation = try Simulation(configuration: first, incident: incident, seed: seed, options: options)
    simulation.changes = seconds.map { Simulation.Change(at: .seconds($0), to: next) }
    return (try simulation.run(), watch)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `goes back within its time where it is bad, and harms few calls`(seed: UInt64) throws {
    let (report, watch) = try Self.run(try Self.configuration(total: "1ms"), seed: seed)
    #expect(watch.count(.rolledBack) == Self.clients && watch.count(.rolloutTaken) == 0)
    let time = try #require(watch.time(from: .rolloutStarted, to: .rolledBack))
    #expect(time < 10)
    #expect(report.summary.failed <= 12 * Self.clients)
    #expect(report.timeline.filter { $0.t > 20 }.allSatisfy { $0.failed == 0 })
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `holds for all calls after its time where it is good`(seed: UInt64) throws {
    let (report, watch) = try Self.run(try Self.configuration(total: "2s"), seed: seed)
    #expect(watch.count(.rolloutTaken) == Self.clients && watch.count(.rolledBack) == 0)
    let time = try #require(watch.time(from: .rolloutStarted, to: .rolloutTaken))
    #expect((20...21).contains(time))
    #expect(report.summary.failed == 0)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `is not blamed for an outage that befalls all calls`(seed: UInt64) throws {
    let outage = #", "events": [{ "from": "12s", "to": "25s", "fail": { "share": 0.3, "status": 503 } }]"#
    let (report, watch) = try Self.run(try Self.configuration(total: "2s"), events: outage, seed: seed)
    #expect(report.summary.failed > 100)
    #expect(watch.count(.rolloutTaken) == Self.clients && watch.count(.rolledBack) == 0)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `does not flap where it is given again and again`(seed: UInt64) throws {
    let (report, watch) = try Self.run(try Self.configuration(total: "1ms"), at: [10, 20, 30, 40], seed: seed)
    #expect(watch.count(.rolloutStarted) == Self.clients && watch.count(.rolledBack) == Self.clients)
    #expect(watch.count(.reloadRejected) == 3 * Self.clients)
    #expect(report.summary.failed <= 12 * Self.clients)
  }
}
