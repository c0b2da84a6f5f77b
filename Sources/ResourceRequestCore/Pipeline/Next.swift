// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rest of a pipeline, from a middleware's position.
public struct Next: Sendable {
  private let pipeline: Pipeline
  private let position: Int

  init(_ pipeline: Pipeline, position: Int) {
    self.pipeline = pipeline
    self.position = position
  }

  /// Passes a request on.
  ///
  /// - Throws: ``TransportFailure``, with the code `invalidHeader` if an added header field is invalid,
  ///   `addressRefused` if the address policy refuses the destination, or `tooManySendings` at the limit of attempts;
  ///   or `CancellationError`.
  public func callAsFunction(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    // One function for what stands in an attempt and what stands outside: a frame of its own would be one more of each call.
    guard position >= pipeline.attemptStation else {
      let next = Next(pipeline, position: position + 1)
      return try await pipeline.middleware[position].send(request, context: context, next: next)
    }
    guard position == pipeline.attemptStation else { return try await goOut(request, context) }
    let (context, start) = try context.beginning(request)
    let isCounted = pipeline.ledger?.begin(context.attempt > 1 ? context.reason : nil) ?? false
    do {
      let response = try await goOut(request, context)
      let duration = context.answered(request, response, since: start)
      pipeline.ledger?.note(AttemptLedger.Outcome(response.status), after: duration, wasCounted: isCounted)
      return response
    } catch let failure as TransportFailure {
      pipeline.ledger?.note(failure.code, after: start.duration(to: context.clock.now), wasCounted: isCounted)
      throw context.noted(failure, of: request, since: start)
    } catch {
      // Nobody waits any more, or a middleware threw what is its own.
      let outcome = error is CancellationError ? AttemptLedger.Outcome.cancellation : .failure
      pipeline.ledger?.note(outcome, after: start.duration(to: context.clock.now), wasCounted: isCounted)
      context.gaveUp(error, request, since: start)
      throw error
    }
  }

  /// What is left of an attempt: its own middleware, then the transport.
  @inline(__always)
  private func goOut(_ request: ResolvedRequest, _ context: CallContext) async throws -> TransportResponse {
    guard position < pipeline.middleware.count else {
      // The request's own fields were checked when it was routed. Those of services, credentials and middleware came on
      // since, and a line end in one of them would begin another request.
      if let reason = pipeline.refusal(of: request.headers) {
        throw TransportFailure(code: .invalidHeader, message: reason, phase: .queued)
      }
      // Here, where no middleware can lead elsewhere any more.
      if let refusal = request.addressRefusal { throw refusal }
      return try await pipeline.transport.send(request, context: context)
    }
    let next = Next(pipeline, position: position + 1)
    return try await pipeline.middleware[position].send(request, context: context, next: next)
  }

  /// Sends a request again: the only way in which a call makes another attempt.
  ///
  /// Checks that the body is replayable, ends the previous response, and records the reason.
  ///
  /// - Parameters:
  ///   - request: the request to send.
  ///   - context: the context of the call.
  ///   - reason: why it is sent again; recorded in ``Attempt/reason`` and in the attempt's events.
  ///   - answer: the response that is discarded; if little of it is left, the rest is read, so that its connection is
  ///     kept.
  /// - Returns: the response.
  /// - Throws: like passing on; ``TransportFailure`` with the code `bodyNotReplayable` if the body can be read only
  ///   once.
  public func again(
    _ request: ResolvedRequest,
    context: CallContext,
    because reason: AttemptReason,
    leaving answer: TransportResponse? = nil
  ) async throws -> TransportResponse {
    guard request.body?.isReplayable ?? true else {
      throw TransportFailure(bodyOf: request, cannotGoOutAgainBecause: reason, answer)
    }
    if let answer { await answer.left(context) }
    var context = context
    context.reason = reason
    return try await self(request, context: context)
  }
}

extension CallContext {
  /// The context of the attempt that begins now.
  @inline(never)
  fileprivate func beginning(_ request: ResolvedRequest) throws -> (CallContext, Moment) {
    var context = self
    context.attempt = try call.begin(reason)
    context.emit(.attemptStarted) { event in
      event.reason = reason
      event.endpoint = request.endpointName
    }
    return (context, Moment(clock.now))
  }

  /// Notes an attempt that was answered, and says how long it took.
  @inline(never)
  fileprivate func answered(
    _ request: ResolvedRequest,
    _ response: TransportResponse,
    since start: Moment
  ) -> Duration {
    let ended = EndedAttempt(self, request, .receiving, since: start, .answered(response.status), response)
    call.note(ended, mayHaveExecuted: false)
    emit(.attemptAnswered) { event in
      event.status = response.status
      event.endpoint = request.endpointName
      event.metrics = response.metrics
      event.duration = start.duration(to: event.moment)
    }
    return ended.duration
  }

  /// Tells of an attempt that neither was answered nor failed on the wire: it was cancelled, or a middleware's error ended it.
  @inline(never)
  fileprivate func gaveUp(_ error: any Error, _ request: ResolvedRequest, since start: Moment) {
    let isCancelled = error is CancellationError
    emit(isCancelled ? .attemptCancelled : .attemptFailed) { event in
      if !isCancelled { event.code = (error as? ResourceError)?.code ?? .transportFailure }
      event.endpoint = request.endpointName
      event.duration = start.duration(to: event.moment)
    }
  }

  /// Notes an attempt that failed, unless it was noted where it failed.
  @inline(never)
  func noted(
    _ failure: TransportFailure,
    of request: ResolvedRequest,
    since start: Moment
  ) -> TransportFailure {
    guard !failure.isNoted else { return failure }
    let ended = EndedAttempt(self, request, failure.phase, since: start, .failed(failure.code), nil)
    call.note(ended, mayHaveExecuted: failure.mayHaveExecuted)
    if attempt > 0 {
      emit(.attemptFailed) { event in
        event.code = failure.code
        event.endpoint = request.endpointName
        event.duration = start.duration(to: event.moment)
      }
    }
    var failure = failure
    failure.isNoted = true
    return failure
  }
}

extension ResolvedRequest {
  /// What the endpoint is called in logs; `nil` where the URL says where to connect.
  var endpointName: String? { endpoint.map { $0.name ?? "\($0)" } }
}
