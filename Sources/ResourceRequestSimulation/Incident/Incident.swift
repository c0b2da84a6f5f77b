// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

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

  /// A server: workers that take calls from a queue, first in, first out.
  ///
  /// A call whose caller has given up stays in the queue and is handled, as in real servers.
  public struct Server: Sendable, Hashable {
    /// Its address: it gets the calls whose endpoint, or else URL, begins with it; the longest address wins.
    public var endpoint: ResourceURL
    /// How many calls it handles at once.
    package var workers = 10
    /// The length of its queue; a call above it gets a 503 at once.
    ///
    /// `nil` for no limit.
    package var queue: Int?
    /// How long it works on a call.
    package var time: ServiceTime
    /// The events that affect it.
    public var events: [Event] = []
    /// The calls it makes itself before it answers, each with the configuration's own policies.
    ///
    /// If one fails, it answers 503; the worker is busy until then.
    package var calls: [Call] = []

    /// The lifetime of the tokens it issues, for a server that is the token endpoint of services; `nil` for any other
    /// server.
    package var tokenLifetime: Duration?
  }
}
