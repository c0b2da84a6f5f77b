// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Shows every response of the gateway to its challenge handlers, and sends requests again after a login.
struct GatewayChallengeMiddleware: Middleware {
  let handlers: [any GatewayChallengeHandler]
  let turns: Turns
  let origin: Origin

  /// The maximum number of times a request is sent again after a login.
  private static let limit = 4

  /// The end of a login whose caller went away: it says nothing about the others.
  private struct Abandoned: Error {}

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    // A login is a credential, too.
    guard request.isAt(origin), request.authorization.usesCredentials else {
      return try await next(request, context: context)
    }
    var (resends, isFirst) = (0, true)
    while true {
      let before = turns.rounds
      let answer =
        isFirst
        ? try await next(request, context: context)
        : try await next.again(request, context: context, because: .challenge)
      let response = ResourceResponse(try await answer.shown(context), to: request)
      guard let handler = handlers.first(where: { $0.canHandle(response) }), resends < GatewayChallengeMiddleware.limit
      else { return answer }
      switch turns.take([handler.name], since: before) {
      case .missed:
        // Another call has logged in since the request was sent, or has failed for this one too.
        let own = await answer.left(context)
        switch turns.failure(of: handler.name) {
        case nil: resends += 1
        case is Abandoned: break
        case let error?: throw told(error, own)
        }
      case .busy:
        // Another call is logging in, perhaps over the connection of this response: release it before waiting.
        let own = await answer.left(context)
        do {
          try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") { [turns] in
            try await turns.wait(for: handler.name)
          }
          resends += 1
        } catch is Abandoned {
        } catch {
          throw told(error, own)
        }
      case .taken:
        // Those that wait fail with it, and are not asked one after another.
        var outcome: Result<Void, any Error> = .failure(Abandoned())
        defer { turns.giveBack(handler.name, outcome) }
        let forms = LoginForms(request: request, context: context, next: next, asking: answer)
        do {
          let decision = try await CallTime.spend(of: context, on: "the login \"\(handler.name)\" was done") {
            [turns] in
            try await turns.holding([handler.name]) { try await handler.handle(response, forms: forms) }
          }
          switch decision {
          case .accept:
            outcome = .success(())
            return answer
          case .sendAgain:
            outcome = .success(())
            resends += 1
          case .cancel:
            // A handler may give up because its caller went away.
            try Task.checkCancellation()
            throw TransportFailure(
              code: .challengeCancelled,
              message: "the login \"\(handler.name)\" was cancelled by its handler",
              after: await answer.left(context)
            )
          }
        } catch let error where !(error is CancellationError) && !Task.isCancelled && context.remaining != .zero {
          // Where this call was cancelled, or its time is over, those that wait have time left.
          var shared = error as? TransportFailure
          shared?.response = nil
          shared?.isNoted = true
          outcome = .failure(shared ?? error)
          throw error
        }
      }
      try await request.checkReplayable(because: .challenge, leaving: answer, context)
      await answer.left(context)
      isFirst = false
    }
  }

  /// The error of another call's login, as this call's.
  private func told(_ error: any Error, _ own: TransportResponse) -> any Error {
    guard var failure = error as? TransportFailure, failure.isNoted else { return error }
    failure.response = own
    return failure
  }
}
