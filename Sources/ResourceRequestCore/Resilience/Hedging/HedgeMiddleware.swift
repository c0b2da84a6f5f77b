// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes a second attempt if the first is slow, and returns the first response; retries instead if the call asks for
/// it.
struct HedgeMiddleware: Middleware {
  let state: ResilienceState
  /// The work of losing attempts after the call.
  var work = BackgroundWork()

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    switch begin(request, context, next) {
    case .single(let call): try await RetryMiddleware(state: state).send(call, context, next)
    case .race(let first, let policy, let delay, let hasKey): try await race(first, policy, delay, hasKey: hasKey)
    }
  }

  /// How a call is sent.
  private enum Start {
    case single(RetriedCall)
    indirect case race(Sending, HedgePolicy, Duration, hasKey: Bool)
  }

  // Never inlined: what it needs would be in the frame of every call that waits.
  @inline(never)
  private func begin(_ given: ResolvedRequest, _ context: CallContext, _ next: Next) -> Start {
    var request = given
    let own = request.overrides
    let hasKey = state.addKey(to: &request, context)
    let first = Sending(state: state, request: request, context: context, next: next)
    guard let policy = state.plan.hedge(of: own) else {
      return .single(RetriedCall(first, own?.retry ?? state.plan.retry, hasKey: hasKey))
    }
    // A body that can be read once belongs to one attempt, until it has been read.
    guard request.method.isIdempotent || hasKey, request.body?.canBeReplayed ?? true,
      UpstreamAttempt.current?.forbidsRetries != true,
      let delay = state.beginHedging(policy)
    else {
      return .single(RetriedCall(first, .never, hasKey: hasKey, timesAnswers: true))
    }
    return .race(first, policy, delay, hasKey: hasKey)
  }

  @inline(never)
  private func race(
    _ first: Sending,
    _ policy: HedgePolicy,
    _ delay: Duration,
    hasKey: Bool
  ) async throws -> TransportResponse {
    var sending = first
    sending.context.isRaced = true
    guard try sending.choose(needsOther: false) else { throw state.circuitOpen(first.context, first.request) }
    let race = HedgeRace(first.context, work)
    do {
      let result = try await winner(of: race, &sending, policy, delay, hasKey: hasKey)
      await race.end(gently: result.response?.metrics.httpVersion?.major == 1)
      return try result.get()
    } catch {
      await race.end(gently: false)
      throw error
    }
  }

  /// The attempt that brings the response.
  ///
  /// - Throws: the error that ended the call, with the reason why there is no other attempt.
  private func winner(
    of race: HedgeRace,
    _ sending: inout Sending,
    _ policy: HedgePolicy,
    _ delay: Duration,
    hasKey: Bool
  ) async throws -> AttemptResult {
    let context = sending.context
    let start = context.clock.now
    race.begin(sending)
    race.alarm(after: delay)
    var (underWay, made, hasResentUnsent, mayHedge) = (1, 1, false, true)
    var failed: AttemptResult?
    while true {
      switch await race.next() {
      case .cancelled: throw CancellationError()
      case .broken(let error):
        underWay -= 1
        guard underWay == 0 else { continue }
        if let failed, failed.response != nil { return failed }
        throw error
      case .late: break
      case .ended(let result):
        underWay -= 1
        // While another attempt may bring the response, one without any decides nothing, nor does the 409 that it gets
        // because the other has the same key.
        let isOpen = underWay > 0 && (result.response == nil || hasKey && result.end.condition == .status(409))
        guard result.isWorthHedging || isOpen else {
          if result.response == nil, let failed, failed.response != nil { return failed }
          if result.reason == .hedge, result.response != nil { state.noteHedgeWon() }
          if result.end.isSuccess {
            state.noteSuccess()
            // A first attempt that lost took at least as long as all.
            state.noteAnswer(after: result.reason == nil ? result.duration : start.duration(to: context.clock.now))
          }
          return result
        }
        if isOpen, result.end.condition == .status(409) { continue }
        if result.response != nil || failed?.response == nil { failed = result }
        guard result.isWorthHedging else { continue }
        // Whoever is asked to wait sends no second request.
        if result.end.condition == .status(429) || result.end.retryAfter != nil && !sending.hasOther {
          mayHedge = false
        }
        if result.end.isUnsent, !hasResentUnsent, sending.hasOther, try await mayLeave(context, waits: underWay == 0),
          try sending.choose(needsOther: true, isCounted: false)
        {
          hasResentUnsent = true
          underWay += 1
          race.begin(sending, because: .retry)
          continue
        }
      }
      let refusal = mayHedge ? try refusal(of: policy, made, &sending) : .askedToWait
      if refusal == nil {
        made += 1
        underWay += 1
        race.begin(sending, because: .hedge)
        if made < policy.attempts { race.alarm(after: delay) }
      } else if underWay == 0, let failed {
        if let refusal { _ = try failed.refused(refusal, context) }
        return failed
      }
    }
  }

  /// Whether the service does not ask to be left alone, once a pause is over if there is nothing else to wait for.
  private func mayLeave(_ context: CallContext, waits: Bool) async throws -> Bool {
    guard state.pause(at: context.clock.now) > .zero else { return true }
    guard waits else { return false }
    return try await state.refusalAfterPause(context) == nil
  }

  /// Why there is no other attempt; `nil` if there is one, with its endpoint chosen and paid for.
  private func refusal(of policy: HedgePolicy, _ made: Int, _ sending: inout Sending) throws -> RetryRefusal? {
    let context = sending.context
    guard made < policy.attempts else { return .attemptsSpent(made) }
    if let remaining = context.remaining, remaining <= state.timeToBegin(at: context.clock.now) {
      return .deadline(remaining)
    }
    guard state.pause(at: context.clock.now) == .zero else { return .askedToWait }
    guard state.spendHedge(at: context.clock.now) else { return .hedgesSpent }
    do {
      if try sending.choose(needsOther: false) { return nil }
    } catch {
      state.giveBackHedge()
      throw error
    }
    state.giveBackHedge()
    return state.pool?.count == 1 ? .circuitOpen : .noOtherEndpoint
  }
}

extension AttemptResult {
  /// Whether another attempt may succeed.
  fileprivate var isWorthHedging: Bool {
    end.condition.map { RetryCondition.standard.contains($0) } ?? false
  }
}
