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

  private struct Flight: Sendable {
    let number: UInt64
    /// A renewal ahead of time goes on although nobody waits.
    let isRenewal: Bool
    /// Not kept at its end: the tokens were cleared while it was under way.
    var isStale = false
    var task: Task<Void, Never>?
    var waiters: [UInt64: CheckedContinuation<Held, any Error>] = [:]
  }

  private struct Entry: Sendable {
    var held: Held?
    var flight: Flight?
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

  private enum Look {
    case use(Held)
    case renew(Held)
    case wait
  }

  private let provider: any TokenProvider
  private let limit: Int
  /// Invariant: whoever takes a waiter out of a flight resumes it, after the lock, and nobody else does.
  private let entries = Lock<[TokenScope: Entry]>([:])

  /// A cache that keeps so many scopes; beyond that the one that was not used for longest goes.
  init(provider: any TokenProvider, limit: Int = 256) {
    self.provider = provider
    self.limit = limit
  }

  /// The token for a scope: the one kept, or a new one.
  ///
  /// - Throws: what the provider threw, ``DeadlinePassed``, or `CancellationError`.
  func token(for scope: TokenScope, context: RequestContext) async throws -> Held {
    let now = context.clock.now
    let look = entries.withLock { entries in entries[scope]?.look(at: now) ?? .wait }
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
    entries.withLock { entries in
      if entries[scope]?.held?.number == held.number { entries[scope]?.held = nil }
    }
  }

  /// Drops the token for a scope, or all of them; what is being fetched goes to its waiters and is not kept.
  func clear(_ scope: TokenScope? = nil) {
    entries.withLock { entries in
      for key in scope.map({ [$0] }) ?? Array(entries.keys) {
        entries[key]?.held = nil
        entries[key]?.flight?.isStale = true
      }
    }
  }

  /// How many wait for a scope's token; `nil` where none is being fetched.
  func waiterCount(for scope: TokenScope) -> Int? {
    entries.withLock { $0[scope]?.flight?.waiters.count }
  }

  // MARK: Waiting

  private func wait(for scope: TokenScope, _ context: RequestContext) async throws -> Held {
    let ticket = RequestEnvironment.nextID()
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        board(scope, isRenewal: false, context, (ticket, continuation))
        // Only now: a leaving that comes before the boarding would be lost.
        if Task.isCancelled { leave(scope, ticket, CancellationError()) }
        guard let deadline = context.deadline else { return }
        let clock = context.clock
        alarm = Task {
          guard (try? await clock.sleep(until: deadline)) != nil else { return }
          self.leave(scope, ticket, DeadlinePassed())
        }
      }
    } onCancel: {
      leave(scope, ticket, CancellationError())
    }
  }

  /// Joins the flight for a scope, or starts it.
  private func board(
    _ scope: TokenScope,
    isRenewal: Bool,
    _ context: RequestContext,
    _ waiter: (ticket: UInt64, continuation: CheckedContinuation<Held, any Error>)?
  ) {
    let number = RequestEnvironment.nextID()
    let now = context.clock.now
    let (held, starts): (Held?, Bool) = entries.withLock { entries in
      var entry = entries[scope] ?? Entry()
      defer { entries[scope] = entry }
      entry.lastUse = number
      // It may have come since the caller looked.
      if waiter != nil, let held = entry.usable(at: now) { return (held, false) }
      if waiter == nil, entry.flight != nil { return (nil, false) }
      let starts = entry.flight == nil
      if starts { entry.flight = Flight(number: number, isRenewal: isRenewal) }
      if let waiter { entry.flight?.waiters[waiter.ticket] = waiter.continuation }
      return (nil, starts)
    }
    if let held { waiter?.continuation.resume(returning: held) }
    if starts { start(number, scope, context.environment) }
  }

  /// Takes one waiter out of its flight, which ends where it was the last.
  private func leave(_ scope: TokenScope, _ ticket: UInt64, _ error: any Error) {
    let (waiter, task) = entries.withLock { entries -> (CheckedContinuation<Held, any Error>?, Task<Void, Never>?) in
      guard let waiter = entries[scope]?.flight?.waiters.removeValue(forKey: ticket) else { return (nil, nil) }
      guard let flight = entries[scope]?.flight, flight.waiters.isEmpty, !flight.isRenewal else { return (waiter, nil) }
      entries[scope]?.flight = nil
      return (waiter, flight.task)
    }
    task?.cancel()
    waiter?.resume(throwing: error)
  }

  // MARK: Flights

  private func start(_ number: UInt64, _ scope: TokenScope, _ environment: RequestEnvironment) {
    // Its own context: none of the waiters' deadlines ends it.
    let context = RequestContext(environment: environment)
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
    let isGone = entries.withLock { entries in
      guard entries[scope]?.flight?.number == number else { return true }
      entries[scope]?.flight?.task = task
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
    let waiters = entries.withLock { entries -> [CheckedContinuation<Held, any Error>] in
      guard let flight = entries[scope]?.flight, flight.number == number else { return [] }
      entries[scope]?.flight = nil
      switch outcome {
      case .success(let held) where held.lifetime != nil && !flight.isStale:
        entries[scope]?.held = held
        entries[scope]?.renewsFrom = nil
      case .failure where flight.isRenewal:
        entries[scope]?.renewsFrom = now.advanced(by: TokenCache.pause)
      default:
        break
      }
      makeRoom(in: &entries)
      return Array(flight.waiters.values)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// How long a renewal that failed is not tried again.
  private static let pause = Duration.seconds(10)

  private func makeRoom(in entries: inout [TokenScope: Entry]) {
    while entries.count > limit {
      let idle = entries.filter { $0.value.flight == nil }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      entries[oldest.key] = nil
    }
  }
}
