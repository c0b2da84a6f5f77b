// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rest of a pipeline, as a middleware sees it.
public struct Next: Sendable {
  private let pipeline: Pipeline
  private let position: Int

  init(_ pipeline: Pipeline, position: Int) {
    self.pipeline = pipeline
    self.position = position
  }

  /// Passes a request on.
  ///
  /// - Throws: What the rest of the pipeline throws; ``TransportFailure`` with the code `invalidHeader` where a field was
  ///   added that must not go out, with `addressRefused` where the request must not go, and with `tooManySendings` where
  ///   the call was sent too often.
  public func callAsFunction(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    guard position < pipeline.middleware.count else {
      // The request's own fields were checked when it was routed. Those of services, credentials and middleware came on
      // since, and a line end in one of them would begin another request.
      if let reason = pipeline.refusal(of: request.headers) {
        throw TransportFailure(code: .invalidHeader, message: reason, phase: .queued)
      }
      // Here, where no middleware can lead elsewhere any more.
      if let refusal = request.addressRefusal { throw refusal }
      try context.log.noteSending()
      let start = context.clock.now
      do { return try await pipeline.transport.send(request, context: context) } catch let failure as TransportFailure {
        throw context.noted(failure, of: request, since: start)
      }
    }
    let next = Next(pipeline, position: position + 1)
    return try await pipeline.middleware[position].send(request, context: context, next: next)
  }
}

extension CallContext {
  /// Notes an attempt that failed, unless it was noted where it failed.
  @inline(never)
  func noted(
    _ failure: TransportFailure,
    of request: ResolvedRequest,
    since start: ContinuousClock.Instant
  ) -> TransportFailure {
    guard !failure.isNoted else { return failure }
    log.append(
      Attempt(
        origin: request.url.origin,
        phase: failure.phase,
        duration: start.duration(to: clock.now),
        reason: failure.code
      ),
      mayHaveExecuted: failure.mayHaveExecuted
    )
    var failure = failure
    failure.isNoted = true
    return failure
  }
}
