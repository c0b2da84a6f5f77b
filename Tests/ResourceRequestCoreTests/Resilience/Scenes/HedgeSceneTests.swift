// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestSimulation

/// Scene S5: a second attempt when the first is slow.
extension `Scenes of resilience` {
  @Suite struct HedgeSceneTests {
    private func hedging(_ policies: String) throws -> Simulation.Report {
      try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "timeouts": { "total": "10s" } }] }
          """,
        incident: """
          { "duration": "60s", "load": [{ "perSecond": 200 }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [{ "endpoint": "https://orders.example", "workers": 1000,
                          "time": { "median": "10ms", "p99": "20ms", "strays": { "share": 0.01, "time": "1s" } } }] }
          """
      ).report(seed: 1)
    }

    @Test func `a twentieth more load takes a second off the slowest hundredth`() throws {
      let report = try hedging(#""hedge": {},"#)
      let extra = Double(report.summary.attempts) / Double(report.summary.calls) - 1
      #expect(try #require(report.summary.latency.p99) <= 30, "\(report.summary.latency)")
      #expect(extra <= 0.052 && extra > 0.03, "\(extra)")
      #expect(report.summary.hedges > 0)
      #expect(try #require(try hedging("").summary.latency.p99) > 900)
    }
  }
}
