// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Chooses an endpoint for each attempt, and makes another where that is worth it.
struct RetryMiddleware: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var request = request
    let hasKey = state.addKey(to: &request, context)
    let policy = request.overrides?.retry ?? state.plan.retry
    var decision = RetryDecision(
      policy: policy,
      method: request.method,
      hasKey: hasKey,
      isReplayable: request.body?.isReplayable ?? true
    )
    var sending = Sending(state: state, request: request, context: context, next: next)
    guard try sending.choose(needsOther: false) else { throw state.circuitOpen(context, request) }
    var last = try await sending.send()
    while true {
      guard let end = last.end else { return try last.get() }
      if end.isSuccess { state.noteSuccess() }
      decision.remaining = context.remaining
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
        // Another endpoint need not be waited for where this one was never reached.
        if !(isFree && sending.hasOther), wait > .zero {
          try await context.clock.sleep(until: context.clock.now.advanced(by: wait))
        }
        sending.forgetsTried = !policy.prefersOtherEndpoint
        guard try sending.choose(needsOther: isFree && policy.attempts == 1) else {
          return try last.refused(.noOtherEndpoint, context)
        }
        last = try await sending.send(because: .retry, leaving: last.response)
      }
    }
  }
}
