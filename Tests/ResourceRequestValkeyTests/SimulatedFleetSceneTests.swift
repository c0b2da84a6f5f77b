// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestSimulation
import TestSupport
import Testing

@testable import ResourceRequestValkey

/// What many instances share, in virtual time.
@Suite(.onOwnThreads, .timeLimit(.minutes(3))) struct SimulatedFleetSceneTests {
  private static func report(_ keys: String, clients: Int, perSecond: Int, timeout: String = "10s") throws
    -> Simulation.Report
  {
    let configuration = try ResourceConfiguration(
      json: #"{"service": "orders", "baseUrl": "https://orders.example", "cache": true\#(keys)}"#,
      environment: ["SECRET": "hush", "KEY": "a key of thirty-two bytes or more"],
      vocabulary: .standard + [FleetRate.forSimulation(), FleetStores.forSimulation()]
    )
    let incident = try Simulation.Incident(
      json: #"""
        {"duration": "20s", "clients": \#(clients), "load": [{"at": "0s", "perSecond": \#(perSecond)}],
         "calls": [{"service": "orders", "target": "items/{id}", "timeout": "\#(timeout)"}],
         "servers": [{"endpoint": "https://orders.example", "workers": 1000, "time": "1ms"},
                     {"endpoint": "https://login.example", "workers": 100, "time": "50ms", "tokenLifetime": "600s"}]}
        """#,
      for: configuration
    )
    return try Simulation(configuration: configuration, incident: incident, seed: 1).run()
  }

  @Test(arguments: [1, 8, 200])
  func `instances together keep to a rate, as they do at a server`(_ clients: Int) throws {
    let keys = #", "fleetRate": {"server": "valkey://127.0.0.1:1", "requests": 100, "instances": 8}"#
    let report = try Self.report(keys, clients: clients, perSecond: 200, timeout: "1s")
    // A hundredth more, and what may be behind at the start; turns end a second behind the load.
    #expect((1_900...2_130).contains(report.summary.attempts), "\(report.summary.attempts)")
    #expect(report.summary.errors.keys.allSatisfy { $0 == "rateLimited" || $0 == "deadlineExceeded" })
  }

  @Test func `no endpoint is ejected for the time that requests wait for their turn`() throws {
    let keys = #"""
      , "resilience": "standard", "timeouts": {"total": "600ms"},
      "endpoints": [{"url": "https://orders.example"}, {"url": "https://login.example"}],
      "fleetRate": {"server": "valkey://127.0.0.1:1", "requests": 100, "instances": 1}
      """#
    let report = try Self.report(keys, clients: 1, perSecond: 130)
    #expect(report.timeline.allSatisfy { $0.ejected.isEmpty })
    #expect(report.summary.failed > 0)
  }

  @Test func `without the key every instance sends what it likes`() throws {
    #expect(try Self.report("", clients: 8, perSecond: 200, timeout: "1s").summary.attempts > 3_500)
  }

  @Test(arguments: [(#""use": ["cache", "tokens", "health"], "#, 1...1), ("", 50...50)])
  func `instances fetch a token once together, and each its own without`(_ use: String, _ count: ClosedRange<Int>)
    throws
  {
    let keys = #"""
      , "auth": {"type": "oauth2", "tokenUrl": "https://login.example/token", "clientId": "me", "clientSecret": "${env:SECRET}"},
      "shared": {"server": "valkey://127.0.0.1:1", \#(use)"tokenKey": "${env:KEY}"}
      """#
    let report = try Self.report(keys, clients: 50, perSecond: 200)
    let asked = report.summary.perEndpoint.first { $0.key.contains("login") }?.value.attempts
    #expect(count.contains(asked ?? 0), "\(report.summary.perEndpoint)")
    #expect(report.summary.failed == 0, "\(report.summary.errors)")
  }
}
