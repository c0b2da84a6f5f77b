// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// One answer in the script of a ``StubTransport``.
public struct StubAnswer: Sendable {
  /// What becomes of a request.
  enum Content: Sendable {
    /// The closure is asked once the request is there whole.
    case answer(StubTransport.Responder)
    /// Nothing goes out.
    case refusal(TransportFailure)
    /// The request is there, and nothing comes.
    case silence
  }

  /// How long nothing comes before.
  private(set) var delay = Duration.zero
  let content: Content

  private init(_ content: Content) {
    self.content = content
  }

  /// Answers with a response.
  public static func respond(_ response: TransportResponse) -> StubAnswer {
    StubAnswer(.answer { _, _ in response })
  }

  /// Fails like a transport.
  ///
  /// The phase that the exchange reached also tells whether the server may have acted on the request.
  public static func fail(_ code: ResourceError.Code, phase: Attempt.Phase = .sent) -> StubAnswer {
    .fail(TransportFailure(code: code, message: "the script says \(code)", phase: phase))
  }

  /// Throws an error.
  public static func fail(_ error: any Error) -> StubAnswer {
    if let failure = error as? TransportFailure, failure.phase == .queued || failure.phase == .connecting {
      return StubAnswer(.refusal(failure))
    }
    return StubAnswer(.answer { _, _ in throw error })
  }

  /// Answers with the result of a closure.
  public static func answer(_ make: @escaping StubTransport.Responder) -> StubAnswer {
    StubAnswer(.answer(make))
  }

  /// Never answers: the exchange ends at its read timeout, its deadline or its task's cancellation.
  public static let silence = StubAnswer(.silence)

  /// Answers after a delay on the context's clock, unless the read timeout or the deadline comes first.
  public static func after(_ delay: Duration, _ answer: StubAnswer) -> StubAnswer {
    var later = answer
    later.delay = (max(.zero, delay).clamped + answer.delay).clamped
    return later
  }
}
