// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends the requests of a service at their rate, and none while the service asks not to be called.
final class RateGate: Sendable {
  private let meter: Lock<RateMeter>
  private let policy: RatePolicy

  init(_ policy: RatePolicy) {
    self.policy = policy
    meter = Lock(RateMeter(policy))
  }

  /// Until when the service asks not to be called.
  var pausedUntil: ContinuousClock.Instant? { meter.withLock { $0.pausedUntil } }

  /// Waits for the request's turn.
  ///
  /// - Throws: ``TransportFailure`` with the code `rateLimited` if it comes after the deadline, or
  ///   `CancellationError`.
  func pass(_ context: CallContext) async throws {
    let deadline = context.deadline
    let now = context.clock.now
    let (turn, delay, isTaken) = meter.withLock { meter in
      let turn = meter.turn(at: now)
      if let deadline, turn >= deadline, turn > now { return (turn, meter.delay, false) }
      meter.take(turn)
      return (turn, meter.delay, true)
    }
    guard isTaken else { throw RateGate.limited(for: now.duration(to: turn)) }
    var until = turn
    while until > context.clock.now {
      do { try await context.clock.sleep(until: until) } catch {
        meter.withLock { $0.giveBack() }
        throw error
      }
      // The service may have asked for a pause in the meantime, which puts off this turn and those behind it.
      let later = turn.advanced(clamping: meter.withLock(\.delay) - delay)
      guard later > until else { return }
      if let deadline, later >= deadline {
        giveBack()
        throw RateGate.limited(for: context.clock.now.duration(to: later))
      }
      until = later
    }
  }

  /// Returns the turn of a request that was not sent.
  func giveBack() { meter.withLock { $0.giveBack() } }

  /// Reads the limits in a response's header fields.
  func note(_ response: TransportResponse, _ context: CallContext) {
    guard !policy.obey.isEmpty else { return }
    let wait = RateAdvice.wait(
      response.status,
      response.headers,
      obeying: policy.obey,
      now: context.clock.date.wholeSeconds
    )
    guard let wait else { return }
    let now = context.clock.now
    meter.withLock { $0.pause(until: now.advanced(clamping: wait), at: now) }
  }

  private static func limited(for wait: Duration) -> TransportFailure {
    var failure = TransportFailure(
      code: .rateLimited,
      message: "not sent: its turn would come in \(wait.wholeMilliseconds) ms, after its deadline",
      phase: .queued
    )
    failure.retryAfter = wait
    return failure
  }
}

extension ResourceError.Code {
  /// The call was not sent: the rate limit allows no request for now; the message has the time.
  public static let rateLimited = ResourceError.Code(rawValue: "rateLimited")
}
