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

  /// Sends a request, and retries as a policy says.
  func send(
    _ first: Sending,
    _ policy: RetryPolicy,
    hasKey: Bool,
    timesAnswers: Bool = false
  ) async throws -> TransportResponse {
    var sending = first
    let context = first.context
    var decision = RetryDecision(
      policy: policy,
      method: first.request.method,
      hasKey: hasKey,
      isForbidden: UpstreamAttempt.current?.forbidsRetries ?? false
    )
    if policy.attempts > 1 { sending.keepBody(upTo: policy.replayBytes) }
    guard try sending.choose(needsOther: false) else { throw state.circuitOpen(context, first.request) }
    var last = try await sending.send()
    while true {
      guard let end = last.end else { return try last.get() }
      if end.isSuccess {
        state.noteSuccess()
        if timesAnswers { state.noteAnswer(after: last.duration) }
      }
      decision.remaining = context.remaining
      decision.needed = state.neededTime(at: context.clock.now)
      decision.hasOther = sending.hasOther
      decision.isReplayable = sending.request.body?.isReplayable ?? true
      var bits = DrawnBits(context.environment.randomBits())
      switch decision.verdict(after: end, &bits) {
      case .stop(.notRetryable): return try last.get()
      case .stop(let refusal): return try last.refused(refusal, context)
      case .again(let wait, let isFree):
        if isFree {
          // To the same place, only where a policy wants that.
          guard policy.attempts > 1 || sending.hasOther else { return try last.get() }
          decision.hasResentUnsent = true
        } else {
          guard state.spend(at: context.clock.now) else { return try last.refused(.budgetEmpty, context) }
          decision.attempts += 1
        }
        sending.forgetsTried = !policy.prefersOtherEndpoint
        let hasPlace: Bool
        do {
          if wait > .zero { try await context.clock.sleep(until: context.clock.now.advanced(by: wait)) }
          hasPlace = try sending.choose(needsOther: isFree && policy.attempts == 1)
        } catch {
          // Cancelled: nothing goes out for what was paid.
          if !isFree { state.giveBack() }
          throw error
        }
        guard hasPlace else {
          if !isFree { state.giveBack() }
          return try last.refused(state.pool?.count == 1 ? .circuitOpen : .noOtherEndpoint, context)
        }
        last = try await sending.send(because: .retry, leaving: last.response)
      }
    }
  }
}
