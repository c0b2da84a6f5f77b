// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// One step in the script of a ``StubTransport``: what happens to one request.
public struct StubStep: Sendable {
  /// What happens to a request.
  enum Content: Sendable {
    /// The closure makes the response after the whole request has been read.
    case respond(StubTransport.Responder)
    /// The request is not sent.
    case refusal(TransportFailure)
    /// The request is sent and gets no response.
    case silence
  }

  /// The time before the response.
  private(set) var delay = Duration.zero
  let content: Content

  private init(_ content: Content) {
    self.content = content
  }

  /// Returns a response.
  public static func respond(_ response: TransportResponse) -> StubStep {
    StubStep(.respond { _, _ in response })
  }

  /// Fails like a transport.
  ///
  /// The phase that the exchange reached also tells whether the server may have acted on the request.
  public static func fail(_ code: ResourceError.Code, phase: Attempt.Phase = .sent) -> StubStep {
    .fail(TransportFailure(code: code, message: "the script says \(code)", phase: phase))
  }

  /// Throws an error.
  public static func fail(_ error: any Error) -> StubStep {
    if let failure = error as? TransportFailure, failure.phase == .queued || failure.phase == .connecting {
      return StubStep(.refusal(failure))
    }
    return StubStep(.respond { _, _ in throw error })
  }

  /// Returns the result of a closure.
  public static func respond(by make: @escaping StubTransport.Responder) -> StubStep {
    StubStep(.respond(make))
  }

  /// Never responds: the exchange ends at its read timeout, its deadline or its task's cancellation.
  public static let silence = StubStep(.silence)

  /// Delays a step on the context's clock, unless the read timeout or the deadline comes first.
  public static func after(_ delay: Duration, _ step: StubStep) -> StubStep {
    var later = step
    later.delay = (max(.zero, delay).clamped + step.delay).clamped
    return later
  }
}
