// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Tracing
  import ResourceRequestCore
  import Synchronization
  import Tracing

  /// A span for each attempt, of the kind CLIENT, by the semantic conventions of OpenTelemetry for HTTP clients.
  ///
  /// Events begin and end the spans, since they alone tell of everything that ends an attempt; the middleware puts the
  /// trace on the request. Events of attempts come in the task of the call, so that its tracer and context are at hand.
  final class AttemptTracing: EventObserver, FieldMiddleware, IdlingMiddleware {
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
    /// How many there are; changed with them, and read without the lock by every attempt.
    private let spanCount = Atomic(0)

    init(_ options: TracingOptions) {
      self.options = options
    }

    var interest: EventInterest {
      // Not by looking for a tracer, which casts the instrument several times; one that is no tracer makes no spans.
      let instrument = type(of: InstrumentationSystem.instrument)
      return instrument == NoOpInstrument.self || instrument == NoOpTracer.self ? .none : .all
    }

    /// Without a span there is no trace to put on a request.
    var isIdle: Bool { spanCount.load(ordering: .relaxed) == 0 }

    /// The tracer of the task, else the process's.
    private var tracer: any Tracer {
      // Most instruments are tracers themselves; the system's own search takes three casts.
      InstrumentationSystem.instrument as? any Tracer ?? InstrumentationSystem.tracer
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
      let tracer = tracer
      let service = event.request?.service
      let span = tracer.startSpan(service.map { "resource " + $0 } ?? "resource", ofKind: .internal)
      span.add(RequestAttributes(event))
      keep(Begun(tracer: tracer, span: span), event.id, 0)
    }

    private func beginAttempt(_ event: RequestEvent) {
      let tracer = tracer
      let around = spans.withLock { spans in
        spans[Key(call: event.id, attempt: 0)] ?? event.servedCall.flatMap { spans[Key(call: $0, attempt: 0)] }
      }
      let parent = around?.span.context ?? ServiceContext.current ?? .topLevel
      let span = tracer.startSpan(event.request?.spanName ?? "HTTP", context: parent, ofKind: .client)
      span.add(RequestAttributes(attempt: event))
      keep(Begun(tracer: tracer, span: span), event.id, event.attempt)
    }

    private func endAttempt(_ event: RequestEvent) {
      guard let span = close(event.id, event.attempt) else { return }
      span.updateAttributes { attributes in
        if let status = event.status { attributes["http.response.status_code"] = status.code }
        if let metrics = event.metrics { attributes.describe(metrics) }
      }
      span.end(as: event, isError: event.kind == .attemptFailed || event.isUnsuccessfulAnswer)
    }

    private func endCall(_ event: RequestEvent) {
      guard let span = close(event.id, 0) else { return }
      if let status = event.status { span.updateAttributes { $0["http.response.status_code"] = status.code } }
      // A status is an answer to the call, and an error to its attempt only.
      span.end(as: event, isError: event.kind == .failed)
    }

    private func keep(_ begun: Begun, _ call: UInt64, _ attempt: Int) {
      spans.withLock { spans in
        spans[Key(call: call, attempt: attempt)] = begun
        spanCount.store(spans.count, ordering: .relaxed)
      }
    }

    private func close(_ call: UInt64, _ attempt: Int) -> (any Span)? {
      spans.withLock { spans in
        defer { spanCount.store(spans.count, ordering: .relaxed) }
        return spans.removeValue(forKey: Key(call: call, attempt: attempt))
      }?.span
    }
  }

  extension RequestEvent {
    /// Whether an attempt was answered with an error; one that another attempt was faster than was not.
    fileprivate var isUnsuccessfulAnswer: Bool { kind == .attemptAnswered && (status?.code ?? 0) >= 400 }
  }

  extension Span {
    /// Adds attributes to a span that has begun.
    fileprivate func add(_ own: RequestAttributes) {
      updateAttributes { attributes in
        if attributes.isEmpty { attributes = own.attributes } else { attributes.merge(own.attributes) }
      }
    }

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
