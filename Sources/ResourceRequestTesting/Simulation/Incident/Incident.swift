// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// What happens in a simulation: the load, the calls that make it up, and the servers with what befalls them.
  ///
  /// Usually read from a document (`Docs/incident.schema.json`); it may as well be made in code.
  public struct Incident: Sendable, Hashable {
    /// How long calls come in; the simulation ends when the last of them has ended.
    public var duration: Duration
    /// How many clients send them: separate instances with state of their own.
    public var clients: Int
    /// How many calls come in, in steps; none before the first.
    public var load: [Load]
    /// What is called.
    public var calls: [Call]
    /// Where calls go.
    public var servers: [Server]

    /// Makes an incident in code.
    public init(duration: Duration, clients: Int = 1, load: [Load], calls: [Call], servers: [Server]) {
      self.duration = duration
      self.clients = clients
      self.load = load
      self.calls = calls
      self.servers = servers
    }
  }
}

extension Simulation.Incident {
  /// How many calls come in from a moment on, at random times (a Poisson process).
  public struct Load: Sendable, Hashable {
    /// The moment.
    public var at: Duration
    /// How many a second, of all clients together.
    public var perSecond: Double

    /// A step of the load.
    public init(at: Duration = .zero, perSecond: Double) {
      self.at = at
      self.perSecond = perSecond
    }
  }
}
