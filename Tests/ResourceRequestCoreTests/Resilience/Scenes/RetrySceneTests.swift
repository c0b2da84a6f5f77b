// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestSimulation

/// Scenes S1, S2, S7 and S9: retries that help, and do no harm.
extension `Scenes of resilience` {
  @Suite struct RetrySceneTests {
    private func storm(_ policies: String, clients: Int = 1, seconds: Int = 75) throws -> Scene {
      try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "timeouts": { "total": "1s" } }] }
          """,
        incident: """
          { "duration": "\(seconds)s", "clients": \(clients), "load": [{ "perSecond": 200 }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [{ "endpoint": "https://orders.example", "workers": 10, "time": { "mean": "40ms" },
                          "events": [{ "from": "10s", "to": "20s", "stall": true }] }] }
          """
      )
    }

    @Test func `with the standard policies a stall passes no later than without retries`() throws {
      let none = try storm("").measure(seeds: `Scenes of resilience`.seeds) { $0.recovery(after: 20) }
      let reports = try storm(#""resilience": "standard","#).reports(seeds: `Scenes of resilience`.seeds)
      let standard = Scene.Measured(reports) { $0.recovery(after: 20) }
      #expect(standard.median <= 40 && standard.most <= 48, "\(standard)")
      #expect(standard.median <= none.median, "\(standard), without retries \(none)")
      let load = Scene.Measured(reports) { Double($0.summary.attempts) / Double($0.summary.calls) }
      #expect(load.most <= 1.15, "\(load)")
    }

    @Test func `clients that see a stall together add a fifth to the load at most, and stop within five seconds`()
      throws
    {
      let reports = try storm(#""resilience": "standard","#, clients: 3, seconds: 19)
        .reports(seeds: `Scenes of resilience`.seeds)
      let peak = Scene.Measured(reports) { $0.peakLoad }
      #expect(peak.median <= 1.2 && peak.most <= 1.24, "\(peak)")
      // Open breakers let nothing through until they probe.
      let stopped = Scene.Measured(reports) { report in
        Double(report.timeline.filter { (15..<18).contains($0.t) }.map(\.attempts).max() ?? .max)
      }
      #expect(stopped.most <= 20, "\(stopped)")
    }

    private func failing(_ share: Double, _ policies: String) throws -> Scene {
      try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "timeouts": { "total": "10s" } }] }
          """,
        incident: """
          { "duration": "30s", "load": [{ "perSecond": 200 }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [{ "endpoint": "https://orders.example", "workers": 1000, "time": "5ms",
                          "events": [{ "from": "0s", "to": "30s", "fail": { "share": \(share), "status": 503 } }] }] }
          """
      )
    }

    @Test func `of failures that are independent a thousandth is left, for a ninth more load`() throws {
      let report = try failing(0.1, #""retry": 3,"#).report(seed: 1)
      let attempts = Double(report.summary.attempts) / Double(report.summary.calls)
      #expect(abs(attempts - 1.11) < 0.01)
      #expect(Double(report.summary.succeeded) >= 0.998 * Double(report.summary.calls))
      let without = try failing(0.1, "").report(seed: 1)
      #expect(Double(without.summary.succeeded) < 0.95 * Double(without.summary.calls))
    }

    @Test func `where all fails the load goes back to what was asked`() throws {
      let report = try failing(1, #""retry": 3,"#).report(seed: 1)
      // The budget's 100 tokens, and one per second: at a pace of eight a second until they are spent.
      #expect(report.summary.attempts - report.summary.calls <= 132)
      #expect(report.timeline.filter { (1..<29).contains($0.t) }.allSatisfy { $0.attempts <= $0.offered + 11 })
      #expect(report.timeline.filter { (17..<29).contains($0.t) }.allSatisfy { $0.attempts <= $0.offered + 3 })
    }

    @Test func `who was told to wait does, and they come back apart`() throws {
      func scene(_ policies: String) throws -> Scene {
        try Scene(
          configuration: """
            { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                    "timeouts": { "total": "20s" } }] }
            """,
          incident: """
            { "duration": "12s", "clients": 100, "load": [{ "at": "0s", "perSecond": 100 }, { "at": "1s", "perSecond": 0 }],
              "calls": [{ "service": "orders", "target": "items/{id}" }],
              "servers": [{ "endpoint": "https://orders.example", "workers": 1000, "time": "5ms",
                            "events": [{ "from": "0s", "to": "1s", "fail": { "share": 1, "status": 429, "retryAfter": "2s" } }] }] }
            """
        )
      }
      let report = try scene(#""retry": 3,"#).report(seed: 1)
      #expect(report.summary.failed == 0)
      #expect(report.summary.attempts == 2 * report.summary.calls)
      let seconds = report.timeline.filter { $0.t > 1 && $0.attempts > 0 }.map(\.t)
      #expect(seconds.count >= 2 && seconds.allSatisfy { $0 >= 2 }, "\(seconds)")
      #expect(try scene("").report(seed: 1).summary.failed > 0)
    }

    @Test func `a deadline ends the last attempt, not before and not after`() throws {
      let scene = try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example",
                                  "retry": { "attempts": 3, "backoff": { "base": "1ms", "max": "1ms" } },
                                  "deadline": { "send": "X-Request-Timeout-Ms" }, "timeouts": { "total": "1s" } }] }
          """,
        incident: """
          { "duration": "10s", "load": [{ "perSecond": 5 }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [{ "endpoint": "https://orders.example", "workers": 1000, "time": "600ms",
                          "events": [{ "from": "0s", "to": "20s", "fail": { "share": 1, "status": 503 } }] }] }
          """
      )
      let report = try scene.report(seed: 1)
      #expect(report.summary.succeeded == 0)
      #expect(report.summary.attempts == 2 * report.summary.calls)
      #expect(report.summary.errors["deadlineExceeded"] == report.summary.calls, "\(report.summary.errors)")
    }
  }
}
