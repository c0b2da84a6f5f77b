// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The sequential attempts of one hop: where they went, and how they are sent.
struct Sending {
  let state: ResilienceState
  var request: ResolvedRequest
  var context: CallContext
  let next: Next
  /// Whether a tried endpoint is as good as another.
  var forgetsTried = false
  /// The endpoints of the attempts before the last one, whose is ``choice``: a call of one attempt needs no list.
  private var tried: [Int] = []
  private var choice: EndpointChoice?
  /// When it was chosen, and the attempt began.
  private var start: Moment?
  /// How many attempts of the call had begun then.
  private var attemptsBefore = 0
  /// The number of the policies' next attempt.
  private var number = 0

  init(state: ResilienceState, request: ResolvedRequest, context: CallContext, next: Next) {
    self.state = state
    self.request = request
    self.context = context
    self.next = next
  }

  /// Whether there is an untried endpoint that may be used.
  var hasOther: Bool {
    state.pool?.hasOther(than: tried + (choice.map { [$0.index] } ?? []), at: context.clock.now) ?? false
  }

  /// Keeps the bytes of a body that can be read only once, to make it replayable.
  mutating func keepBody(upTo limit: Int) {
    guard let body = request.body, !body.canBeReplayed else { return }
    request.body = body.kept(upTo: limit)
  }

  /// Chooses an endpoint for the next attempt, which counts unless the one before was never sent; `false` if there is none.
  ///
  /// ``send(because:leaving:)`` must follow, or a sending and a `result(of:)`, which return the endpoint.
  mutating func choose(needsOther: Bool, isCounted: Bool = true) throws -> Bool {
    // Nothing is taken that could not be given back.
    try Task.checkCancellation()
    if isCounted { number += 1 }
    let now = context.clock.now
    start = Moment(now)
    attemptsBefore = context.call.attemptCount
    guard let pool = state.pool else { return true }
    if let choice, !tried.contains(choice.index) { tried.append(choice.index) }
    choice = pool.choose(
      for: &request,
      at: now,
      context.environment.randomBits(),
      tried: forgetsTried ? [] : tried,
      needsOther: needsOther
    )
    return choice != nil
  }

  /// Sends the request, for the first time or again for a reason.
  ///
  /// - Returns: the outcome, except for a cancellation.
  /// - Throws: an error that is neither a response nor a transport failure.
  func send(because reason: AttemptReason? = nil, leaving answer: TransportResponse? = nil) async throws
    -> AttemptResult
  {
    var context = context
    context.tries = number
    do {
      let response =
        if let reason {
          try await next.again(request, context: context, because: reason, leaving: answer)
        } else {
          try await next(request, context: context)
        }
      return result(of: response, reason)
    } catch {
      guard let result = result(of: error, reason) else { throw error }
      return result
    }
  }

  /// The outcome of an attempt with a response.
  @inline(never)
  func result(of response: TransportResponse, _ reason: AttemptReason? = nil) -> AttemptResult {
    result(.answer(response, response.end(at: context)), reason)
  }

  /// The outcome of an attempt that failed; `nil` if it was cancelled, or a middleware threw.
  @inline(never)
  func result(of error: any Error, _ reason: AttemptReason? = nil) -> AttemptResult? {
    guard let failure = error as? TransportFailure else {
      _ = finish(.abandoned)
      return nil
    }
    return result(.failure(failure, AttemptEnd(failure)), reason)
  }

  private func result(_ outcome: AttemptResult.Outcome, _ reason: AttemptReason?) -> AttemptResult {
    AttemptResult(outcome: outcome, reason: reason, duration: finish(outcome.end, after: outcome.time))
  }

