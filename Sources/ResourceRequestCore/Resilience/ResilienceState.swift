// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// What the policies of one service know and share among its calls.
package final class ResilienceState: Sendable {
  let plan: ResiliencePlan
  let pool: EndpointPool?
  let budget: Lock<RetryBucket>
  private let timer: Lock<HedgeTimer>
  let turns: CallTurns?
  let rate: RateGate?
  let throttle: Lock<ClientThrottle>?
  private let wonHedges = Atomic(0)
  /// How long attempts take, where the deadline asks for it.
  let need: Lock<AttemptNeed>?

  /// State for a plan; the number is random, so that clients that start together differ.
  package init(_ plan: ResiliencePlan, seed: UInt64) {
    self.plan = plan
    pool = plan.hasPool ? EndpointPool(plan, seed: seed) : nil
    budget = Lock(RetryBucket(plan.budget))
    timer = Lock(HedgeTimer(plan.hedge ?? HedgePolicy()))
    turns = plan.concurrency.map { CallTurns($0, plan.queue) }
    rate = plan.rate.map { RateGate($0) }
    throttle = plan.throttle.map { Lock(ClientThrottle($0)) }
    need = plan.deadline?.atLeast.map { Lock(AttemptNeed(share: $0)) }
  }

  /// The endpoints that rest or are probed.
  package var restingEndpoints: [String] { pool?.resting ?? [] }

  /// The time an attempt must have; zero where none is asked for or known.
  func neededTime(at now: ContinuousClock.Instant) -> Duration { need?.withLock { $0.time(at: now) } ?? .zero }

  func noteSuccess() { budget.withLock { $0.noteSuccess() } }

  /// Gives back what was paid for an attempt that did not go out.
  func giveBack() { budget.withLock { $0.giveBack() } }

  /// What is left of the budget.
  package var budgetTokens: Double { budget.withLock { $0.tokens } }

  /// Whether another attempt may go out, which is then paid for.
  func spend(at now: ContinuousClock.Instant) -> Bool { budget.withLock { $0.spend(at: now) } }

  /// Whether there is room for requests nobody waits for: an endpoint is well, and retries are left to be paid.
  func hasRoom(at now: ContinuousClock.Instant) -> Bool {
    if let pool, pool.resting.count == pool.count { return false }
    return budget.withLock { $0.hasTokens(at: now) }
  }

  // MARK: Hedging

  /// How long the first attempt of a call is waited for; `nil` where there is no second one.
  func beginHedging(_ policy: HedgePolicy) -> Duration? { timer.withLock { $0.begin(policy) } }

  /// Whether a second attempt may go out, which is then paid for.
  func spendHedge(at now: ContinuousClock.Instant) -> Bool {
    guard timer.withLock({ $0.spend() }) else { return false }
    if spend(at: now) { return true }
    timer.withLock { $0.giveBack() }
    return false
  }

  /// Gives back what was paid for a second attempt that did not go out.
  func giveBackHedge() {
    timer.withLock { $0.giveBack() }
    giveBack()
  }

  func noteAnswer(after duration: Duration) { timer.withLock { $0.note(duration) } }

  /// A second attempt is the one that counts.
  func noteHedgeWon() { wonHedges.wrappingAdd(1, ordering: .relaxed) }

  /// How many were.
  var hedgesWon: Int { wonHedges.load(ordering: .relaxed) }

  // MARK: Throttling

  /// Whether a call ends here.
  func throttles(_ criticality: Criticality, at now: ContinuousClock.Instant, _ bits: UInt64) -> Bool {
    throttle?.withLock { throttle in
      var bits = DrawnBits(bits)
      return throttle.refuses(criticality, at: now, &bits)
    } ?? false
  }

  func noteThrottled(accepted: Bool, at now: ContinuousClock.Instant) {
    throttle?.withLock { $0.note(accepted: accepted, at: now) }
  }
}
