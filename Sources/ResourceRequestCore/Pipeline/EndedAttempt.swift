// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An ended attempt as its call stores it until it is read.
struct EndedAttempt: Sendable {
  let number: Int
  let hop: Int
  let reason: AttemptReason
  let origin: Origin
  let endpoint: Endpoint?
  let phase: Attempt.Phase
  private(set) var duration: Duration
  let outcome: Attempt.Outcome
  /// The reason why no attempt follows it.
  var refusal: String?
  /// Its metrics.
  private var cost: Cost

  /// The location of the metrics, which are large.
  ///
  /// The last attempt's stay in its response. They are copied when another attempt follows, so that the response's body
  /// is released.
  private enum Cost: Sendable {
    case unknown
    case inAnswer(TransportResponse)
    case known(Shared<ExchangeMetrics>)
  }

  init(
    _ context: CallContext,
    _ request: ResolvedRequest,
    _ phase: Attempt.Phase,
    since start: Moment,
    _ outcome: Attempt.Outcome,
    _ answer: TransportResponse?
  ) {
    number = context.attempt
    hop = context.hop
    reason = context.reason
    origin = request.url.origin
    endpoint = request.endpoint
    self.phase = phase
    // The transport's own measurement saves reading the clock.
    let measured = answer?.metrics.total ?? .zero
    duration = measured > .zero ? measured : start.duration(to: context.clock.now)
    self.outcome = outcome
    // A stream has no metrics before its end and must not be retained.
    cost = answer.flatMap { $0.body.stream == nil ? .inAnswer($0) : nil } ?? .unknown
  }

  /// An attempt that begins now, as it is listed if another of its call brings the response first.
  init(outrun context: CallContext, _ request: ResolvedRequest) {
    self.init(context, request, .sent, since: Moment(context.clock.now), .failed(.outrun), nil)
  }

  /// Ends the attempt now, which began at a moment.
  mutating func end(since start: Moment, at now: Moment) { duration = start.duration(to: now) }

  /// Its metrics, which were not known at the head of a stream.
  mutating func noteMetrics(_ metrics: ExchangeMetrics) {
    guard case .unknown = cost else { return }
    (cost, duration) = (.known(Shared(metrics)), metrics.total)
  }

  /// Releases the response.
  mutating func letGo() {
    if case .inAnswer(let answer) = cost { cost = .known(Shared(answer.metrics)) }
  }

  /// The attempt in its public form.
  var attempt: Attempt {
    let metrics: ExchangeMetrics? =
      switch cost {
      case .unknown: nil
      case .inAnswer(let answer): answer.metrics
      case .known(let metrics): metrics.value
      }
    var attempt = Attempt(
      number: number,
      hop: hop,
      reason: reason,
      origin: origin,
      endpoint: endpoint?.label,
      phase: phase,
      duration: duration,
      outcome: outcome,
      metrics: metrics
    )
    attempt.refusal = refusal
    return attempt
  }
}
