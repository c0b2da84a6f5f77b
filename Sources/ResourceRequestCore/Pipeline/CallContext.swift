// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The context of a call, which travels beside its request: call id, hop, attempt, deadline, clock and observers.
public struct CallContext: Sendable {
  package let call: Call
  /// The deadline of the call; `nil` for none.
  public var deadline: ContinuousClock.Instant? {
    get { end?.instant }
    set { end = newValue.map { Moment($0) } }
  }
  /// The same, as it is kept.
  package var end: Moment?
  /// The hop of the call: 1 for the original request, one more for each redirect followed.
  public internal(set) var hop = 1
  /// The attempt of the call, from 1; 0 in a middleware that runs once a hop.
  public internal(set) var attempt = 0
  /// The attempt of this hop that retries and hedges make, from 1; redirects and logins are not counted.
  package internal(set) var tries = 1
  /// The reason for the next attempt.
  public internal(set) var reason = AttemptReason.first

  /// Creates a context for a call that starts now.
  public init(environment: RequestEnvironment = RequestEnvironment(), deadline: ContinuousClock.Instant? = nil) {
    self.init(Call(environment), deadline: deadline)
  }

  init(_ call: Call, deadline: ContinuousClock.Instant?) {
    self.call = call
    end = deadline.map { Moment($0) }
  }

  /// A context for a call that serves this one, such as one that fetches its token: within the same time, with a number
  /// and attempts of its own.
  func serving(until end: ContinuousClock.Instant) -> CallContext {
    CallContext(
      Call(environment, serving: call.served ?? id, generation: call.generation),
      deadline: min(end, deadline ?? end)
    )
  }

  /// Tells of an interim response, where anybody listens.
  package func received(_ status: Status, _ headers: @autoclosure () -> Headers, from url: ResourceURL) {
    guard let listener = call.interimListener else { return }
    listener.received(InterimResponse(status: status, headers: headers(), url: url))
  }

  /// The same without a deadline: what others wait for too does not end with this call.
  func servingOthersToo() -> CallContext {
    CallContext(Call(environment, serving: call.served ?? id, generation: call.generation), deadline: nil)
  }

  /// The number of the call, unique within the process; its attempts and redirects share it.
  public var id: UInt64 { call.id }

  /// The call that this one serves, such as by fetching a token; `nil` for a call that the program made.
  public var servedCall: UInt64? { call.served }

  /// Clock, randomness and observers, shared by all calls of a client.
  public var environment: RequestEnvironment { call.environment }

  /// The clock.
  public var clock: any RequestClock { call.environment.clock }

  /// The time left until the deadline; `nil` without a deadline.
  ///
  /// Never negative.
  public var remaining: Duration? {
    deadline.map { max(.zero, clock.now.duration(to: $0)) }
  }

  /// Tells the observers where a request goes; the events of this hop say so from here on.
  @inline(never)
  func resolved(_ request: ResolvedRequest) {
    guard call.isObserved else { return }
    call.summary = request.summary
    emit(.resolved)
  }

  /// Tells the observers that the call has its response.
  func finished(_ status: Status, _ metrics: ExchangeMetrics) {
    emit(.finished) { event in
      event.took(call)
      event.status = status
      event.metrics = metrics
    }
  }

  /// Tells the observers that the call ended without a response.
  @inline(never)
  func ended(by error: any Error) {
    if error is CancellationError { return emit(.cancelled) { $0.took(call) } }
    emit(.failed) { event in
      event.took(call)
      event.code = (error as? ResourceError)?.code ?? (error as? TransportFailure)?.code
    }
  }

  /// Reports an event to the observers.
  ///
  /// Without observers `facts` is not called.
  public func emit(_ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void = { _ in }) {
    guard call.isObserved else { return }
    tell(kind, facts)
  }

  /// Apart from ``emit(_:_:)``, so that an event nobody watches has no room in the frames of those who would tell it.
  @inline(never)
  private func tell(_ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void) {
    var event = RequestEvent(id: id, moment: clock.now, kind: kind)
    event.servedCall = servedCall
    event.hop = hop
    event.attempt = attempt
    event.generation = call.generation
    event.request = call.summary
    facts(&event)
    for observer in environment.observers { observer.observe(event) }
  }
}

extension RequestEvent {
  /// Notes what a call took that has ended.
  fileprivate mutating func took(_ call: Call) {
    duration = call.start.duration(to: moment)
    attempts = call.attemptCount
  }
}
