// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches a token to requests to the token's own origin only, and sends them again with another token if the response
/// requires it.
struct AuthorizationMiddleware: Middleware {
  let authorizer: Authorizer

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    // Credentials set by the caller win.
    guard request.isAt(authorizer.origin), request.authorization.usesCredentials,
      !request.headers.contains("Authorization")
    else { return try await next(request, context: context) }
    let policy = authorizer.policy
    let resource = LearnedScopes.Resource(request)
    var progress = AuthorizationDecision.Progress()
    progress.scope = (request.authorization.scope ?? authorizer.learned[resource] ?? policy.unaskedScope).map(
      policy.key
    )
    var last: TransportResponse?
    while true {
      let held = try await token(for: progress.scope, request, context, after: last)
      var attempt = request
      if let held { attempt.headers["Authorization"] = "Bearer " + held.token.value.reveal() }
      let response =
        last == nil
        ? try await next(attempt, context: context)
        : try await next.again(attempt, context: context, because: .token)
      switch AuthorizationDecision.decide(response.status, response.headers, after: progress, policy) {
      case .answer:
        return response
      case .sendAgain:
        progress.conflicts += 1
      case .obtain(let scope, let dropping, let learning):
        if dropping, let held, let used = progress.scope { authorizer.tokens.drop(held, for: used) }
        if learning { authorizer.learned.learn(scope, for: resource) }
        progress.scope = scope
        progress.resends += 1
      }
      // Only now: what was learned is so for the next call too. And a body that can be read once may not have been read.
      guard request.body?.isReplayable ?? true else {
        throw TransportFailure(bodyOf: request, cannotGoOutAgainBecause: .token, response)
      }
      // Release the connection of a stream that will not be read before obtaining a token.
      last = await response.left(context)
    }
  }

  private func token(
    for scope: TokenScope?,
    _ request: ResolvedRequest,
    _ context: CallContext,
    after last: TransportResponse?
  ) async throws -> TokenCache.Held? {
    guard let scope else { return nil }
    do {
      let held = try await authorizer.tokens.token(for: scope, context: context)
      guard TokenReply.isSendable(held.token.value.reveal()) else {
        throw TransportFailure(unsent: .tokenRefused, "the token contains characters that cannot be sent")
      }
      return held
    } catch let error as CancellationError {
      // Distinguishes this call's cancellation from one that the provider threw.
      if Task.isCancelled { throw error }
      throw TransportFailure(unsent: .tokenUnavailable, "the token request was cancelled")
    } catch {
      var failure = TransportFailure(obtaining: error)
      guard let last else { throw failure }
      failure.response = last
      failure.isNoted = true
      failure.cause = failure.cause ?? error
      throw failure
    }
  }
}

extension TransportFailure {
  /// The failure for an error of obtaining a token.
  init(obtaining error: any Error) {
    switch error {
    case is TokenCache.DeadlinePassed:
      self.init(unsent: .deadlineExceeded, "the call's deadline passed before its token was obtained")
    case let failure as TransportFailure where [.tokenRefused, .recursiveLogin].contains(failure.code):
      self = failure
      // It belongs to another call's attempt.
      isNoted = false
    case let error as ResourceError where error.code == .recursiveLogin:
      self.init(unsent: error.code, error.message, cause: error)
    case let failure as TransportFailure:
      self.init(unsent: .tokenUnavailable, "no token could be obtained: \(failure)", cause: failure)
    case let error as ResourceError where error.isRetryable || error.isTimeout:
      self.init(unsent: .tokenUnavailable, "no token could be obtained: \(error)", cause: error)
    case let error as SecurityCheckError:
      self.init(unsent: error.code, "\(error)", cause: error)
    case let error as TokenError:
      let message = "no token could be obtained: the token endpoint responded with \(error)"
      self.init(unsent: error.isTemporary ? .tokenUnavailable : .tokenRefused, message, cause: error)
    default:
      // Foreign errors may contain anything, so they are kept as the cause but not quoted.
      let message = "no token could be obtained: the provider threw \(type(of: error))"
      self.init(unsent: .tokenRefused, message, cause: error)
    }
  }
}
