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
      switch turns.take([handler.name], since: before) {
      case .missed:
        // Another call has logged in since the request was sent.
        await answer.left(context)
      case .busy:
        // Another call is logging in, perhaps over the connection of this response: release it before waiting.
        let own = await answer.left(context)
        do {
          try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") { [turns] in
            try await turns.wait(for: handler.name)
          }
        } catch var failure as TransportFailure where failure.code == .challengeCancelled {
          // The response in it is the other call's.
          failure.response = own
          throw failure
        }
      case .taken:
        var failure: TransportFailure?
        defer { turns.giveBack(handler.name, failure.map { .failure($0) } ?? .success(())) }
        let forms = LoginForms(request: request, context: context, next: next, asking: answer)
        let decision = try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") { [turns] in
          try await turns.holding([handler.name]) { try await handler.handle(response, forms: forms) }
        }
        switch decision {
        case .accept: return answer
        case .sendAgain: break
        case .cancel:
          let cancelled = TransportFailure(
            code: .challengeCancelled,
            message: "the login \"\(handler.name)\" was cancelled by its handler",
            after: await answer.left(context)
          )
          // Those that wait fail with it, and are not asked one after another.
          failure = cancelled
          throw cancelled
        }
      }
      try await request.checkReplayable(because: .challenge, leaving: answer, context)
      await answer.left(context)
      resends += 1
    }
  }
}
