// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Runs real clients against simulated servers, in simulated time.
///
/// Routing, pipelines and policies are those of ``ResourceClient``; only the wire, the clock and chance are simulated. A
/// minute of traffic takes about a second, and one seed gives the same report every time.
///
/// ```swift
/// let incident = try Simulation.Incident(contentsOf: "stall.json")
/// let report = try Simulation(configuration: configuration, incident: incident, seed: 1).run()
/// #expect(report.summary.succeeded >= report.summary.calls * 99 / 100)
/// ```
///
/// What middleware of yours does takes part as long as it takes time and chance from its context, and stays in its task
/// or in child tasks of it: work that leaves for a `Task { }` or a queue of its own would run whenever the machine has
/// time, and ends the run with a ``Failure``.
public struct Simulation: Sendable {
  /// The services, and the policies that are tried.
  public let configuration: ResourceConfiguration
  /// What happens.
  public let incident: Incident
  /// What decides all chance.
  public let seed: UInt64
  /// How the clients are made; clock and randomness are the simulation's.
  public let options: ClientOptions
  /// The configurations that come while it runs.
  public var changes: [Change] = []

  /// Prepares a simulation.
  ///
  /// - Parameters:
  ///   - configuration: the services, and the policies that are tried.
  ///   - incident: what happens.
  ///   - seed: what decides all chance.
  ///   - options: how the clients are made; clock and randomness are replaced, and the observer is told of events.
  /// - Throws: ``ConfigurationError`` where a call names a service that the configuration does not have, or the incident
  ///   cannot be run.
  public init(
    configuration: ResourceConfiguration,
    incident: Incident,
    seed: UInt64 = 1,
    options: ClientOptions = ClientOptions()
  ) throws(ConfigurationError) {
    let faults = incident.faults(with: configuration)
    guard faults.isEmpty else {
      let place = SourcePlace(file: "incident", line: 0, column: 0)
      throw ConfigurationError(faults.map { .init(place: place, message: $0) })
    }
    self.configuration = configuration
    self.incident = incident
    self.seed = seed
    self.options = options
  }

  /// Runs it, on the calling thread, to its end.
  ///
  /// It computes without waiting for anything, for as long as that takes: about 20 µs a request in an optimized build.
  ///
  /// - Returns: what happened.
  /// - Throws: ``Failure`` where something left the simulation's thread, a call never ends, or a request goes where no
  ///   server is.
  public func run() throws(Failure) -> Report {
    try SimulationRun(self).run()
  }
}
