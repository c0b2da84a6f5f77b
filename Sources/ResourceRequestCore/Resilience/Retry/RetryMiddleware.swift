// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Chooses an endpoint for each attempt, and retries.
struct RetryMiddleware: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var request = request
    let hasKey = state.addKey(to: &request, context)
    let sending = Sending(state: state, request: request, context: context, next: next)
    return try await send(sending, request.overrides?.retry ?? state.plan.retry, hasKey: hasKey)
  }

  /// Sends a request, and retries by a policy.
  ///
  /// It runs in the frame of its caller, which saves one for each call.
  @inline(__always)
  func send(
    _ first: Sending,
    _ policy: RetryPolicy,
    hasKey: Bool,
    timesAnswers: Bool = false
  ) async throws -> TransportResponse {
    var sending = first
    if policy.attempts > 1 { sending.keepBody(upTo: policy.replayBytes) }
    guard try sending.choose(needsOther: false) else { throw state.circuitOpen(sending.context, sending.request) }
    let result = try await sending.send()
    note(result, timesAnswers: timesAnswers)
    guard policy.wantsAnother(after: result.end, hasKey: hasKey) else { return try result.get() }
    return try await sendAgain(sending, after: result, policy, hasKey: hasKey, timesAnswers: timesAnswers)
  }

  /// Counts a success.
  private func note(_ result: AttemptResult, timesAnswers: Bool) {
    guard result.end.isSuccess else { return }
    state.noteSuccess()
    if timesAnswers { state.noteAnswer(after: result.duration) }
  }

  /// Retries after a first attempt, as the policy allows.
  ///
  /// Apart from ``send(_:_:hasKey:timesAnswers:)``: a call that needs no retry pays for none of this.
  @inline(never)
  private func sendAgain(
    _ first: Sending,
    after result: AttemptResult,
    _ policy: RetryPolicy,
    hasKey: Bool,
    timesAnswers: Bool
  ) async throws -> TransportResponse {
    var sending = first
    var last = result
    let context = first.context
    var decision = RetryDecision(
      policy: policy,
      method: first.request.method,
      hasKey: hasKey,
      isForbidden: UpstreamAttempt.current?.forbidsRetries ?? false
    )
    while true {
      decision.remaining = context.remaining
      decision.needed = state.timeToBegin(at: context.clock.now)
      decision.pause = state.pause(at: context.clock.now)
      decision.hasOther = sending.hasOther
      decision.isReplayable = sending.request.body?.isReplayable ?? true
      var bits = SplitMix64(context.environment.randomBits())
      switch decision.verdict(after: last.end, &bits) {
      case .stop(.notRetryable): return try last.get()
      case .stop(let refusal): return try last.refused(refusal, context)
      case .again(let wait, let isFree):
        if isFree {
          // To the same endpoint only if a policy allows it.
          guard policy.attempts > 1 || sending.hasOther else { return try last.get() }
          decision.hasResentUnsent = true
        } else {
          guard state.spend(at: context.clock.now) else { return try last.refused(.budgetEmpty, context) }
          decision.attempts += 1
        }
        sending.forgetsTried = !policy.prefersOtherEndpoint
        let hasPlace: Bool
        do {
          if wait > .zero {
            let end = context.clock.now.advanced(by: wait)
            // A small body, so that it does not hold its connection meanwhile.
            try? await last.response?.settle(context)
            try await context.clock.sleep(until: end)
          }
          hasPlace = try sending.choose(needsOther: isFree && policy.attempts == 1)
        } catch {
          // Cancelled: the attempt that was paid for is not sent.
          if !isFree { state.giveBack() }
          throw error
        }
        guard hasPlace else {
          if !isFree { state.giveBack() }
          return try last.refused(state.pool?.count == 1 ? .circuitOpen : .noOtherEndpoint, context)
        }
        last = try await sending.send(because: .retry, leaving: last.response)
        note(last, timesAnswers: timesAnswers)
      }
    }
  }
}
