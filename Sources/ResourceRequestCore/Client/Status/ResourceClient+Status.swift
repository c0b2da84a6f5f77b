// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// A snapshot of the client's state: outcomes and durations of attempts by service, ejected endpoints, budgets,
  /// limits, tokens and caches.
  ///
  /// Counting is always on, at almost no cost; attempts in flight are counted from the first time this is read.
  public var status: ClientStatus {
    let assembly = assembly
    let clock = options.environment.clock
    return ClientStatus(
      generation: assembly.generation,
      configuration: assembly.configuration.digest,
      active: inFlight.number,
      transport: transport.capabilities.name,
      connections: transport.capabilities.openConnections,
      reloads: reloads.withLock { $0 },
      rollout: assembly.trial.map { RolloutStatus($0, at: clock.now) },
      services: assembly.status(now: clock.now)
    )
  }

  /// Lists the connections of the client's transport, including those of other clients that share it: destination,
  /// state, age and traffic of each.
  ///
  /// Each thread of the transport answers between two turns of its loop, so the list is exact for one thread, and a
  /// moment old when it arrives. Only the byte counts of each connection are recorded for it. It waits as long as tasks
  /// block the transport's thread, and returns an empty list if the transport has ended.
  ///
  /// - Returns: the connections, by origin, the oldest first; `nil` if the transport does not list them. With the
  ///   default transport, libcurl's connections (for proxies) are missing; ``ClientStatus/connections`` counts them.
  public func connections() async -> [ConnectionStatus]? {
    await transport.capabilities.connections()?.sorted { one, other in
      one.origin == other.origin ? one.age > other.age : one.origin < other.origin
    }
  }
}

extension RolloutStatus {
  fileprivate init(_ trial: RolloutTrial, at now: ContinuousClock.Instant) {
    let state = trial.state
    self.init(
      generation: trial.candidate.generation,
      configuration: trial.candidate.configuration.digest,
      share: state.policy.share,
      seconds: max(0, now.duration(to: state.end).inSeconds),
      new: Calls(state.new),
      old: Calls(state.old)
    )
  }
}

extension RolloutStatus.Calls {
  fileprivate init(_ tally: RolloutJudge.Tally) {
    self.init(all: tally.calls, refused: tally.refused, failed: tally.failed)
  }
}
