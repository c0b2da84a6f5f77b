// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting

/// A scene that a policy is judged by: a configuration and an incident, with what is read from its reports.
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

  /// What came of several seeds.
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
  /// After how many seconds from a moment on at least 99 % of the calls that end go well, for five seconds;
  /// infinity where that does not come.
  func recovery(after moment: Int) -> Double {
    func isWell(_ second: Second) -> Bool {
      second.succeeded > 0 && Double(second.succeeded) >= 0.99 * Double(second.succeeded + second.failed)
    }
    // The seconds after the last call came in say nothing about a load.
    let rows = timeline.filter { $0.t >= moment && $0.offered > 0 }
    for (index, row) in rows.enumerated() where index + 5 <= rows.count {
      if rows[index..<(index + 5)].allSatisfy(isWell) { return Double(row.t - moment) }
    }
    return .infinity
  }

  /// How many attempts went out in a second, as a multiple of the calls that came in, at most.
  var peakLoad: Double {
    timeline.filter { $0.offered > 0 }.map { Double($0.attempts) / Double($0.offered) }.max() ?? 0
  }
}
