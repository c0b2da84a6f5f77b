// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Caches tokens by scope and fetches each once for all waiting requests.
///
/// A fetch (a *flight*) belongs to no caller: it continues while anybody waits for it, each waiter leaves at its own
/// deadline or cancellation, and its outcome is delivered once to the remaining waiters.
final class TokenCache: Sendable {
  /// A cached token.
  struct Held: Sendable {
    let token: AccessToken
    /// Distinguishes it from earlier tokens, since a server may refuse a token long after its replacement.
    let number: UInt64
    let lifetime: TokenLifetime?
  }

  /// The waiter's deadline passed before the token was fetched.
  struct DeadlinePassed: Error {}

  fileprivate struct Flight: Sendable {
    let scope: TokenScope
    /// Whether it renews ahead of expiry, which continues without waiters.
    var isRenewal: Bool
    var task: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<Held, any Error>] = [:]
  }

  fileprivate struct Entry: Sendable {
    var held: Held?
    /// The number of the flight that callers join; its token is cached.
    var flight: UInt64?
    /// The earliest time of the next renewal, after one failed.
    var renewsFrom: ContinuousClock.Instant?
    var lastUse: UInt64 = 0

    /// The token, unless it has expired.
    func usable(at now: ContinuousClock.Instant) -> Held? {
      held.flatMap { held in held.lifetime.map { now < $0.end } == true ? held : nil }
    }

    /// What a caller does, which counts as a use.
    mutating func look(at now: ContinuousClock.Instant) -> Look {
      lastUse = RequestEnvironment.nextID()
      guard let held = usable(at: now), let lifetime = held.lifetime else { return .wait }
      let renews = now >= lifetime.renewal && flight == nil && renewsFrom.map { now >= $0 } ?? true
      return renews ? .renew(held) : .use(held)
    }
  }

  /// Invariants: an entry has a token or a flight; a flight that an entry names is in `flights`.
  ///
  /// A flight that no entry names was in flight when the tokens were cleared: it ends with its last waiter, and its
  /// token is not cached.
  struct State: Sendable {
    fileprivate var entries: [TokenScope: Entry] = [:]
    fileprivate var flights: [UInt64: Flight] = [:]
    /// The flight of each waiter.
    fileprivate var seats: [UInt64: UInt64] = [:]

    /// Notes that a scope's flight is over.
    fileprivate mutating func leave(_ number: UInt64, of scope: TokenScope) {
      guard entries[scope]?.flight == number else { return }
      entries[scope]?.flight = nil
      tidy(scope)
    }

    /// Removes an empty entry.
    fileprivate mutating func tidy(_ scope: TokenScope) {
      if let entry = entries[scope], entry.held == nil, entry.flight == nil { entries[scope] = nil }
    }
  }

  fileprivate enum Look {
    case use(Held)
    case renew(Held)
    case wait
  }

  private let provider: any TokenProvider
  private let limit: Int
  /// Invariant: the code that removes a waiter from a flight resumes it, after the lock, and nothing else does.
  private let state: Lock<State>

  /// Creates a cache that evicts the least recently used scope beyond the limit.
  ///
  /// - Parameters:
  ///   - provider: fetches tokens.
  ///   - state: the tokens; pass another cache's to continue from it with another provider.
  ///   - limit: the maximum number of scopes.
  init(provider: any TokenProvider, state: Lock<State> = Lock(State()), limit: Int = 256) {
    self.provider = provider
    self.state = state
    self.limit = limit
  }

  /// Returns the cached token for a scope, or fetches one.
  ///
  /// - Throws: the provider's error, ``DeadlinePassed``, or `CancellationError`.
  func token(for scope: TokenScope, context: CallContext) async throws -> Held {
    let now = context.clock.now
    let look = state.withLock { $0.entries[scope]?.look(at: now) ?? .wait }
    switch look {
    case .use(let held): return held
    case .renew(let held):
      join(scope, isRenewal: true, context, nil)
      return held
    case .wait:
      try LoginUnderWay.refuseWaiting(for: scope.description, of: state, "the token for \"\(scope)\"")
      return try await wait(for: scope, context)
    }
  }

  /// Drops a refused token, unless another has replaced it; a provider may have given the same one again.
  func drop(_ held: Held, for scope: TokenScope) {
    let kept = state.withLock { $0.entries[scope]?.held }
    // One without a lifetime is not kept here, but its provider may keep it.
    guard kept.map({ $0.token.value == held.token.value }) ?? (held.lifetime == nil) else { return }
    // Before the next fetch can begin.
    provider.refuse(held.token, for: scope)
    state.withLock { state in
      guard state.entries[scope]?.held?.token.value == held.token.value else { return }
      state.entries[scope]?.held = nil
      state.tidy(scope)
    }
  }

  /// Drops the token for a scope, or all tokens.
  ///
  /// Flights continue for their waiters, but their tokens are not cached: later callers get new ones.
  func clear(_ scope: TokenScope? = nil) {
    let held = state.withLock { state in
      state.entries.filter { scope == nil || $0.key == scope }.compactMapValues(\.held)
    }
    // Before the next fetch can begin: a provider may keep tokens too.
    for (scope, held) in held { provider.refuse(held.token, for: scope) }
    state.withLock { state in
      guard let scope else { return state.entries = [:] }
      state.entries[scope] = nil
    }
  }

  /// The scopes with unexpired tokens, and their expiry.
  func kept(at now: ContinuousClock.Instant) -> [(scope: TokenScope, end: ContinuousClock.Instant)] {
    state.withLock { state in
      state.entries.compactMap { scope, entry in entry.usable(at: now)?.lifetime.map { (scope, $0.end) } }
    }
  }

  /// The number of waiters for a scope's token; `nil` if none is being fetched.
  func waiterCount(for scope: TokenScope) -> Int? {
    state.withLock { state in state.entries[scope]?.flight.flatMap { state.flights[$0]?.waiters.count } }
  }

  /// The number of scopes with any state.
  var scopeCount: Int { state.withLock { max($0.entries.count, $0.flights.count, $0.seats.count) } }

  // MARK: Waiting

  private func wait(for scope: TokenScope, _ context: CallContext) async throws -> Held {
    let ticket = RequestEnvironment.nextID()
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(scope, isRenewal: false, context, (ticket, continuation))
        // Checked after joining: leaving earlier would be lost.
        if Task.isCancelled { leave(ticket, CancellationError()) }
        guard let deadline = context.deadline else { return }
        let clock = context.clock
        alarm = Task(executorPreference: WaitingThread.current) {
          guard (try? await clock.sleep(until: deadline)) != nil else { return }
          self.leave(ticket, DeadlinePassed())
        }
      }
    } onCancel: {
      leave(ticket, CancellationError())
    }
  }

  /// Joins the flight for a scope, or starts it.
  private func join(
    _ scope: TokenScope,
    isRenewal: Bool,
    _ context: CallContext,
    _ waiter: (ticket: UInt64, continuation: CheckedContinuation<Held, any Error>)?
  ) {
    let number = RequestEnvironment.nextID()
    let now = context.clock.now
    let (held, starts): (Held?, Bool) = state.withLock { state in
      var entry = state.entries[scope] ?? Entry()
      defer { state.entries[scope] = entry }
      entry.lastUse = number
      // It may have been fetched since the caller checked.
      if waiter != nil, let held = entry.usable(at: now) { return (held, false) }
      if waiter == nil, entry.flight != nil { return (nil, false) }
      let starts = entry.flight == nil
      let flight = entry.flight ?? number
      entry.flight = flight
      if starts { state.flights[number] = Flight(scope: scope, isRenewal: isRenewal) }
      if let waiter {
        // Without a token of use, it ends with its last waiter as others do: it might hang.
        state.flights[flight]?.isRenewal = false
        state.flights[flight]?.waiters[waiter.ticket] = waiter.continuation
        state.seats[waiter.ticket] = flight
      }
      return (nil, starts)
    }
    if let held { waiter?.continuation.resume(returning: held) }
    if starts { start(number, scope, context.servingOthersToo()) }
  }

  /// Removes a waiter from its flight, which ends with its last waiter.
  private func leave(_ ticket: UInt64, _ error: any Error) {
    let (waiter, task) = state.withLock { state -> (CheckedContinuation<Held, any Error>?, Task<Void, Never>?) in
      guard let number = state.seats.removeValue(forKey: ticket) else { return (nil, nil) }
      let waiter = state.flights[number]?.waiters.removeValue(forKey: ticket)
      guard let flight = state.flights[number], flight.waiters.isEmpty else { return (waiter, nil) }
      // A renewal continues, unless the tokens were cleared.
      if flight.isRenewal, state.entries[flight.scope]?.flight == number { return (waiter, nil) }
      state.flights[number] = nil
      state.leave(number, of: flight.scope)
      makeRoom(in: &state)
      return (waiter, flight.task)
    }
    task?.cancel()
    waiter?.resume(throwing: error)
  }

  // MARK: Flights

  /// Starts a flight in a context of its own, so that no waiter's deadline ends it.
  private func start(_ number: UInt64, _ scope: TokenScope, _ context: CallContext) {
    let task = Task(executorPreference: WaitingThread.current) {
      let start = context.clock.now
      let outcome: Result<Held, any Error>
      do {
        let token = try await SharedWork.run {
          try await LoginUnderWay.during([scope.description], of: self.state) {
            try await self.provider.token(for: scope, context: context)
          }
        }
        let lifetime = TokenLifetime.decide(token.lifetime, from: start)
        outcome = .success(Held(token: token, number: number, lifetime: lifetime))
      } catch {
        outcome = .failure(error)
      }
      self.finish(number, scope, outcome, at: context.clock.now)
    }
    let isGone = state.withLock { state in
      guard state.flights[number] != nil else { return true }
      state.flights[number]?.task = task
      return false
    }
    // It ended or was abandoned before its task was stored.
    if isGone { task.cancel() }
  }

  private func finish(
    _ number: UInt64,
    _ scope: TokenScope,
    _ outcome: Result<Held, any Error>,
    at now: ContinuousClock.Instant
  ) {
    let waiters = state.withLock { state -> [CheckedContinuation<Held, any Error>] in
      guard let flight = state.flights.removeValue(forKey: number) else { return [] }
      for ticket in flight.waiters.keys { state.seats[ticket] = nil }
      // Not cached if the tokens were cleared in the meantime.
      if state.entries[scope]?.flight == number {
        switch outcome {
        case .success(let held) where held.lifetime != nil:
          state.entries[scope]?.held = held
          state.entries[scope]?.renewsFrom = nil
        case _ where flight.isRenewal: state.entries[scope]?.renewsFrom = now.advanced(by: TokenCache.pause)
        default: break
        }
        state.leave(number, of: scope)
      }
      makeRoom(in: &state)
      // In order of arrival.
      return flight.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// The pause after a renewal that failed, or brought nothing to keep.
  private static let pause = Duration.seconds(10)

  private func makeRoom(in state: inout State) {
    while state.entries.count > limit {
      let idle = state.entries.filter { $0.value.flight == nil }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      state.entries[oldest.key] = nil
    }
  }
}
