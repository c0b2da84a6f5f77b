// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

/// Scenes S3, S4, S6 and S8: several endpoints, some of which fail or are slow.
extension `Scenes of resilience` {
  @Suite struct EndpointSceneTests {
    private func scene(
      _ policies: String,
      count: Int = 10,
      perSecond: Int,
      seconds: Int,
      time: String,
      events: [Int: String],
      priorities: [Int] = []
    ) throws -> Scene {
      let endpoints = (0..<count).map { index in
        #"{ "url": "https://e\#(index).example", "priority": \#(index < priorities.count ? priorities[index] : 0) }"#
      }
      let servers = (0..<count).map { index in
        let events = events[index].map { ", \"events\": [\($0)]" } ?? ""
        return "{ \"endpoint\": \"https://e\(index).example\", \"workers\": 10, \"time\": \(time)\(events) }"
      }
      return try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "endpoints": [\(endpoints.joined(separator: ","))], "timeouts": { "total": "10s" } }] }
          """,
        incident: """
          { "duration": "\(seconds)s", "load": [{ "perSecond": \(perSecond) }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [\(servers.joined(separator: ","))] }
          """
      )
    }

    private func share(_ report: Simulation.Report, _ index: Int) -> Double {
      report.summary.perEndpoint.first { $0.key.contains("e\(index).example") }?.value.share ?? 0
    }

    @Test func `an endpoint that fails at once is left out, and back within a rest of healing`() throws {
      let fails = [3: #"{ "from": "2s", "to": "20s", "fail": { "share": 1, "status": 503, "after": "0ms" } }"#]
      let report = try scene("", perSecond: 300, seconds: 60, time: #"{ "mean": "10ms" }"#, events: fails).report(
        seed: 1
      )
      #expect(Double(report.summary.failed) < 0.0015 * Double(report.summary.calls), "\(report.summary.failed)")
      // A tenth of the first two seconds and of what is left of a minute once it is back.
      #expect((0.015...0.08).contains(share(report, 3)), "\(share(report, 3))")
      let off = #""outliers": "none","#
      let without = try scene(off, perSecond: 300, seconds: 30, time: #"{ "mean": "10ms" }"#, events: fails).report(
        seed: 1
      )
      #expect(Double(without.summary.failed) > 0.05 * Double(without.summary.calls))
    }

    @Test func `with retries nobody sees an endpoint that fails`() throws {
      let fails = [3: #"{ "from": "2s", "to": "20s", "refuse": true }"#]
      let report = try scene(
        #""resilience": "standard","#,
        perSecond: 300,
        seconds: 30,
        time: #"{ "mean": "10ms" }"#,
        events: fails
      ).report(seed: 1)
      #expect(report.summary.failed == 0)
    }

    @Test func `a slow endpoint gets little, and hardly anybody waits for it`() throws {
      let slow = [3: #"{ "from": "0s", "to": "60s", "slow": 10 }"#]
      func p99(_ balance: String) throws -> (Double, Double) {
        let report = try scene(
          #""balance": "\#(balance)","#,
          perSecond: 1080,
          seconds: 15,
          time: #"{ "mean": "50ms" }"#,
          events: slow
        ).report(seed: 1)
        return (report.summary.latency.p99 ?? .infinity, share(report, 3))
      }
      let (least, part) = try p99("leastRequest")
      #expect(least < 420 && part < 0.03, "\(least) ms, \(part)")
      let (ewma, ewmaPart) = try p99("peakEWMA")
      #expect(ewma < 420 && ewmaPart < 0.03, "\(ewma) ms, \(ewmaPart)")
      #expect(try p99("roundRobin").0 > 1000)
    }

    @Test func `the next priority takes what the first cannot`() throws {
      let refuses = #"{ "from": "0s", "to": "60s", "refuse": true }"#
      let report = try scene(
        #""resilience": "standard", "outliers": { "maxEjected": "100%" },"#,
        count: 8,
        perSecond: 300,
        seconds: 20,
        time: #"{ "mean": "5ms" }"#,
        events: [0: refuses, 1: refuses],
        priorities: [0, 0, 0, 0, 1, 1, 1, 1]
      ).report(seed: 1)
      #expect(report.summary.failed == 0)
      let second = (4..<8).reduce(0) { $0 + share(report, $1) }
      #expect(abs(second - 0.3) < 0.02, "\(second)")
    }

    @Test func `where all fail they are all tried, and used as soon as they are well`() throws {
      let refuses = #"{ "from": "2s", "to": "6s", "refuse": true }"#
      let report = try scene(
        #""resilience": "standard","#,
        count: 3,
        perSecond: 100,
        seconds: 15,
        time: #"{ "mean": "5ms" }"#,
        events: [0: refuses, 1: refuses, 2: refuses]
      ).report(seed: 1)
      #expect(report.timeline.filter { (7..<15).contains($0.t) }.allSatisfy { $0.failed == 0 })
      #expect(report.summary.errors["circuitOpen"] == nil)
    }
  }
}
