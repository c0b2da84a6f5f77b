// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps tokens by scope, and fetches each of them once however many requests wait for it.
///
/// A fetch, a *flight*, belongs to nobody in particular: it goes on while anybody waits for it, each waiter leaves it
/// at its own deadline or cancellation, and its outcome goes once to those who wait at its end.
final class TokenCache: Sendable {
  /// A token as it is kept.
  struct Held: Sendable {
    let token: AccessToken
    /// Tells it from the one before, for a server may refuse a token long after another took its place.
    let number: UInt64
    let lifetime: TokenLifetime?
  }

  /// The waiter's time was over before the token came.
  struct DeadlinePassed: Error {}

  fileprivate struct Flight: Sendable {
    let scope: TokenScope
    /// A renewal ahead of time goes on although nobody waits.
    let isRenewal: Bool
    var task: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<Held, any Error>] = [:]
  }

  fileprivate struct Entry: Sendable {
    var held: Held?
    /// The number of the flight that callers join; what it brings is kept.
    var flight: UInt64?
    /// No renewal before then: the last one failed.
    var renewsFrom: ContinuousClock.Instant?
    var lastUse: UInt64 = 0

    /// The token, unless its end has come.
    func usable(at now: ContinuousClock.Instant) -> Held? {
      held.flatMap { held in held.lifetime.map { now < $0.end } == true ? held : nil }
    }

    func look(at now: ContinuousClock.Instant) -> Look {
      guard let held = usable(at: now), let lifetime = held.lifetime else { return .wait }
      let renews = now >= lifetime.renewal && flight == nil && renewsFrom.map { now >= $0 } ?? true
      return renews ? .renew(held) : .use(held)
    }
  }

  /// Invariants: an entry has a token or a flight; a flight that an entry names is in `flights`.
  ///
  /// A flight that no entry names was in flight when the tokens were cleared: it ends with its last waiter, and what it
  /// brings is not kept.
  struct State: Sendable {
    fileprivate var entries: [TokenScope: Entry] = [:]
    fileprivate var flights: [UInt64: Flight] = [:]
    /// Which flight a waiter waits for.
    fileprivate var seats: [UInt64: UInt64] = [:]

    /// Takes a flight out, with all who wait for it.
    fileprivate mutating func remove(_ number: UInt64) -> Flight? {
      guard let flight = flights.removeValue(forKey: number) else { return nil }
      for ticket in flight.waiters.keys { seats[ticket] = nil }
      return flight
    }

    /// Says that a scope's flight is over.
    fileprivate mutating func leave(_ number: UInt64, of scope: TokenScope) {
      guard entries[scope]?.flight == number else { return }
      entries[scope]?.flight = nil
      tidy(scope)
    }

    /// Removes an entry that says nothing.
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
  /// Invariant: whoever takes a waiter out of a flight resumes it, after the lock, and nobody else does.
  private let state: Lock<State>

  /// A cache that keeps so many scopes; beyond that the one that was not used for longest goes.
  ///
  /// - Parameters:
  ///   - provider: fetches tokens.
  ///   - state: the tokens; those of another cache, for one that goes on from it with another provider.
  ///   - limit: how many scopes are kept.
  init(provider: any TokenProvider, state: Lock<State> = Lock(State()), limit: Int = 256) {
    self.provider = provider
    self.state = state
    self.limit = limit
  }

  /// The token for a scope: the one kept, or a new one.
  ///
  /// - Throws: what the provider threw, ``DeadlinePassed``, or `CancellationError`.
  func token(for scope: TokenScope, context: CallContext) async throws -> Held {
    let now = context.clock.now
    let look = state.withLock { $0.entries[scope]?.look(at: now) ?? .wait }
    switch look {
    case .use(let held):
      return held
    case .renew(let held):
      board(scope, isRenewal: true, context, nil)
      return held
    case .wait:
      try LoginUnderWay.refuseWaiting(for: scope.description, of: self, "the token for \"\(scope)\"")
      return try await wait(for: scope, context)
    }
  }

  /// Drops a token that a server refused; one that has taken its place by now stays.
  func drop(_ held: Held, for scope: TokenScope) {
    state.withLock { state in
      guard state.entries[scope]?.held?.number == held.number else { return }
      state.entries[scope]?.held = nil
      state.tidy(scope)
    }
  }

  /// Drops the token for a scope, or all of them.
  ///
  /// What is being fetched goes to those who wait for it and is not kept: whoever asks from now on gets a new one.
  func clear(_ scope: TokenScope? = nil) {
    state.withLock { state in
      guard let scope else { return state.entries = [:] }
      state.entries[scope] = nil
    }
  }

  /// The scopes whose tokens are kept, and when each ends; none whose end has come.
  func kept(at now: ContinuousClock.Instant) -> [(scope: TokenScope, end: ContinuousClock.Instant)] {
    state.withLock { state in
      state.entries.compactMap { scope, entry in entry.usable(at: now)?.lifetime.map { (scope, $0.end) } }
    }
  }

  /// How many wait for a scope's token; `nil` where none is being fetched.
  func waiterCount(for scope: TokenScope) -> Int? {
    state.withLock { state in state.entries[scope]?.flight.flatMap { state.flights[$0]?.waiters.count } }
  }

  /// How many scopes there is something of.
  var scopeCount: Int { state.withLock { max($0.entries.count, $0.flights.count, $0.seats.count) } }

  // MARK: Waiting

  private func wait(for scope: TokenScope, _ context: CallContext) async throws -> Held {
    let ticket = RequestEnvironment.nextID()
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        board(scope, isRenewal: false, context, (ticket, continuation))
        // Only now: a leaving that comes before the boarding would be lost.
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
  private func board(
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
      // It may have come since the caller looked.
      if waiter != nil, let held = entry.usable(at: now) { return (held, false) }
      if waiter == nil, entry.flight != nil { return (nil, false) }
      let starts = entry.flight == nil
      let flight = entry.flight ?? number
      entry.flight = flight
      if starts { state.flights[number] = Flight(scope: scope, isRenewal: isRenewal) }
      if let waiter {
        state.flights[flight]?.waiters[waiter.ticket] = waiter.continuation
        state.seats[waiter.ticket] = flight
      }
      return (nil, starts)
    }
    if let held { waiter?.continuation.resume(returning: held) }
    if starts { start(number, scope, context.servingOthersToo()) }
  }

  /// Takes one waiter out of its flight, which ends where it was the last.
  private func leave(_ ticket: UInt64, _ error: any Error) {
    let (waiter, task) = state.withLock { state -> (CheckedContinuation<Held, any Error>?, Task<Void, Never>?) in
      guard let number = state.seats.removeValue(forKey: ticket) else { return (nil, nil) }
      let waiter = state.flights[number]?.waiters.removeValue(forKey: ticket)
      guard let flight = state.flights[number], flight.waiters.isEmpty else { return (waiter, nil) }
      // A renewal goes on, unless it is for nobody: the tokens were cleared.
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

  /// Starts a flight in a context of its own: none of the waiters' deadlines ends it.
  private func start(_ number: UInt64, _ scope: TokenScope, _ context: CallContext) {
    let task = Task(executorPreference: WaitingThread.current) {
      let start = context.clock.now
      let outcome: Result<Held, any Error>
      do {
        let token = try await LoginUnderWay.during([scope.description], of: self) {
          try await self.provider.token(for: scope, context: context)
        }
        let lifetime = TokenLifetime.decide(token.lifetime, from: start)
        outcome = .success(Held(token: token, number: number, lifetime: lifetime))
      } catch {
        outcome = .failure(error)
      }
      self.land(number, scope, outcome, at: context.clock.now)
    }
    let isGone = state.withLock { state in
      guard state.flights[number] != nil else { return true }
      state.flights[number]?.task = task
      return false
    }
    // Over already, or abandoned before its task was known.
    if isGone { task.cancel() }
  }

  private func land(
    _ number: UInt64,
    _ scope: TokenScope,
    _ outcome: Result<Held, any Error>,
    at now: ContinuousClock.Instant
  ) {
    let waiters = state.withLock { state -> [CheckedContinuation<Held, any Error>] in
      guard let flight = state.remove(number) else { return [] }
      // Not kept where the tokens were cleared meanwhile.
      if state.entries[scope]?.flight == number {
        switch outcome {
        case .success(let held) where held.lifetime != nil:
          state.entries[scope]?.held = held
          state.entries[scope]?.renewsFrom = nil
        case .failure where flight.isRenewal:
          state.entries[scope]?.renewsFrom = now.advanced(by: TokenCache.pause)
        default:
          break
        }
        state.leave(number, of: scope)
      }
      makeRoom(in: &state)
      // In the order they came.
      return flight.waiters.sorted { $0.key < $1.key }.map(\.value)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// How long a renewal that failed is not tried again.
  private static let pause = Duration.seconds(10)

  private func makeRoom(in state: inout State) {
    while state.entries.count > limit {
      let idle = state.entries.filter { $0.value.flight == nil }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      state.entries[oldest.key] = nil
    }
  }
}
