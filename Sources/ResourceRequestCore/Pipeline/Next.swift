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
    guard position < pipeline.attemptStation else {
      return try await position == pipeline.attemptStation ? attempt(request, context) : inner(request, context)
    }
    let next = Next(pipeline, position: position + 1)
    return try await pipeline.middleware[position].send(request, context: context, next: next)
  }

  /// Within an attempt.
  ///
  /// Never inlined: what the transport needs would be in the frames of all middleware too.
  @inline(never)
  private func inner(_ request: ResolvedRequest, _ context: CallContext) async throws -> TransportResponse {
    try await goOut(request, context)
  }

  /// One attempt.
  ///
  /// Never inlined: its context would be in the frames of the middleware within and outside of attempts too.
  @inline(never)
  private func attempt(_ request: ResolvedRequest, _ context: CallContext) async throws -> TransportResponse {
    let context = try context.beginning(request, pipeline.ledger)
    do {
      let response = try await goOut(request, context)
      context.answered(request, response, pipeline.ledger)
      return response
    } catch {
      throw context.broke(error, request, pipeline.ledger)
    }
  }

  /// The rest of an attempt: its middleware, then the transport.
  @inline(__always)
  private func goOut(_ request: ResolvedRequest, _ context: CallContext) async throws -> TransportResponse {
    let position = pipeline.busyPosition(from: position)
    guard position < pipeline.middleware.count else {
      try check(request)
      context.noteSent()
      let response: TransportResponse
      do { response = try await pipeline.transport.send(request, context: context) } catch {
        context.call.noteSending(endedBy: error, context.cancelled)
        throw error
      }
      // Here too, since a middleware of the attempt may still throw, and the response is then among no attempts.
      context.call.noteAnswer()
      return response.status.code < 400 ? response : response.remembering(request)
    }
    let next = Next(pipeline, position: position + 1)
    return try await pipeline.middleware[position].send(request, context: context, next: next)
  }

  /// Checks a request as it goes out.
  ///
  /// Separate, as all that does not wait: what it needs would add to the frame of every call that waits.
  @inline(never)
  private func check(_ request: ResolvedRequest) throws {
    // The request's own fields were validated during routing. Those of services, credentials and middleware were added
    // since, and a line end in one of them would inject another request.
    if let reason = pipeline.refusal(of: request.headers) {
      throw TransportFailure(code: .invalidHeader, message: reason, phase: .queued)
    }
    // Checked last, since middleware can change the destination.
    if let refusal = request.addressRefusal { throw refusal }
    request.sentCredentials?.send(request.headers, request.url)
  }

  /// Sends a request again: the only way in which a call makes another attempt.
  ///
  /// Checks that the body is replayable, ends the previous response, and records the reason. Never inlined, since its
  /// locals would add kilobytes to the frame of every waiting call.
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
  @inline(never)
  public func again(
    _ request: ResolvedRequest,
    context: CallContext,
    because reason: AttemptReason,
    leaving answer: TransportResponse? = nil
  ) async throws -> TransportResponse {
    try await request.checkReplayable(because: reason, leaving: answer, context)
    if let answer {
      let left = await answer.left(context)
      if answer.body.stream != nil, !context.isRaced, left.metrics.total > .zero {
        context.call.noteMetrics(left.metrics)
      }
    }
    var context = context
    context.goOn(because: reason)
    return try await self(request, context: context)
  }
}

extension CallContext {
  /// Notes that a request goes to the transport; one that knows better tells when it is sent.
  ///
  /// Separate, since the instant would add to the frame of every call that waits.
  @inline(never)
  fileprivate func noteSent() { cancelled?.noteSent(at: clock.now) }

  /// The context of the attempt that begins now.
  @inline(never)
  fileprivate func beginning(_ request: ResolvedRequest, _ ledger: AttemptLedger?) throws -> CallContext {
    request.sentCredentials?.begin(request.headers, request.url)
    var context = self
    context.begin(try call.begin(reason))
    if isRaced { call.race(EndedAttempt(outrun: context, request)) }
    context.emit(.attemptStarted) { event in
      event.reason = reason
      event.endpoint = request.endpointName
    }
    context.isCounted = ledger?.begin(context.attempt > 1 ? context.reason : nil) ?? false
    context.attemptStart = Moment(clock.now)
    return context
  }

