// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Shows every response of the gateway to its challenge handlers, and sends requests again after a login.
struct GatewayChallengeMiddleware: Middleware {
  let handlers: [any GatewayChallengeHandler]
  let turns: Turns
  let origin: Origin

  /// The maximum number of times a request is sent again.
  private static let limit = 4

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.isAt(origin) else { return try await next(request, context: context) }
    var resends = 0
    while true {
      let before = turns.rounds
      let answer =
        resends == 0
        ? try await next(request, context: context)
        : try await next.again(request, context: context, because: .challenge)
      let response = ResourceResponse(try await answer.shown(context), to: request)
      guard let handler = handlers.first(where: { $0.canHandle(response) }), resends < GatewayChallengeMiddleware.limit
      else { return answer }
      let decision: GatewayChallengeDecision
      switch turns.take([handler.name], since: before) {
      case .missed:
        // Another call has logged in since the request was sent.
        await answer.left(context)
        decision = .sendAgain
      case .busy:
        // Another call is logging in, perhaps over the connection of this response: release it before waiting.
        await answer.left(context)
        try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") { [turns] in
          try await turns.wait(for: handler.name)
        }
        decision = .sendAgain
      case .taken:
        defer { turns.giveBack(handler.name) }
        let forms = LoginForms(request: request, context: context, next: next, asking: answer)
        decision = try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") { [turns] in
          try await turns.holding([handler.name]) { try await handler.handle(response, forms: forms) }
        }
      }
      switch decision {
      case .accept:
        return answer
      case .cancel:
        throw TransportFailure(
          code: .challengeCancelled,
          message: "the login \"\(handler.name)\" was cancelled by its handler",
          after: await answer.left(context)
        )
      case .sendAgain:
        try await request.checkReplayable(because: .challenge, leaving: answer, context)
        await answer.left(context)
        resends += 1
      }
    }
  }
}
