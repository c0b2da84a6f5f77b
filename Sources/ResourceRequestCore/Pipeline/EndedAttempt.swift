// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An attempt that has ended, as a call keeps it until somebody asks.
struct EndedAttempt: Sendable {
  let number: Int
  let hop: Int
  let reason: AttemptReason
  let origin: Origin
  let endpoint: String?
  let phase: Attempt.Phase
  let duration: Duration
  let outcome: Attempt.Outcome
  /// Why no other follows it.
  var refusal: String?
  /// What it cost.
  private var cost: Cost

  /// Where the metrics are, which are many words.
  ///
  /// Those of the last attempt stay in its answer; they are copied out once another follows, lest its body is kept too.
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
    endpoint = request.endpointName
    self.phase = phase
    // The transport's own measure, where it has one, spares asking the clock.
    let measured = answer?.metrics.total ?? .zero
    duration = measured > .zero ? measured : start.duration(to: context.clock.now)
    self.outcome = outcome
    // A stream has none before its end, and must not be held.
    cost = answer.flatMap { $0.body.stream == nil ? .inAnswer($0) : nil } ?? .unknown
  }

  /// Lets go of the response.
  mutating func letGo() {
    if case .inAnswer(let answer) = cost { cost = .known(Shared(answer.metrics)) }
  }

  /// As callers see it.
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
      endpoint: endpoint,
      phase: phase,
      duration: duration,
      outcome: outcome,
      metrics: metrics
    )
    attempt.refusal = refusal
    return attempt
  }
}
