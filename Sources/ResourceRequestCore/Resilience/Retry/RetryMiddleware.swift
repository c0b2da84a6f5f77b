// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Chooses an endpoint for each attempt, and retries.
struct RetryMiddleware: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    try await send(begin(request, context, next), context, next)
  }

  /// Sends a request, and retries by a policy.
  ///
  /// It runs in the frame of its caller, which saves one for each call.
  @inline(__always)
  func send(_ call: RetriedCall, _ context: CallContext, _ next: Next) async throws -> TransportResponse {
    let request = try call.chooseFirst()
    do {
      let response = try await next(request, context: context)
      guard call.wantsAnother(after: response) else { return response }
    } catch {
      try call.passOn(error)
    }
    return try await sendAgain(call)
  }

  // Never inlined, nor what else does not wait or is rare: it would be in the frame of every call that waits.
  @inline(never)
  private func begin(_ given: ResolvedRequest, _ context: CallContext, _ next: Next) -> RetriedCall {
    var request = given
    let hasKey = state.addKey(to: &request, context)
    let sending = Sending(state: state, request: request, context: context, next: next)
    return RetriedCall(sending, request.overrides?.retry ?? state.plan.retry, hasKey: hasKey)
  }

  /// Retries after a first attempt, as the policy allows.
  @inline(never)
  private func sendAgain(_ call: RetriedCall) async throws -> TransportResponse {
    // There is one: who comes here has made the first attempt.
    guard var last = call.first else { throw CancellationError() }
    var sending = call.sending
    let (policy, hasKey) = (call.policy, call.hasKey)
    let context = sending.context
    var decision = RetryDecision(
      policy: policy,
      method: sending.request.method,
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
      case .stop(.notRetryable):
        if policy.attempts > 1 { last.noteUnlisted(context) }
        return try last.get()
      case .stop(let refusal): return try last.refused(refusal, context)
      case .again(let wait, let isFree):
        if isFree {
          decision.hasResentUnsent = true
        } else {
          guard state.spend(at: context.clock.now) else { return try last.refused(.budgetEmpty, context) }
          decision.attempts += 1
        }
        sending.forgetsTried = !policy.prefersOtherEndpoint
        let refusal: RetryRefusal?
        do {
          if wait > .zero {
            let end = context.clock.now.advanced(by: wait)
            // A small body, so that it does not hold its connection meanwhile.
            _ = try? await last.response?.settled(context)
            try await context.clock.sleep(until: end)
          }
          // Another call may have been asked to wait meanwhile.
          if let late = try await state.refusalAfterPause(context) {
            refusal = late
          } else if try sending.choose(needsOther: isFree && policy.attempts == 1, isCounted: !last.end.isUnsent) {
            refusal = nil
          } else {
            refusal = state.pool?.count == 1 ? .circuitOpen : .noOtherEndpoint
          }
        } catch {
          // Cancelled: the attempt that was paid for is not sent.
          if !isFree { state.giveBack() }
          throw error
        }
        if let refusal {
          if !isFree { state.giveBack() }
          return try last.refused(refusal, context)
        }
        last = try await sending.send(because: .retry, leaving: last.response)
        call.note(last)
      }
    }
  }
}

/// A call that may be retried: behind a reference, since a frame that waits holds whatever it names.
final class RetriedCall {
  private(set) var sending: Sending
  let policy: RetryPolicy
  let hasKey: Bool
  private let timesAnswers: Bool
  /// The outcome of the first attempt, once it has one.
  private(set) var first: AttemptResult?

  init(_ sending: Sending, _ policy: RetryPolicy, hasKey: Bool, timesAnswers: Bool = false) {
    self.sending = sending
    self.policy = policy
    self.hasKey = hasKey
    self.timesAnswers = timesAnswers
    if policy.attempts > 1 { self.sending.keepBody(upTo: policy.replayBytes) }
  }

  /// Chooses where the first attempt goes, and returns its request.
  @inline(never)
  func chooseFirst() throws -> ResolvedRequest {
    guard try sending.choose(needsOther: false) else {
      throw sending.state.circuitOpen(sending.context, sending.request)
    }
    return sending.request
  }

  /// Whether another attempt follows the first, which got a response.
  @inline(never)
  func wantsAnother(after response: TransportResponse) -> Bool {
    wantsAnother(after: sending.result(of: response))
  }

  /// Passes on the error of the first attempt, unless another attempt follows.
  @inline(never)
  func passOn(_ error: any Error) throws {
    guard let result = sending.result(of: error), wantsAnother(after: result) else { throw error }
  }

  private func wantsAnother(after result: AttemptResult) -> Bool {
    note(result)
    first = result
    if policy.wantsAnother(after: result.end, hasKey: hasKey) { return true }
    if policy.attempts > 1 { result.noteUnlisted(sending.context) }
    return false
  }

  /// Counts a success.
  func note(_ result: AttemptResult) {
    guard result.end.isSuccess else { return }
    sending.state.noteSuccess()
    if timesAnswers { sending.state.noteAnswer(after: result.duration) }
  }
}
