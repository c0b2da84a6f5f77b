// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestSimulation

/// Scene S6: the shares of two priorities of a hundred endpoints each, by how many of them are up.
extension `Scenes of resilience` {
  @Suite struct PrioritySceneTests {
    struct Row: Sendable, CustomTestStringConvertible {
      let first: Int
      let second: Int
      let share: Double
      /// Whether it runs in the ordinary suite.
      var isUsual = false
      var testDescription: String { "\(first)/\(second)" }
    }

    /// The rows of the table in Envoy's documentation.
    static let rows = [
      Row(first: 72, second: 100, share: 100), Row(first: 71, second: 100, share: 99.4),
      Row(first: 50, second: 100, share: 70, isUsual: true), Row(first: 25, second: 100, share: 35),
      Row(first: 0, second: 100, share: 0), Row(first: 25, second: 25, share: 50, isUsual: true),
      Row(first: 5, second: 65, share: 7.14),
    ]

    @Test(arguments: rows.filter { $0.isUsual || `Scenes of resilience`.isWhole })
    func `each priority gets what is written`(row: Row) throws {
      func endpoint(_ index: Int) -> String {
        #"{ "url": "https://e\#(index).example", "priority": \#(index < 100 ? 0 : 1) }"#
      }
      func server(_ index: Int) -> String {
        let isUp = index < 100 ? index < row.first : index - 100 < row.second
        let events = isUp ? "" : #", "events": [{ "from": "0s", "to": "1000s", "refuse": true }]"#
        return #"{ "endpoint": "https://e\#(index).example", "workers": 100, "time": "5ms"\#(events) }"#
      }
      func scene(_ policies: String) throws -> Scene {
        try Scene(
          configuration: """
            { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example", \(policies)
                                    "endpoints": [\((0..<200).map(endpoint).joined(separator: ","))],
                                    "timeouts": { "total": "10s" } }] }
            """,
          incident: """
            { "duration": "30s", "load": [{ "perSecond": \(`Scenes of resilience`.isWhole ? 1000 : 300) }],
              "calls": [{ "service": "orders", "target": "items/{id}" }],
              "servers": [\((0..<200).map(server).joined(separator: ","))] }
            """
        )
      }
      func share(_ report: Simulation.Report) -> Double {
        (0..<100).reduce(0) { $0 + 100 * (report.summary.perEndpoint["https://e\($1).example/"]?.share ?? 0) }
      }
      let rests = #""outliers": { "maxEjected": "100%", "ejectFor": "10m", "maxEjectFor": "10m" },"#
      let found = try scene(#""resilience": "standard",\#(rests)"#).measure(seeds: `Scenes of resilience`.seeds, share)
      #expect(abs(found.median - row.share) <= 1, "\(found)")
      // Without outlier detection, everything goes to the first priority.
      guard row.first == 50 else { return }
      #expect(try scene(#""outliers": "none","#).measure(seeds: 1, share).least > 95)
    }
  }
}
