// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches a token to requests to the token's own origin only, and sends them again with another token if the response
/// requires it.
struct AuthorizationMiddleware: Middleware {
  let authorizer: Authorizer

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    // Credentials set by the caller win.
    guard attaches(request) else { return try await next(request, context: context) }
    let first = try await attempt(request, Progress(scope: scope(of: request)), context, after: nil)
    let response = try await next(first.request, context: context)
    guard asksForMore(response, first) else { return response }
    return try await sendAgain(request, first, response, context, next)
  }

  private typealias Progress = AuthorizationDecision.Progress

  /// An attempt with what is known before it: behind a reference, since a frame that waits holds whatever it names.
  private final class TokenAttempt: Sendable {
    let request: ResolvedRequest
    let held: TokenCache.Held?
    let progress: Progress

    init(request: ResolvedRequest, held: TokenCache.Held?, progress: Progress) {
      self.request = request
      self.held = held
      self.progress = progress
    }
  }

  // Never inlined, as all that is rare or does not wait: it would be in the frame of every call that waits.
  @inline(never)
  private func attaches(_ request: ResolvedRequest) -> Bool {
    request.isAt(authorizer.origin) && request.authorization.usesCredentials
      && !request.headers.contains("Authorization")
  }

  @inline(never)
  private func scope(of request: ResolvedRequest) -> TokenScope? {
    let known = request.authorization.scope ?? authorizer.learned[LearnedScopes.Resource(request)]
    return (known ?? authorizer.policy.unaskedScope).map(authorizer.policy.key)
  }

  @inline(never)
  private func asksForMore(_ response: TransportResponse, _ attempt: TokenAttempt) -> Bool {
    AuthorizationDecision.decide(response.status, response.headers, after: attempt.progress, authorizer.policy)
      != .answer
  }

  /// The next attempt, with the token that it needs.
  @inline(never)
  private func attempt(
    _ request: ResolvedRequest,
    _ progress: Progress,
    _ context: CallContext,
    after last: TransportResponse?
  ) async throws -> TokenAttempt {
    let held = try await token(for: progress.scope, request, context, after: last)
    var attempt = request
    if let held { attempt.headers["Authorization"] = "Bearer " + held.token.value.reveal() }
    return TokenAttempt(request: attempt, held: held, progress: progress)
  }

  /// Sends the request again, with another token or the same, as long as the responses ask for it.
  @inline(never)
  private func sendAgain(
    _ request: ResolvedRequest,
    _ first: TokenAttempt,
    _ answer: TransportResponse,
    _ context: CallContext,
    _ next: Next
  ) async throws -> TransportResponse {
    let policy = authorizer.policy
    var (attempt, response) = (first, answer)
    while true {
      var progress = attempt.progress
      switch AuthorizationDecision.decide(response.status, response.headers, after: progress, policy) {
      case .answer:
        return response
      case .sendAgain:
        progress.conflicts += 1
      case .obtain(let scope, let dropping, let learning):
        if dropping, let held = attempt.held, let used = progress.scope { authorizer.tokens.drop(held, for: used) }
        if learning { authorizer.learned.learn(scope, for: LearnedScopes.Resource(request)) }
        progress.scope = scope
        progress.resends += 1
      }
      // Only now: what was learned is so for the next call too. And a body that can be read once may not have been read.
      try await request.checkReplayable(because: .token, leaving: response, context)
      // Release the connection of a stream that will not be read before obtaining a token.
      let last = await response.left(context)
      attempt = try await self.attempt(request, progress, context, after: last)
      response = try await next.again(attempt.request, context: context, because: .token)
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
      // Distinguishes this call's cancellation from one that the provider threw.
    } catch let error where !(error is CancellationError && Task.isCancelled) {
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
    case is CancellationError:
      self.init(unsent: .tokenUnavailable, "the token request was cancelled")
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
