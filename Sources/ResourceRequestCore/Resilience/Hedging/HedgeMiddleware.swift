// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes a second attempt where the first is slow, and takes the response that comes first.
struct HedgeMiddleware: Middleware {
  let state: ResilienceState

  private enum Happening: Sendable {
    case ended(AttemptResult)
    case late
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var request = request
    let hasKey = state.addKey(to: &request, context)
    let first = Sending(state: state, request: request, context: context, next: next)
    let mayRepeat = request.method.isIdempotent || hasKey
    guard let policy = request.overrides?.hedge ?? state.plan.hedge, mayRepeat, request.body?.isReplayable ?? true
    else {
      return try await alone(first)
    }
    guard let delay = state.beginHedging() else { return try await alone(first) }
    return try await race(first, policy, delay)
  }

  private func alone(_ sending: Sending) async throws -> TransportResponse {
    var sending = sending
    guard try sending.choose(needsOther: false) else {
      throw state.circuitOpen(sending.context, sending.request)
    }
    let start = sending.context.clock.now
    let result = try await sending.send()
    note(result, since: start, sending.context)
    return try result.get()
  }

  private func note(_ result: AttemptResult, since start: ContinuousClock.Instant, _ context: CallContext) {
    guard result.end?.isSuccess == true else { return }
    state.noteSuccess()
    state.noteAnswer(after: start.duration(to: context.clock.now))
  }

  private func race(_ first: Sending, _ policy: HedgePolicy, _ delay: Duration) async throws -> TransportResponse {
    var sending = first
    let (state, context) = (state, first.context)
    guard try sending.choose(needsOther: false) else { throw state.circuitOpen(context, first.request) }
    let start = context.clock.now
    return try await withThrowingTaskGroup(of: Happening.self) { group in
      let one = sending
      group.addTask { .ended(try await one.send()) }
      group.addTask {
        try await context.clock.sleep(until: start.advanced(clamping: delay))
        return .late
      }
      defer { group.cancelAll() }
      var (underWay, made) = (1, 1)
      var failed: AttemptResult?
      while let happening = try await group.next() {
        switch happening {
        case .ended(let result):
          underWay -= 1
          if !result.isWorthHedging {
            // The first attempt that lost took at least as long.
            note(result, since: start, context)
            return try result.get()
          }
          failed = result
        case .late: break
        }
        let mayHedge = made < policy.attempts && (context.remaining ?? .longest) > .zero
        if mayHedge, state.spendHedge(at: context.clock.now), try sending.choose(needsOther: false) {
          made += 1
          underWay += 1
          let another = sending
          group.addTask { .ended(try await another.send(because: .hedge)) }
          if made < policy.attempts {
            let now = context.clock.now
            group.addTask {
              try await context.clock.sleep(until: now.advanced(clamping: delay))
              return .late
            }
          }
        }
        if underWay == 0, let failed { return try failed.get() }
      }
      throw CancellationError()
    }
  }
}

extension AttemptResult {
  /// Whether another attempt may have a better end.
  fileprivate var isWorthHedging: Bool {
    guard let condition = end?.condition else { return false }
    return RetryCondition.standard.contains(condition)
  }
}
