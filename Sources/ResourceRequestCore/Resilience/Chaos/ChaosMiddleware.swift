// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Injects faults into attempts if the program allows it; if not, it fails the call.
struct ChaosMiddleware: Middleware {
  let policy: ChaosPolicy
  let isAllowed: Bool

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard isAllowed else {
      let cause = "\(request.service ?? "the service") has \"chaos\", which this program does not allow"
      let remedy = "remove it, or allow it with ClientOptions(allowsChaos: true) or RESOURCE_ALLOW_CHAOS=1"
      throw TransportFailure(unsent: .unsupported, "not sent: \(cause); \(remedy)")
    }
    var bits = SplitMix64(context.environment.randomBits())
    let faults = policy.faults(&bits)
    if let delay = faults.delay {
      let end = context.clock.now.advanced(clamping: delay)
      context.cancelled?.noteSent(at: context.clock.now)
      try await context.clock.sleep(until: context.deadline.map { min($0, end) } ?? end)
      // As with a server that is slow.
      if let deadline = context.deadline, deadline <= end {
        let message = "the deadline passed in a delay of \"chaos\""
        throw TransportFailure(code: .deadlineExceeded, message: message, phase: .sent)
      }
    }
    switch faults.end {
    case .reset?:
      let message = "\"chaos\" of the configuration reset the connection"
      throw TransportFailure(code: .connectionClosed, message: message, phase: .sent)
    case .status(let status)?: return TransportResponse(status: status)
    case nil:
      var response = try await next(request, context: context)
      // What measures the attempt by the transport's time sees the delay, too.
      if let delay = faults.delay, response.metrics.total > .zero {
        response.metrics.queued = (response.metrics.queued ?? .zero) + delay
      }
      return response
    }
  }
}

extension ChaosPolicy {
  /// The faults of one attempt.
  struct Faults: Sendable, Hashable {
    enum End: Sendable, Hashable {
      case reset
      case status(Status)
    }

    var delay: Duration?
    var end: End?
  }

  /// Draws the faults of an attempt; delay and outcome are drawn separately.
  func faults(_ bits: inout SplitMix64) -> Faults {
    var faults = Faults()
    if let delay, bits.fraction() < delay.share { faults.delay = delay.time }
    let drawn = bits.fraction()
    if drawn < reset {
      faults.end = .reset
    } else if let status, drawn < reset + status.share {
      faults.end = .status(status.status)
    }
    return faults
  }
}
