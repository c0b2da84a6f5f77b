// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// The scenario of a simulation: the load, the calls it consists of, and the servers with their events.
  ///
  /// It is read from a document (`Docs/incident.schema.json`), or one of ``NamedIncident``.
  public struct Incident: Sendable, Hashable {
    /// How long calls start; the simulation ends when the last of them has ended.
    public var duration: Duration
    /// The number of clients: separate instances with state of their own.
    public var clients = 1
    /// The load, in steps; there is none before the first.
    public var load: [Load]
    /// The kinds of calls.
    public var calls: [Call]
    /// The servers.
    public var servers: [Server]
  }
}

extension Simulation.Incident {
  /// The load from a moment on, with calls at random times (a Poisson process).
  public struct Load: Sendable, Hashable {
    /// The moment.
    public var at = Duration.zero
    /// Calls a second, of all clients together.
    public var perSecond: Double
  }
}
