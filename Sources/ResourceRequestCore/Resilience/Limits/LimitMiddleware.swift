// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Applies throttling, rate and concurrency limits, before anything else is spent on a call.
struct LimitMiddleware: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let criticality =
      request.isBehind
      ? .sheddable
      : request.overrides?.criticality ?? Criticality.current ?? state.plan.configured.criticality ?? .normal
    if state.throttles(criticality, at: context.clock.now, context.environment.randomBits()) {
      throw TransportFailure(
        code: .overloaded,
        message: "not sent: \(request.service ?? "the service") rejects most requests; try again later",
        phase: .queued
      )
    }
    try await state.rate?.pass(context)
    let passed = context.moment()
    do { try await state.turns?.take(criticality, isBehind: request.isBehind, context) } catch {
      state.rate?.giveBack(of: passed.instant, at: context.clock.now)
      throw error
    }
    let start = context.clock.now
    var end = AttemptEnd.abandoned
    defer { state.turns?.giveBack(end, after: start.duration(to: context.clock.now), at: context.clock.now) }
    do {
      let response = try await next(request, context: context)
      end = .answered(response.status)
      state.rate?.note(response, context)
      state.noteThrottled(accepted: response.status != 429 && response.status != 503, at: context.clock.now)
      return response
    } catch let failure as TransportFailure {
      end = AttemptEnd(failure)
      // What ended here, such as a token that could not be had, is no rejection by the service.
      if end.condition != nil || end.isOverdue { state.noteThrottled(accepted: false, at: context.clock.now) }
      throw failure
    }
  }
}