  /// Returns the endpoint, and how long the attempt took: as measured where it went out, since a token that it waited
  /// for says nothing about the endpoint.
  private func finish(_ end: AttemptEnd, after time: Duration? = nil) -> Duration {
    let now = context.clock.now
    let whole = start?.duration(to: now) ?? .zero
    let duration = time.map { min($0, whole) } ?? whole
    // Without a token, none begins at the endpoint.
    let isAttempt = context.call.attemptCount > attemptsBefore
    if let pool = state.pool, let choice {
      pool.finish(choice, end, after: duration, at: now, context, isAttempt: isAttempt)
    }
    return duration
  }
}

/// The outcome of an attempt that was not cancelled.
struct AttemptResult: Sendable {
  enum Outcome: Sendable {
    case answer(TransportResponse, AttemptEnd)
    /// Kept apart, since it is large, and most attempts are answered.
    indirect case failure(TransportFailure, AttemptEnd)

    var end: AttemptEnd {
      switch self {
      case .answer(_, let end), .failure(_, let end): end
      }
    }

    /// How long it was under way, where that was measured.
    fileprivate var time: Duration? {
      switch self {
      case .answer(let response, _): response.metrics.underWay
      case .failure(let failure, _): failure.attemptTime
      }
    }
  }

  let outcome: Outcome
  /// The reason for the attempt; `nil` for the first.
  let reason: AttemptReason?
  let duration: Duration

  var end: AttemptEnd { outcome.end }

  var response: TransportResponse? {
    if case .answer(let response, _) = outcome { response } else { nil }
  }

  func get() throws -> TransportResponse {
    switch outcome {
    case .answer(let response, _): return response
    case .failure(let failure, _): throw failure
    }
  }

  /// Notes why no other attempt follows this outcome: it is none that retries are for.
  func noteUnlisted(_ context: CallContext) {
    if !end.isSuccess { context.call.noteRefusal("\(RetryRefusal.notRetryable)") }
  }

  /// Ends the call, with the reason why there is no other attempt.
  func refused(_ refusal: RetryRefusal, _ context: CallContext) throws -> TransportResponse {
    context.call.noteRefusal("\(refusal)")
    context.emit(.retryRefused) { event in
      event.status = response?.status
      event.message = "\(refusal)"
    }
    guard case .failure(var failure, _) = outcome else { return try get() }
    failure.message += "; not sent again: \(refusal)"
    throw failure
  }
}

extension TransportResponse {
  /// The outcome of a response.
  fileprivate func end(at context: CallContext) -> AttemptEnd {
    // 409: another request with the same key is in flight, for this long.
    guard status.isServerError || [408, 409, 429].contains(status), let value = headers["Retry-After"] else {
      return .answered(status)
    }
    return .answered(status, retryAfter: RetryAfter.wait(value, now: context.clock.date.wholeSeconds))
  }
}

extension ResilienceState {
  /// Adds an idempotency key if the policy requires one, and returns whether the request has one.
  func addKey(to request: inout ResolvedRequest, _ context: CallContext) -> Bool {
    guard plan.hasKey(request.method, request.overrides) else { return false }
    let (own, policy) = (request.overrides?.idempotencyKey, plan.configured.idempotencyKey ?? IdempotencyKeyPolicy())
    guard request.headers[policy.header] == nil else { return true }
    let key = own ?? context.call.idempotencyKey(context.environment.randomBits)
    // A string of a structured field (RFC 8941 §3.3.3).
    request.headers[policy.header] = policy.isQuoted ? FieldSyntax.quoted(key) : key
    return true
  }

  /// The failure of a call to a single endpoint that is ejected.
  func circuitOpen(_ context: CallContext, _ request: ResolvedRequest) -> TransportFailure {
    let (until, reason) = pool?.rest ?? (nil, nil)
    let left = until.map { context.clock.now.duration(to: $0) }
    let time =
      left.map { "for another \(max(0, $0.wholeMilliseconds)) ms" } ?? "until the probes that are under way go well"
    let cause = reason.map { ", since \($0)" } ?? ""
    let message = "calls to \(request.service ?? request.url.origin.description) end here \(time)\(cause)"
    var failure = TransportFailure(unsent: .circuitOpen, message)
    failure.retryAfter = left
    return failure
  }
}
