// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The wire of a simulation: gives requests to its servers and their responses back, in its own time.
///
/// It keeps a transport's promises about time: a call ends at its deadline, after the read timeout's silence, and with its
/// task's cancellation at once. The server never learns of that. Connections are made at once and without a limit.
final class SimulatedTransport: Transport {
  /// Makes a server's own calls, and returns whether all succeeded.
  typealias Caller = @Sendable (_ server: Int, _ done: @escaping @Sendable (Bool) -> Void) -> Void

  private struct State {
    var servers: [SimulatedServer]
    var exchanges: [Int: Waiting] = [:]
    var names = 0
    /// In a field, since a lock whose whole state is a function wraps that function anew at each use.
    var caller: Caller?
  }

  /// A request that waits for its response.
  ///
  /// Invariant: the code that takes a continuation out of the state resumes it.
  private struct Waiting {
    let continuation: CheckedContinuation<SimulatedServer.Outcome, any Error>
    let limit: VirtualTime.Plan
  }

  let capabilities = TransportCapabilities(connectsToEndpoints: true)
  private let time: VirtualTime
  private let clock: VirtualClock
  private let thread: VirtualThread
  private let tally: Tally
  private let map: ServerMap
  private let callers: Set<Int>
  private let tokens: [Int: IssuedToken]
  private let state: Lock<State>

  init(
    _ servers: [Simulation.Incident.Server],
    seed: UInt64,
    _ time: VirtualTime,
    _ clock: VirtualClock,
    _ thread: VirtualThread,
    _ tally: Tally
  ) {
    self.time = time
    self.clock = clock
    self.thread = thread
    self.tally = tally
    map = ServerMap(servers)
    callers = Set(servers.indices.filter { !servers[$0].calls.isEmpty })
    tokens = servers.enumerated().reduce(into: [:]) { tokens, server in
      tokens[server.offset] = server.element.tokenLifetime.map(IssuedToken.init)
    }
    state = Lock(
      State(
        servers: servers.enumerated().map { index, server in
          SimulatedServer(server, random: SeededRandom(seed: seed, stream: 1000 + UInt64(index)))
        }
      )
    )
  }

  /// Begins: from here on, events change the number of workers.
  func begin(_ caller: @escaping Caller) {
    let servers = state.withLock { state in
      state.caller = caller
      return state.servers
    }
    for (index, server) in servers.enumerated() {
      for moment in server.shifts { time.plan(at: moment) { [weak self] in self?.work(index) } }
    }
  }

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    thread.check("a request")
    try Task.checkCancellation()
    let start = time.now
    guard let server = map.index(of: request) else {
      tally.missed(request.place)
      let message = "no server of the incident is at \(request.place); add it to \"servers\""
      throw TransportFailure(code: .connectFailed, message: message, phase: .connecting)
    }
    if context.remaining == .zero { throw Self.deadlinePassed(.queued) }
    // A token request is not an attempt of the call that needs the token.
    let attempt = tally.attempt(at: server, start, of: context.servedCall == nil ? SimulatedCall.current : nil)
    let outcome: SimulatedServer.Outcome
    do {
      outcome = try await exchange(server, request, context)
    } catch {
      tally.attemptFailed(attempt, (error as? TransportFailure)?.code.rawValue)
      throw error
    }
    switch outcome {
    case .reset:
      let message = "the server reset the connection before it responded"
      let failure = TransportFailure(code: .connectionClosed, message: message, phase: .sent)
      tally.attemptFailed(attempt, failure.code.rawValue)
      throw failure
    case .status(let code, let retryAfter):
      tally.attemptAnswered(attempt, code)
      var response = TransportResponse(status: Status(code))
      if let retryAfter { response.headers["Retry-After"] = String(retryAfter) }
      if code == 200, let token = tokens[server] { token.fill(&response, at: time.now) }
      response.metrics = ExchangeMetrics(total: .nanoseconds(time.now - start))
      response.metrics.firstByte = response.metrics.total
      return response
    }
  }

  private func exchange(
    _ server: Int,
    _ request: ResolvedRequest,
    _ context: CallContext
  ) async throws -> SimulatedServer.Outcome {
    let name = state.withLock { state in
      state.names += 1
      return state.names
    }
    let now = time.now
    let silence = now.after(VirtualMoment(request.options.readTimeout.length))
    let deadline = context.deadline.map { clock.moment($0) } ?? .never
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let limit = time.plan(at: min(silence, deadline)) { [weak self] in
          self?.end(name, .failure(deadline <= silence ? Self.deadlinePassed(.sent) : Self.silent))
        }
        let arrival: SimulatedServer.Arrival? = state.withLock { state in
          guard !Task.isCancelled else { return nil }
          state.exchanges[name] = Waiting(continuation: continuation, limit: limit)
          return state.servers[server].arrive(name, at: now)
        }
        switch arrival {
        case nil:
          time.callOff(limit)
          continuation.resume(throwing: CancellationError())
        case .refused?: end(name, .failure(Self.refused))
        case .answered(let outcome, let moment)?:
          time.plan(at: moment) { [weak self] in self?.end(name, .success(outcome)) }
        case .waits?: work(server)
        }
      }
    } onCancel: {
      end(name, .failure(CancellationError()))
    }
  }

  /// Lets free workers of a server begin.
  private func work(_ server: Int) {
    let now = time.now
    while let (work, finish) = state.withLock({ $0.servers[server].begin(at: now) }) {
      time.plan(at: finish) { [weak self] in self?.worked(server, work) }
    }
  }

  /// A worker has done its own part of a call.
  private func worked(_ server: Int, _ work: SimulatedServer.Work) {
    guard callers.contains(server), case .status(200, _) = work.outcome,
      let caller = state.withLock({ $0.caller })
    else { return finished(server, work, work.outcome) }
    caller(server) { [weak self] isWell in
      self?.finished(server, work, isWell ? work.outcome : .status(503, retryAfter: nil))
    }
  }

  private func finished(_ server: Int, _ work: SimulatedServer.Work, _ outcome: SimulatedServer.Outcome) {
    state.withLock { $0.servers[server].end() }
    end(work.exchange, .success(outcome))
    self.work(server)
  }

  /// Answers a request, unless its caller has gone.
  private func end(_ name: Int, _ result: Result<SimulatedServer.Outcome, any Error>) {
    guard let waiting = state.withLock({ $0.exchanges.removeValue(forKey: name) }) else { return }
    time.callOff(waiting.limit)
    waiting.continuation.resume(with: result)
  }

  /// Ends every exchange.
  func end() {
    let names = state.withLock { $0.exchanges.keys.sorted() }
    for name in names { end(name, .failure(CancellationError())) }
    state.withLock { $0.caller = nil }
  }

  private static func deadlinePassed(_ phase: Attempt.Phase) -> TransportFailure {
    let message = "the call's deadline passed before the server answered"
    return TransportFailure(code: .deadlineExceeded, message: message, phase: phase)
  }

  private static var silent: TransportFailure {
    TransportFailure(code: .readTimeout, message: "the server was silent for the read timeout", phase: .sent)
  }

  private static var refused: TransportFailure {
    TransportFailure(code: .connectFailed, message: "the server refused the connection", phase: .connecting)
  }
}
