// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestSimulation

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
      priorities: [Int] = [],
      total: String = "10s",
      workers: Int = 10
    ) throws -> Scene {
      let endpoints = (0..<count).map { index in
        #"{ "url": "https://e\#(index).example", "priority": \#(index < priorities.count ? priorities[index] : 0) }"#
      }
      let servers = (0..<count).map { index in
        let events = events[index].map { ", \"events\": [\($0)]" } ?? ""
        return "{ \"endpoint\": \"https://e\(index).example\", \"workers\": \(workers), \"time\": \(time)\(events) }"
      }
      return try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "endpoints": [\(endpoints.joined(separator: ","))], "timeouts": { "total": "\(total)" } }] }
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
      let rate = `Scenes of resilience`.isWhole ? 1200 : 300
      let fails = [3: #"{ "from": "2s", "to": "20s", "fail": { "share": 1, "status": 503, "after": "0ms" } }"#]
      func failures(_ policies: String, seeds: Int) throws -> Scene.Measured {
        try scene(policies, perSecond: rate, seconds: 60, time: #"{ "mean": "10ms" }"#, events: fails)
          .measure(seeds: seeds) { report in
            let back = report.timeline.first { $0.t >= 20 && $0.ejected.isEmpty }?.t ?? .max
            #expect(policies.contains("none") || back <= 51, "back after \(back)")
            return Double(report.summary.failed) / Double(report.summary.calls)
          }
      }
      // Five failures in a row eject the endpoint; the bar leaves room for failed probes.
      let bar = `Scenes of resilience`.isWhole ? 0.0005 : 0.0015
      let left = try failures("", seeds: `Scenes of resilience`.seeds)
      #expect(left.median < bar && left.most < bar * 1.2, "\(left)")
      #expect(try failures(#""outliers": "none","#, seeds: 1).least > 0.02)
    }

    @Test func `with retries a failing endpoint is invisible to callers`() throws {
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

    @Test(arguments: ["leastRequest", "peakEWMA"])
    func `a slow endpoint gets little, and hardly anybody waits for it`(balance: String) throws {
      let slow = [3: #"{ "from": "0s", "to": "100s", "slow": 10 }"#]
      func slowScene(_ balance: String, _ others: String = "") throws -> Scene {
        try scene(
          #""balance": "\#(balance)",\#(others)"#,
          perSecond: 1200,
          seconds: `Scenes of resilience`.isWhole ? 60 : 12,
          time: #"{ "mean": "50ms" }"#,
          events: slow
        )
      }
      let reports = try slowScene(balance).reports(seeds: `Scenes of resilience`.seeds)
      let p99 = Scene.Measured(reports) { $0.summary.latency.p99 ?? .infinity }
      // A short run has few samples in its slowest hundredth.
      #expect(p99.median < (`Scenes of resilience`.isWhole ? 330 : 396) && p99.most < 396, "\(p99)")
      let part = Scene.Measured(reports) { share($0, 3) }
      #expect(part.median < 0.02 && part.most < 0.024, "\(part)")
      guard balance == "leastRequest" else { return }
      // With round robin, most calls to the slow endpoint time out; outlier detection, which would eject it, is off.
      let inTurn = try slowScene("roundRobin", #""outliers": "none","#).report(seed: 1).summary
      #expect(Double(inTurn.failed) > 0.05 * Double(inTurn.calls), "\(inTurn)")
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

    @Test func `after a stall of all, what is left out does not keep the rest overloaded`() throws {
      let stalls = #"{ "from": "10s", "to": "20s", "stall": true }"#
      let measured = try scene(
        #""resilience": "standard","#,
        count: 4,
        perSecond: 320,
        seconds: 100,
        time: #"{ "mean": "15ms" }"#,
        events: [0: stalls, 1: stalls, 2: stalls, 3: stalls],
        total: "1s",
        workers: 2
      ).measure(seeds: `Scenes of resilience`.seeds) { report in
        Double(report.timeline.filter { (90..<100).contains($0.t) }.reduce(0) { $0 + $1.failed })
      }
      #expect(measured.most == 0, "\(measured)")
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
