// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

@testable import ResourceRequestSimulation

/// A scene that tests a policy: a configuration and an incident, and what is measured in its reports.
struct Scene: Sendable {
  let configuration: ResourceConfiguration
  let incident: Simulation.Incident
  var middleware: [any Middleware] = []

  /// A scene from two documents.
  init(configuration: String, incident: String, middleware: [any Middleware] = []) throws {
    self.configuration = try ResourceConfiguration(json: configuration)
    self.incident = try Simulation.Incident(json: incident, for: self.configuration)
    self.middleware = middleware
  }

  /// Runs it with one seed.
  func report(seed: UInt64) throws -> Simulation.Report {
    let options = ClientOptions(middleware: middleware)
    return try Simulation(configuration: configuration, incident: incident, seed: seed, options: options).run()
  }

  /// Runs it with several seeds.
  func reports(seeds: Int) throws -> [Simulation.Report] {
    try (1...seeds).map { try report(seed: UInt64($0)) }
  }

  /// Runs it with several seeds and reads a number from each report.
  func measure(seeds: Int, _ value: (Simulation.Report) -> Double) throws -> Measured {
    Measured(try reports(seeds: seeds), value)
  }

  /// A number measured with several seeds.
  struct Measured: CustomStringConvertible {
    let values: [Double]

    init(_ reports: [Simulation.Report], _ value: (Simulation.Report) -> Double) {
      values = reports.map(value).sorted()
    }

    var median: Double { values[values.count / 2] }
    var least: Double { values[0] }
    var most: Double { values[values.count - 1] }
    var description: String { "median \(median), \(least) to \(most)" }
  }
}

extension Simulation.Report {
  /// The seconds from a moment until at least 99 % of the calls that end succeed for five seconds in a row; infinity if
  /// they never do.
  func recovery(after moment: Int) -> Double {
    func isWell(_ second: Second) -> Bool {
      second.succeeded > 0 && Double(second.succeeded) >= 0.99 * Double(second.succeeded + second.failed)
    }
    // Seconds without new calls, such as those after the last one, say nothing about the load.
    let rows = timeline.filter { $0.t >= moment && $0.offered > 0 }
    for (index, row) in rows.enumerated() where index + 5 <= rows.count {
      if rows[index..<(index + 5)].allSatisfy(isWell) { return Double(row.t - moment) }
    }
    return .infinity
  }

  /// The maximum over all seconds: attempts as a multiple of new calls.
  var peakLoad: Double {
    timeline.filter { $0.offered > 0 }.map { Double($0.attempts) / Double($0.offered) }.max() ?? 0
  }
}
