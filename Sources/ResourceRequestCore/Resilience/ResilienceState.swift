// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// The state of a service's policies, shared by its calls.
package final class ResilienceState: Sendable {
  let plan: ResiliencePlan
  let pool: EndpointPool?
  let budget: Lock<RetryBucket>
  private let timer: Lock<HedgeTimer>
  let turns: CallTurns?
  let rate: RateGate?
  let throttle: Lock<ClientThrottle>?
  private let wonHedges = Atomic(0)
  /// How long attempts take, if the deadline policy asks for it.
  let need: Lock<AttemptNeed>?

  /// Creates the state for a plan; the seed is random, so that clients that start together differ.
  package init(_ plan: ResiliencePlan, seed: UInt64, hints: (any EndpointHints)? = nil) {
    self.plan = plan
    pool = plan.hasPool ? EndpointPool(plan, seed: seed, hints: hints) : nil
    budget = Lock(RetryBucket(plan.budget))
    timer = Lock(HedgeTimer(plan.configured.hedge ?? HedgePolicy()))
    turns = plan.configured.concurrency.map { CallTurns($0, plan.configured.queue) }
    rate = plan.configured.rate.map { RateGate($0) }
    throttle = plan.configured.throttle.map { Lock(ClientThrottle($0)) }
    need = plan.configured.deadline?.atLeast.map { Lock(AttemptNeed(share: $0)) }
  }

  /// The time that an attempt needs; zero if not required or unknown.
  func neededTime(at now: ContinuousClock.Instant) -> Duration { need?.withLock { $0.time(at: now) } ?? .zero }

  /// The time that a call must have left for another attempt, with what the deadline policy reserves.
  func timeToBegin(at now: ContinuousClock.Instant) -> Duration {
    neededTime(at: now) + (plan.configured.deadline?.reserve.clamped ?? .zero)
  }

  /// Waits while the service asks not to be called.
  ///
  /// - Returns: why there is no other attempt then; `nil` if there may be one.
  /// - Throws: `CancellationError`.
  func refusalAfterPause(_ context: CallContext) async throws -> RetryRefusal? {
    if try await rate?.waitForPause(context) != nil { return .askedToWait }
    let needed = timeToBegin(at: context.clock.now)
    return context.remaining.flatMap { needed > .zero && $0 < needed ? .deadline($0) : nil }
  }

  /// How long the service asks not to be called; zero if it does not.
  func pause(at now: ContinuousClock.Instant) -> Duration {
    rate?.pausedUntil.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }

  func noteSuccess() { budget.withLock { $0.noteSuccess() } }

  /// Returns the token of a retry that was not sent.
  func giveBack() { budget.withLock { $0.giveBack() } }

  /// Takes a token for a retry; returns whether there was one.
  func spend(at now: ContinuousClock.Instant) -> Bool { budget.withLock { $0.spend(at: now) } }

  /// Whether there is room for background requests: an endpoint is healthy, and the budget has retries.
  func hasRoom(at now: ContinuousClock.Instant) -> Bool {
    if let pool, pool.isDown { return false }
    return budget.withLock { $0.hasTokens(at: now) }
  }

  // MARK: Hedging

  /// How long to wait for the first attempt of a call; `nil` if there is no hedge.
  func beginHedging(_ policy: HedgePolicy) -> Duration? { timer.withLock { $0.begin(policy) } }

  /// Takes a token for a hedge; returns whether there was one.
  func spendHedge(at now: ContinuousClock.Instant) -> Bool {
    guard timer.withLock({ $0.spend() }) else { return false }
    if spend(at: now) { return true }
    timer.withLock { $0.giveBack() }
    return false
  }

  /// Returns the token of a hedge that was not sent.
  func giveBackHedge() {
    timer.withLock { $0.giveBack() }
    giveBack()
  }

  func noteAnswer(after duration: Duration) { timer.withLock { $0.note(duration) } }

  /// Counts a hedge that brought the response.
  func noteHedgeWon() { wonHedges.wrappingAdd(1, ordering: .relaxed) }

  /// The number of those.
  var hedgesWon: Int { wonHedges.load(ordering: .relaxed) }

  // MARK: Throttling

  /// Whether a call is rejected by throttling.
  func throttles(_ criticality: Criticality, at now: ContinuousClock.Instant, _ bits: UInt64) -> Bool {
    throttle?.withLock { throttle in
      var bits = SplitMix64(bits)
      return throttle.refuses(criticality, at: now, &bits)
    } ?? false
  }

  /// Tells the limits how an attempt ended, and how long it was under way, where that was measured: without a wait for
  /// the fleet's turn, which says nothing about the service.
  func noteForLimits(
    _ end: AttemptEnd,
    _ time: Duration?,
    since start: ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) {
    let whole = start.duration(to: now)
    turns?.note(end, after: time.map { min($0, whole) } ?? whole, at: now)
    let isAccepted = if case .answered(let status, _) = end { status != 429 && status != 503 } else { false }
    // What ended here, such as a token that could not be had, is no rejection by the service.
    guard isAccepted || end.condition != nil && !end.isUnsentTimeout || end.isOverdue else { return }
    throttle?.withLock { $0.note(accepted: isAccepted, at: now) }
  }
}
