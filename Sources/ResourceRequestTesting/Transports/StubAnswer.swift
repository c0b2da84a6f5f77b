// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// One line of a ``StubTransport``'s script.
public struct StubAnswer: Sendable {
  let make: StubTransport.Responder

  /// Answers with a response.
  public static func respond(_ response: TransportResponse) -> StubAnswer {
    StubAnswer { _, _ in response }
  }

  /// Fails as a transport does.
  ///
  /// The phase is how far the exchange came, and so also says whether the server may have acted on the request.
  public static func fail(_ code: ResourceError.Code, phase: Attempt.Phase = .sent) -> StubAnswer {
    .fail(TransportFailure(code: code, message: "the script says \(code)", phase: phase))
  }

  /// Throws an error.
  public static func fail(_ error: any Error) -> StubAnswer {
    StubAnswer { _, _ in throw error }
  }

  /// Answers with what a closure makes of the request.
  public static func answer(_ make: @escaping StubTransport.Responder) -> StubAnswer {
    StubAnswer(make: make)
  }

  /// Never answers: the exchange ends with its deadline or its task's cancellation.
  public static let silence = StubAnswer { _, context in try await StubAnswer.waitForTheEnd(context) }

  /// Answers after a time on the context's clock, unless the deadline comes first.
  public static func after(_ delay: Duration, _ answer: StubAnswer) -> StubAnswer {
    StubAnswer { request, context in
      if let remaining = context.remaining, remaining <= delay { try await waitForTheEnd(context) }
      try await context.clock.sleep(until: context.clock.now.advanced(by: delay))
      return try await answer.make(request, context)
    }
  }

  private static func waitForTheEnd(_ context: RequestContext) async throws -> Never {
    guard let deadline = context.deadline else {
      while true { try await context.clock.sleep(until: context.clock.now.advanced(by: Timeouts.unlimited)) }
    }
    try await context.clock.sleep(until: deadline)
    throw TransportFailure(
      code: .deadlineExceeded,
      message: "the time for the whole call was over before the answer came",
      phase: .sent
    )
  }
}
