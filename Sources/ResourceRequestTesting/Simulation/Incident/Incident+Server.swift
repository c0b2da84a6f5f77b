// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation.Incident {
  /// A server: workers that take calls from a queue, first come, first served.
  ///
  /// A call whose caller has given up stays in the queue and is worked on, as real servers do.
  public struct Server: Sendable, Hashable {
    /// Its address: the calls whose endpoint, or else URL, begins with it go here, the longest address first.
    public var endpoint: ResourceURL
    /// How many calls it works on at once.
    public var workers: Int
    /// How many more may wait; a call beyond that is answered with 503 at once.
    ///
    /// `nil` for no limit.
    public var queue: Int?
    /// How long it works on a call.
    public var time: ServiceTime
    /// What befalls it.
    public var events: [Event]
    /// What it calls itself before it answers, each call with the configuration's own policies; it answers 503 where one
    /// of them fails, and the worker is busy until then.
    public var calls: [Call]

    /// How long the tokens are good for that it issues, for a server that is the token endpoint of services; `nil` for one
    /// that is none.
    public var tokenLifetime: Duration?

    /// A server.
    public init(
      endpoint: ResourceURL,
      workers: Int = 10,
      queue: Int? = nil,
      time: ServiceTime,
      events: [Event] = [],
      calls: [Call] = [],
      tokenLifetime: Duration? = nil
    ) {
      self.endpoint = endpoint
      self.workers = workers
      self.queue = queue
      self.time = time
      self.events = events
      self.calls = calls
      self.tokenLifetime = tokenLifetime
    }
  }
}