  /// Notes an attempt with a response.
  @inline(never)
  fileprivate func answered(
    _ request: ResolvedRequest,
    _ response: TransportResponse,
    _ ledger: AttemptLedger?
  ) {
    let ended = EndedAttempt(self, request, .receiving, since: attemptStart, .answered(response.status), response)
    let isOutrun = isRaced && !call.leaveRace(attempt)
    if !isOutrun { call.note(ended, mayHaveExecuted: true) }
    emit(isOutrun ? .attemptCancelled : .attemptAnswered) { event in
      event.status = response.status
      event.endpoint = request.endpointName
      event.metrics = response.metrics
      event.duration = attemptStart.duration(to: event.moment)
    }
    let outcome = isOutrun ? .cancellation : AttemptLedger.Outcome(response.status)
    ledger?.note(outcome, after: ended.duration, wasCounted: isCounted)
  }

  /// Notes the error that ended an attempt, and returns it for the caller.
  ///
  /// Separate from ``Next/callAsFunction(_:context:)``: each instant of the clock in an async function adds to the frame that
  /// every call allocates, on every path.
  @inline(never)
  fileprivate func broke(
    _ error: any Error,
    _ request: ResolvedRequest,
    _ ledger: AttemptLedger?
  ) -> any Error {
    let duration = attemptStart.duration(to: clock.now)
    if let failure = error as? TransportFailure {
      if isRaced, !call.isRacing(attempt) {
        ledger?.note(.cancellation, after: duration, wasCounted: isCounted)
      } else {
        ledger?.note(failure.code, after: duration, wasCounted: isCounted)
      }
      return noted(failure, of: request, since: attemptStart)
    }
    // The caller cancelled, or a middleware threw an error of its own.
    if error is CancellationError {
      ledger?.note(.cancellation, after: duration, wasCounted: isCounted)
    } else {
      ledger?.note((error as? ResourceError)?.code ?? .transportFailure, after: duration, wasCounted: isCounted)
    }
    gaveUp(error, request)
    return error
  }

  /// Reports an attempt that neither got a response nor failed on the wire: it was cancelled, or a middleware threw.
  private func gaveUp(_ error: any Error, _ request: ResolvedRequest) {
    let isCancelled = error is CancellationError
    if isRaced { call.leaveRace(attempt) }
    emit(isCancelled ? .attemptCancelled : .attemptFailed) { event in
      if !isCancelled { event.code = (error as? ResourceError)?.code ?? .transportFailure }
      event.endpoint = request.endpointName
      event.duration = attemptStart.duration(to: event.moment)
    }
  }

  /// Notes a failed attempt, unless it was noted where it failed.
  @inline(never)
  func noted(_ failure: TransportFailure, of request: ResolvedRequest, since start: Moment) -> TransportFailure {
    guard !failure.isNoted else { return failure }
    let ended = EndedAttempt(self, request, failure.phase, since: start, .failed(failure.code), nil)
    let isOutrun = isRaced && !call.leaveRace(attempt)
    if !isOutrun { call.note(ended, mayHaveExecuted: failure.mayHaveExecuted) }
    if attempt > 0 {
      emit(isOutrun ? .attemptCancelled : .attemptFailed) { event in
        event.code = failure.code
        event.endpoint = request.endpointName
        event.duration = start.duration(to: event.moment)
      }
    }
    var failure = failure
    failure.isNoted = true
    if attempt > 0 { failure.attemptTime = failure.attemptTime ?? ended.duration }
    return failure
  }
}

extension TransportResponse {
  /// The response, with the secrets of its request where it describes a problem in words.
  @inline(never)
  func remembering(_ request: ResolvedRequest) -> TransportResponse {
    guard headers.values(for: "Content-Type").contains(where: { $0.lowercasedASCII().contains(bytes: "problem+json") })
    else { return self }
    var response = self
    response.sentSecrets = sentSecrets.merging(SentSecrets(request.headers, request.url))
    return response
  }
}

extension ResolvedRequest {
  /// The endpoint's name in logs; `nil` if the URL determines the connection.
  package var endpointName: String? { endpoint?.label }
}

extension Endpoint {
  /// Its name in logs.
  var label: String { name ?? "\(self)" }
}
