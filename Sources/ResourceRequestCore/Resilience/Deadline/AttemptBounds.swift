// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Applies the attempt timeout, and sends the remaining time and the attempt number to the service.
struct AttemptBounds: Middleware {
  let state: ResilienceState

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let attempt = try bounded(request, context)
    do {
      // The reader of a stream may take its time: the attempt is over with the head.
      if attempt.isShorter, request.options.streamWindow != nil {
        return note(try await head(of: attempt, context, next), since: attempt.start, context)
      }
      return note(try await next(attempt.request, context: attempt.context), since: attempt.start, context)
    } catch let failure as TransportFailure where attempt.isShorter && failure.code == .deadlineExceeded {
      throw AttemptBounds.timedOut(failure, after: attempt.start.duration(to: context.moment()))
    }
  }

  /// An attempt within its bounds.
  private struct Bounded {
    var request: ResolvedRequest
    var context: CallContext
    let start: Moment
    /// Whether it has less time than the call.
    var isShorter = false
  }

  /// Apart from ``send(_:context:next:)``, so that no instant of the clock stands in an async frame.
  @inline(never)
  private func bounded(_ request: ResolvedRequest, _ context: CallContext) throws -> Bounded {
    let now = context.clock.now
    var attempt = Bounded(request: request, context: context, start: Moment(now))
    if let timeout = timeout(of: request, context) {
      let end = attempt.start.advanced(clamping: timeout)
      attempt.isShorter = context.end.map { end < $0 } ?? true
      if attempt.isShorter { attempt.context.end = end }
    }
    // Redirects and logins are no reason to retry less.
    if let attemptHeader = state.plan.configured.attemptHeader {
      let number = max(context.tries, UpstreamAttempt.current?.number ?? 1)
      if number > 1 { attempt.request.headers[attemptHeader] = String(number) }
    }
    // The attempt's own time is over with a stream's head.
    if let deadline = state.plan.configured.deadline,
      let end = request.options.streamWindow == nil ? attempt.context.end : context.end
    {
      let remaining = max(.zero, attempt.start.duration(to: end))
      let left = remaining.clamped - min(deadline.reserve.clamped, .seconds(1 << 32))
      // Less is written as none at all.
      guard left >= .milliseconds(1) else { throw AttemptBounds.tooLate(remaining) }
      // An attempt that most likely ends without a response would be wasted.
      let needed = state.neededTime(at: now)
      guard left >= needed else { throw AttemptBounds.tooLate(remaining, needed) }
      attempt.request.headers[deadline.header] = DeadlineText.write(left, as: deadline.format)
    }
    return attempt
  }

  private func timeout(of request: ResolvedRequest, _ context: CallContext) -> Duration? {
    let own = request.overrides
    guard own?.attemptTimeout == nil, state.plan.sharesTotal else {
      return own?.attemptTimeout ?? state.plan.attemptTimeout
    }
    // A stream has no end, but its head has the time of a response in memory, unless a long body goes before it.
    let isOpen = request.options.streamWindow != nil && (request.body == nil || request.body?.bytes != nil)
    return state.plan.attemptTimeout(
      of: own,
      isRepeated: state.plan.retriesTimeouts(of: request.method, own)
        && request.body?.mayBeReplayed != false && UpstreamAttempt.current?.forbidsRetries != true,
      total: context.end.map { context.call.start.duration(to: $0) } ?? (isOpen ? state.plan.total : nil)
    )
  }

  @inline(never)
  private func note(_ response: TransportResponse, since start: Moment, _ context: CallContext) -> TransportResponse {
    if let need = state.need, AttemptEnd.answered(response.status).isSuccess {
      let now = context.clock.now
      need.withLock { $0.note(start.duration(to: now), at: now) }
    }
    return response
  }

  /// The head of a response, or a failure at the attempt's timeout.
  private func head(of attempt: Bounded, _ context: CallContext, _ next: Next) async throws -> TransportResponse {
    var context = context
    let cancelled = context.cancelled ?? CancelledPhase()
    cancelled.begin()
    context.cancelled = cancelled
    return try await withThrowingTaskGroup(of: TransportResponse?.self) { [context] group in
      defer { group.cancelAll() }
      group.addTask { try await next(attempt.request, context: context) }
      let end = attempt.context.deadline ?? context.clock.now
      group.addTask {
        try await context.clock.sleep(until: end)
        return nil
      }
      if let response = try await group.next() ?? nil { return response }
      group.cancelAll()
      // One that waited for a place of this client's is no failure of the server.
      _ = try? await group.next()
      var failure = TransportFailure(code: .deadlineExceeded, message: "no response head", phase: cancelled.phase)
      failure.attemptTime = cancelled.time(at: context.clock.now)
      throw failure
    }
  }

  private static func timedOut(_ failure: TransportFailure, after time: Duration) -> TransportFailure {
    var failure = failure
    failure.code = .attemptTimeout
    failure.message = "the attempt timed out after \(time.wholeMilliseconds) ms"
    return failure
  }

  private static func tooLate(_ remaining: Duration, _ needed: Duration? = nil) -> TransportFailure {
    let usual = needed.map { ", which usually takes \($0.wholeMilliseconds) ms" } ?? ""
    let message = "not sent, since the \(remaining.wholeMilliseconds) ms that are left are not enough for a response"
    return TransportFailure(unsent: .deadlineExceeded, message + usual)
  }
}

/// Learns how long successful attempts take, to decide whether the time left is enough for one.
///
/// Pure; its owner guards it.
struct AttemptNeed: Sendable {
  /// Observations older than this refuse nothing: if everything were refused, nothing new would be learned.
  static let memory: Duration = .seconds(10)

  let share: Double
  private var responses = LatencyHistogram()
  private var notedAt: ContinuousClock.Instant?

  /// - Parameter share: the quantile, from 0 to 1.
  init(share: Double) { self.share = share }

  /// Records a successful attempt.
  mutating func note(_ duration: Duration, at now: ContinuousClock.Instant) {
    responses.note(duration)
    notedAt = now
  }

  /// The time that an attempt needs; `nil` while it is unknown.
  func time(at now: ContinuousClock.Instant) -> Duration? {
    guard let notedAt, notedAt.duration(to: now) < AttemptNeed.memory else { return nil }
    return responses.quantile(share)
  }
}
