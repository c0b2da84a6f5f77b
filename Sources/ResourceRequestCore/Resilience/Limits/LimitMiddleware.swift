// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Applies throttling, rate and concurrency limits, before anything else is spent on a call.
struct LimitMiddleware: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let passed = try await enter(request, context)
    defer { state.turns?.giveBack() }
    let begun = context.call.attemptCount
    do { return try await next(request, context: context) } catch {
      // A turn is for what is sent: an open breaker, or a token that is refused, ends the call before.
      if isUnsent(error, after: context.call.attemptCount - begun) { giveBackRate(since: passed, context) }
      throw error
    }
  }

  /// Whether nothing went out: no attempt was made, or the only one was refused before it was sent.
  @inline(never)
  private func isUnsent(_ error: any Error, after attempts: Int) -> Bool {
    guard attempts > 0, let failure = error as? TransportFailure else { return attempts == 0 }
    // The failure of what follows an answered attempt, such as a token, is not the attempt's.
    let isOfAttempt = failure.attemptTime != nil && failure.response == nil
    return attempts == 1 && isOfAttempt && failure.phase == .queued && !failure.mayHaveExecuted
  }

  /// Waits for a turn of each limit, which the caller gives back.
  ///
  /// Never inlined: what it needs would be in the frame of every call that waits.
  @inline(never)
  private func enter(_ request: ResolvedRequest, _ context: CallContext) async throws -> Moment {
    let criticality =
      request.isBehind
      ? .sheddable
      : request.overrides?.criticality ?? Criticality.current ?? state.plan.configured.criticality ?? .normal
    if state.throttles(criticality, at: context.clock.now, context.environment.randomBits()) {
      let message = "not sent: \(request.service ?? "the service") rejects most requests; try again later"
      throw TransportFailure(unsent: .overloaded, message)
    }
    try await state.rate?.pass(context, isBehind: request.isBehind)
    let passed = context.moment()
    let hasWaited: Bool
    do { hasWaited = try await state.turns?.take(criticality, isBehind: request.isBehind, context) ?? false } catch {
      giveBackRate(since: passed, context)
      throw error
    }
    guard hasWaited else { return passed }
    // The service may have asked for a pause meanwhile.
    do {
      if let pause = try await state.rate?.waitForPause(context) { throw RateGate.limited(for: pause) }
    } catch {
      state.turns?.giveBack()
      giveBackRate(since: passed, context)
      throw error
    }
    return passed
  }

  @inline(never)
  private func giveBackRate(since passed: Moment, _ context: CallContext) {
    state.rate?.giveBack(of: passed.instant, at: context.clock.now)
  }
}

/// Tells the limits what becomes of each attempt: a retry that succeeds hides from the call that the service is overloaded.
struct LimitNotes: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let start = context.moment()
    do {
      let response = try await next(request, context: context)
      note(response, since: start, context)
      return response
    } catch {
      note(error, since: start, context)
      throw error
    }
  }

  // Never inlined: what they need would be in the frame of every call that waits.
  @inline(never)
  private func note(_ response: TransportResponse, since start: Moment, _ context: CallContext) {
    state.rate?.note(response, context)
    let time = response.metrics.underWay
    state.noteForLimits(.answered(response.status), time, since: start.instant, at: context.clock.now)
  }

  @inline(never)
  private func note(_ error: any Error, since start: Moment, _ context: CallContext) {
    guard let failure = error as? TransportFailure else { return }
    state.noteForLimits(AttemptEnd(failure), failure.attemptTime, since: start.instant, at: context.clock.now)
  }
}
