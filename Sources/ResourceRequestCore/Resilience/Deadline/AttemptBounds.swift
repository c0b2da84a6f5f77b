// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Ends an attempt that takes too long, and tells the service how long there is and which attempt it is.
struct AttemptBounds: Middleware {
  let timeout: Duration?
  let deadline: DeadlinePolicy?
  let attemptHeader: String?

  init(_ plan: ResiliencePlan) {
    timeout = plan.attemptTimeout
    deadline = plan.deadline
    attemptHeader = plan.attemptHeader
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var (request, attempt) = (request, context)
    let now = context.clock.now
    var isShorter = false
    if let timeout = request.overrides?.attemptTimeout ?? timeout {
      let end = now.advanced(clamping: timeout)
      isShorter = context.deadline.map { end < $0 } ?? true
      if isShorter { attempt.deadline = end }
    }
    // Redirects and logins are no reason for anybody to retry less.
    if let attemptHeader {
      let number = max(context.tries, UpstreamAttempt.current?.number ?? 1)
      if number > 1 { request.headers[attemptHeader] = String(number) }
    }
    if let deadline, let remaining = attempt.remaining {
      let left = remaining - min(deadline.reserve, .seconds(1 << 32))
      guard left > .zero else { throw AttemptBounds.tooLate(remaining) }
      request.headers[deadline.header] = DeadlineText.write(left, as: deadline.format)
    }
    do {
      // The reader of a stream may take its time: the attempt is over with the head.
      if isShorter, request.options.streamWindow != nil {
        return try await head(of: request, attempt, context, next)
      }
      return try await next(request, context: attempt)
    } catch let failure as TransportFailure where isShorter && failure.code == .deadlineExceeded {
      throw AttemptBounds.timedOut(failure, after: now.duration(to: context.clock.now))
    }
  }

  /// The head of a response, or a failure at the end of the attempt's time.
  private func head(
    of request: ResolvedRequest,
    _ attempt: CallContext,
    _ context: CallContext,
    _ next: Next
  ) async throws -> TransportResponse {
    try await withThrowingTaskGroup(of: TransportResponse?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await next(request, context: context) }
      let end = attempt.deadline ?? context.clock.now
      group.addTask {
        try await context.clock.sleep(until: end)
        return nil
      }
      if let response = try await group.next() ?? nil { return response }
      throw TransportFailure(code: .deadlineExceeded, message: "no head of an answer", phase: .sent)
    }
  }

  private static func timedOut(_ failure: TransportFailure, after time: Duration) -> TransportFailure {
    var failure = failure
    failure.code = .attemptTimeout
    failure.message = "the attempt was not over within its timeout, after \(time.wholeMilliseconds) ms"
    return failure
  }

  private static func tooLate(_ remaining: Duration) -> TransportFailure {
    TransportFailure(
      code: .deadlineExceeded,
      message: "not sent, since the \(remaining.wholeMilliseconds) ms that are left are not enough for an answer",
      phase: .queued
    )
  }
}
