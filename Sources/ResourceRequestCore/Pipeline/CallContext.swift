// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The context of a call, which travels beside its request: call id, hop, attempt, deadline, clock and observers.
public struct CallContext: Sendable {
  package let call: Call
  /// The deadline of the call; `nil` for none.
  public var deadline: ContinuousClock.Instant? {
    get { end?.instant }
    set { end = newValue.map { Moment($0) } }
  }
  /// The deadline as it is stored: not as an optional, whose tag would be a word of its own.
  package var end: Moment? {
    get { lastMoment == .never ? nil : lastMoment }
    set { lastMoment = newValue ?? .never }
  }
  private var lastMoment: Moment
  /// Hop, attempt, try and flags, in one word: every function that waits has a context in its frame, often two.
  private var counts = SIMD4<UInt16>(1, 0, 1, 0)
  /// When this attempt began; ``Moment/never`` outside of attempts.
  var attemptStart = Moment.never
  /// Why another attempt follows the first, behind a reference, since it takes three words.
  private var again: Shared<AttemptReason>?
  /// Who asks in which phase the sending is cancelled, if anybody does.
  package var cancelled: CancelledPhase?
  /// The hop of the call: 1 for the original request, one more for each redirect followed.
  public var hop: Int { Int(counts.x) }
  /// The attempt of the call, from 1; 0 in a middleware that runs once a hop.
  public var attempt: Int { Int(counts.y) }
  /// The number of this hop's attempt, from 1, counting retries and hedges but not redirects and logins.
  package internal(set) var tries: Int {
    get { Int(counts.z) }
    set { counts.z = UInt16(clamping: newValue) }
  }
  /// Whether other attempts may be in flight beside it, and bring the response first.
  var isRaced: Bool {
    get { counts.w & 1 != 0 }
    set { counts.w = newValue ? counts.w | 1 : counts.w & ~1 }
  }
  /// Whether this attempt is counted as in flight.
  var isCounted: Bool {
    get { counts.w & 2 != 0 }
    set { counts.w = newValue ? counts.w | 2 : counts.w & ~2 }
  }
  /// The reason for the next attempt.
  public var reason: AttemptReason { again?.value ?? .first }

  /// Moves on by redirects.
  mutating func follow(_ redirects: Int = 1) { counts.x = UInt16(clamping: hop + redirects) }

  /// Begins an attempt.
  mutating func begin(_ attempt: Int) { counts.y = UInt16(clamping: attempt) }

  /// Sends again.
  mutating func goOn(because reason: AttemptReason) { again = Shared(reason) }

  /// Creates a context for a call that starts now.
  public init(environment: RequestEnvironment = RequestEnvironment(), deadline: ContinuousClock.Instant? = nil) {
    self.init(Call(environment), deadline: deadline)
  }

  init(_ call: Call, deadline: ContinuousClock.Instant?) {
    self.call = call
    lastMoment = deadline.map { Moment($0) } ?? .never
  }

  /// A context for a call that serves this one, such as by fetching its token: the same deadline, with its own number
  /// and attempts.
  func serving(until end: ContinuousClock.Instant) -> CallContext {
    CallContext(
      Call(environment, serving: call.served ?? id, generation: call.generation),
      deadline: min(end, deadline ?? end)
    )
  }

  /// Reports an interim response to the listener, if any.
  package func received(_ status: Status, _ headers: @autoclosure () -> Headers, from url: ResourceURL) {
    call.interimListener?.received(InterimResponse(status: status, headers: headers(), url: url))
  }

  /// The same context without a deadline: work that other calls wait for does not end with this call.
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

  /// The moment it is now.
  ///
  /// For async functions, in which an instant of the clock is memory asked for by itself.
  @inline(never)
  func moment() -> Moment { Moment(clock.now) }

  /// The time left until the deadline; `nil` without a deadline.
  ///
  /// Never negative.
  public var remaining: Duration? {
    deadline.map { max(.zero, clock.now.duration(to: $0)) }
  }

  /// Reports the resolved request; later events of this hop contain it.
  @inline(never)
  func resolved(_ request: ResolvedRequest) {
    call.ask(request)
    emit(.resolved)
  }

  /// Reports the response of the call.
  func finished(_ status: Status, _ metrics: ExchangeMetrics) {
    emit(.finished) { event in
      event.took(call)
      event.status = status
      event.metrics = metrics
    }
  }

  /// Reports that the call ended without a response.
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
  /// Without observers that receive it, `facts` is not called.
  public func emit(_ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void = { _ in }) {
    guard call.isObserved else { return }
    tell(kind, facts)
  }

  /// Separate from ``emit(_:_:)``, so that unobserved events take no space in the callers' frames.
  @inline(never)
  private func tell(_ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void) {
    let observers = call.listeners.of(kind)
    guard !observers.isEmpty else { return }
    var event = RequestEvent(id: id, moment: clock.now, kind: kind)
    event.servedCall = servedCall
    event.hop = hop
    event.attempt = attempt
    event.generation = call.generation
    event.request = call.summary
    facts(&event)
    for observer in observers { observer.observe(event) }
  }
}

extension RequestEvent {
  /// Adds the time of an ended call.
  fileprivate mutating func took(_ call: Call) {
    duration = call.start.duration(to: moment)
    attempts = call.attemptCount
  }
}

/// In which phase a sending was cancelled: its transport tells it to the policy that cancels, which `CancellationError`
/// cannot.
package final class CancelledPhase: Sendable {
  private let told = Lock<(phase: Attempt.Phase, start: ContinuousClock.Instant?)>((.queued, nil))

  /// Notes the phase, by the transport.
  package func note(_ phase: Attempt.Phase) { told.withLock { $0.phase = phase } }

  /// Begins another attempt of the same call.
  func begin() { told.withLock { $0 = (.queued, nil) } }

  /// Notes that the transport is asked now.
  func noteSent(at now: ContinuousClock.Instant) { told.withLock { $0 = (.sent, $0.start ?? now) } }

  /// How long the transport has been asked; `nil` if it was not.
  func time(at now: ContinuousClock.Instant) -> Duration? { told.withLock(\.start)?.duration(to: now) }

  /// The phase; before a transport is asked, nothing of the request has gone out.
  var phase: Attempt.Phase { told.withLock(\.phase) }
}
