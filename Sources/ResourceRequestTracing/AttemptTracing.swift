// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Tracing

  /// A span for each attempt, of the kind CLIENT, by the semantic conventions of OpenTelemetry for HTTP clients.
  ///
  /// Events begin and end the spans, since they alone tell of everything that ends an attempt; the middleware puts the
  /// trace on the request. Events of attempts come in the task of the call, so that its tracer and context are at hand.
  final class AttemptTracing: EventObserver, Middleware {
    private struct Key: Hashable, Sendable {
      let call: UInt64
      /// 0 for the call itself.
      let attempt: Int
    }

    private struct Begun: Sendable {
      let tracer: any Tracer
      let span: any Span
    }

    private let options: TracingOptions
    /// The spans that have begun and not ended.
    private let spans = Lock<[Key: Begun]>([:])

    init(_ options: TracingOptions) {
      self.options = options
    }

    var interest: EventInterest {
      // Asked first, since looking for a tracer casts the instrument, several times.
      if type(of: InstrumentationSystem.instrument) == NoOpInstrument.self { return .none }
      return type(of: InstrumentationSystem.tracer) == NoOpTracer.self ? .none : .all
    }

    func observe(_ event: RequestEvent) {
      switch event.kind {
      case .resolved where options.tracesCalls && event.servedCall == nil: beginCall(event)
      case .attemptStarted: beginAttempt(event)
      case .attemptAnswered, .attemptFailed, .attemptCancelled: endAttempt(event)
      case .finished, .failed, .cancelled: endCall(event)
      default: break
      }
    }

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      let key = Key(call: context.id, attempt: context.attempt)
      guard let begun = spans.withLock({ $0[key] }) else { return try await next(request, context: context) }
      var request = request
      TraceFields.put(
        begun.span.context,
        of: begun.tracer,
        on: &request,
        elsewhere: options.propagatesToAbsoluteURLs ? .trace : []
      )
      return try await next(request, context: context)
    }

    private func beginCall(_ event: RequestEvent) {
      let tracer = InstrumentationSystem.tracer
      let service = event.request?.service
      let span = tracer.startSpan(service.map { "resource " + $0 } ?? "resource", ofKind: .internal)
      span.updateAttributes { $0.describe(event) }
      spans.withLock { $0[Key(call: event.id, attempt: 0)] = Begun(tracer: tracer, span: span) }
    }

    private func beginAttempt(_ event: RequestEvent) {
      let tracer = InstrumentationSystem.tracer
      let around = spans.withLock { spans in
        spans[Key(call: event.id, attempt: 0)] ?? event.servedCall.flatMap { spans[Key(call: $0, attempt: 0)] }
      }
      let parent = around?.span.context ?? ServiceContext.current ?? .topLevel
      let span = tracer.startSpan(event.request?.spanName ?? "HTTP", context: parent, ofKind: .client)
      span.updateAttributes { attributes in
        attributes.describe(event)
        event.request.map { attributes.describe($0) }
        if event.attempt > 1 { attributes["http.request.resend_count"] = event.attempt - 1 }
        attributes["resource.attempt.reason"] = event.reason?.name
        attributes["resource.endpoint"] = event.endpoint
      }
      spans.withLock { $0[Key(call: event.id, attempt: event.attempt)] = Begun(tracer: tracer, span: span) }
    }

    private func endAttempt(_ event: RequestEvent) {
      guard let span = close(event.id, event.attempt) else { return }
      span.updateAttributes { attributes in
        if let status = event.status { attributes["http.response.status_code"] = status.code }
        if let metrics = event.metrics { attributes.describe(metrics) }
      }
      span.end(as: event, isError: event.status.map { $0.code >= 400 } ?? (event.kind == .attemptFailed))
    }

    private func endCall(_ event: RequestEvent) {
      guard let span = close(event.id, 0) else { return }
      if let status = event.status { span.updateAttributes { $0["http.response.status_code"] = status.code } }
      // A status is an answer to the call, and an error to its attempt only.
      span.end(as: event, isError: event.kind == .failed)
    }

    private func close(_ call: UInt64, _ attempt: Int) -> (any Span)? {
      spans.withLock { $0.removeValue(forKey: Key(call: call, attempt: attempt)) }?.span
    }
  }

  extension Span {
    /// Ends a span, with what went wrong where something did; a caller who cancels has done nothing wrong.
    fileprivate func end(as event: RequestEvent, isError: Bool) {
      if isError {
        let type = event.status.map { String($0.code) } ?? event.code?.rawValue ?? "_OTHER"
        updateAttributes { $0["error.type"] = type }
        setStatus(SpanStatus(code: .error))
      }
      end()
    }
  }
#endif
