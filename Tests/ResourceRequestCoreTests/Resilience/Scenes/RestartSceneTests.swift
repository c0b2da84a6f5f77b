// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestSimulation

/// Scenes S11 and S12: servers that are restarted one after the other, and one that loses capacity for a while.
extension `Scenes of resilience` {
  @Suite struct RestartSceneTests {
    /// Three servers; each resets the requests of its last 50 ms, and then refuses connections for four seconds.
    private func restart(_ method: String, _ policies: String) throws -> Scene {
      let servers = (0..<3).map { index in
        let begin = 5 + 8 * index
        return """
          { "endpoint": "https://e\(index).example", "workers": 50, "time": { "mean": "20ms" },
            "events": [{ "from": "\(begin * 1000 - 50)ms", "to": "\(begin)s", "fail": { "share": 1, "reset": true } },
                       { "from": "\(begin)s", "to": "\(begin + 4)s", "refuse": true }] }
          """
      }
      return try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
              "endpoints": [{ "url": "https://e0.example" }, { "url": "https://e1.example" }, { "url": "https://e2.example" }],
              "timeouts": { "total": "5s" } }] }
          """,
        incident: """
          { "duration": "32s", "load": [{ "perSecond": 200 }],
            "calls": [{ "service": "orders", "method": "\(method)", "target": "items/{id}" }],
            "servers": [\(servers.joined(separator: ","))] }
          """
      )
    }

    @Test func `a rolling restart is invisible to readers`() throws {
      let seeds = `Scenes of resilience`.seeds
      let failed = try restart("GET", #""resilience": "standard","#).measure(seeds: seeds) { Double($0.summary.failed) }
      #expect(failed.most == 0, "\(failed)")
      #expect(try restart("GET", #""retry": "none","#).measure(seeds: 1) { Double($0.summary.failed) }.least > 0)
    }

    @Test func `nothing that was sent in a rolling restart is sent twice`() throws {
      let seeds = `Scenes of resilience`.seeds
      func repeated(_ policies: String, seeds: Int) throws -> Scene.Measured {
        try restart("POST", policies).measure(seeds: seeds) { report in
          Double(report.summary.retries.filter { $0.key != "connectFailed" }.values.reduce(0, +))
        }
      }
      #expect(try repeated(#""resilience": "standard","#, seeds: seeds).most == 0)
      // With an idempotency key, a POST may be repeated, and is.
      let keyed = #""resilience": "standard", "idempotencyKey": {},"#
      #expect(try repeated(keyed, seeds: 1).least > 0)
    }

    /// A service whose capacity drops to a fifth for 20 seconds.
    private func dip(_ policies: String) throws -> Scene {
      try Scene(
        configuration: """
          { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                  "timeouts": { "total": "5s" } }] }
          """,
        incident: """
          { "duration": "60s", "load": [{ "perSecond": 700 }],
            "calls": [{ "service": "orders", "target": "items/{id}" }],
            "servers": [{ "endpoint": "https://orders.example", "workers": 100, "time": { "mean": "100ms" },
                          "events": [{ "from": "20s", "to": "40s", "workers": 20 }] }] }
          """
      )
    }

    @Test func `a limit that adapts follows a service down and up again`() throws {
      /// The median of the 99th percentiles of these seconds, as a multiple of that before the dip.
      func slowness(_ report: Simulation.Report, _ seconds: Range<Int>) -> Double {
        func median(_ range: Range<Int>) -> Double {
          let times = report.timeline.filter { range.contains($0.t) && $0.offered > 0 }.map { $0.p99 ?? .infinity }
            .sorted()
          return times[times.count / 2]
        }
        return median(seconds) / median(10..<20)
      }
      let adaptive = try dip(#""concurrency": "adaptive","#).reports(seeds: `Scenes of resilience`.seeds)
      let within = Scene.Measured(adaptive) { slowness($0, 25..<40) }
      #expect(within.median <= 2 && within.most <= 2.4, "\(within)")
      // How long after the dip the last call failed, in seconds.
      let restored = Scene.Measured(adaptive) { report in
        Double((report.timeline.last { $0.t >= 40 && $0.failed > 0 }?.t ?? 40) - 40)
      }
      #expect(restored.median <= 15 && restored.most <= 18, "\(restored)")
      #expect(try dip("").measure(seeds: 1) { slowness($0, 25..<40) }.least > 2)
    }
  }
}
