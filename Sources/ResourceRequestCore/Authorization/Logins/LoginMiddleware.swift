// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Answers servers that ask for a user name and password, with Basic or Digest.
///
/// Credentials in the request's URL are sent at once, as Basic; configured credentials, and those of a store, only
/// after the server asked. Credentials that a server accepted are sent at once from then on, to that origin only.
struct LoginMiddleware: Middleware {
  /// Where user names and passwords come from, beside the request's own URL.
  enum Source: Sendable {
    /// Configured for one origin; never sent as it is.
    case digest(LoginCredential, Origin)
    case store(any CredentialStore)
    case none
  }

  let source: Source
  let sessions: LoginSessions

  /// How often a server is answered during one call.
  private static let limit = 3

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard mayAnswer(request) else { return try await next(request, context: context) }
    return try await converse(request, context, next)
  }

  /// Whether there may be a credential for a server that asks.
  @inline(never)
  private func mayAnswer(_ request: ResolvedRequest) -> Bool {
    guard request.authorization.usesCredentials, !request.headers.contains("Authorization") else { return false }
    return request.authorization.login != nil || applies(to: request)
  }

  /// Answers as long as it is worth it.
  ///
  /// Apart from ``send(_:context:next:)``, so that a call without credentials does not carry all this in its frame.
  @inline(never)
  private func converse(
    _ request: ResolvedRequest,
    _ context: CallContext,
    _ next: Next
  ) async throws -> TransportResponse {
    let named = request.authorization.login
    let isRedirected = request.authorization.isRedirected
    let key = LoginSessions.Key(origin: request.url.origin, named: named, isRedirected: isRedirected)
    var offered: LoginCredential?
    var answered = 0
    var last: TransportResponse?
    var hasPreflighted = false
    while true {
      var attempt = request
      var isPreflight = false
      if let field = sessions.field(for: key, request, clientNonce: LoginMiddleware.nonce(context)) {
        attempt.headers["Authorization"] = field.value
        offered = field.login
      } else if answered > 0, let last {
        // No answer is possible: the server wants a body protected that is not in memory.
        return last
      } else if answered == 0, let named {
        attempt.headers["Authorization"] = named.basic
      } else if !hasPreflighted, named == nil, case .digest(let login, _) = source {
        isPreflight = attempt.preflight(login.firstRequest)
        hasPreflighted = true
      }
      let response =
        if let last {
          try await next.again(attempt, context: context, because: .login, leaving: last)
        } else {
          try await next(attempt, context: context)
        }
      sessions.follow(response.headers, for: key)
      if isPreflight, response.status != 401 {
        // Whatever it is, it was not caused by the body.
        last = response
        continue
      }
      // It takes no `Expect` of ours, and has not seen the body.
      let hasAsked = attempt.options.expectContinue != request.options.expectContinue
      if response.status == 417, hasAsked, request.body?.isReplayable == true {
        last = response
        continue
      }
      let allowsBasic = if case .digest = source, named == nil { false } else { true }
      let decision = LoginDecision.decide(response.status, response.headers, allowsBasic: allowsBasic)
      // Unless another is begun, the next call starts over: who is refused may say no more than that.
      var isRefused = response.status == 401 && offered != nil
      defer { if isRefused { sessions.end(key, of: offered) } }
      guard let decision, answered < LoginMiddleware.limit else { return response }
      // An old nonce says nothing about the credential, and an accepted credential may have been replaced since.
      let isNews = decision.isStale || answered == 0
      guard let login = try await login(for: decision, key, refused: isNews ? nil : offered, context) else {
        // Refused, or there is no other credential: the response is final.
        return response
      }
      isRefused = false
      // Also for the next call, where this one's body cannot go out again.
      sessions.begin(decision, login, for: key)
      try await request.checkReplayable(because: .login, leaving: response, context)
      last = response
      answered += 1
    }
  }

  private func applies(to request: ResolvedRequest) -> Bool {
    switch source {
    case .digest(_, let own): request.isAt(own)
    case .store: true
    case .none: false
    }
  }

  /// The credential to answer with; `nil` if there is none that was not refused already.
  private func login(
    for decision: LoginDecision,
    _ key: LoginSessions.Key,
    refused: LoginCredential?,
    _ context: CallContext
  ) async throws -> LoginCredential? {
    if let named = key.named {
      // As Basic it went out already.
      if case .basic = decision { return nil }
      return named == refused ? nil : named
    }
    switch source {
    case .digest(let login, _): return login == refused ? nil : login
    case .store(let store):
      let space = decision.space(at: key.origin, isRedirectTarget: key.isRedirected)
      return try await CallTime.spend(of: context, on: "the credential store had answered") {
        try await store.credential(for: space, refused: refused)
      }
    case .none: return nil
    }
  }

  static func nonce(_ context: CallContext) -> String {
    let bits = (0..<2).map { _ in String(context.environment.randomBits(), radix: 16) }
    return bits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}

extension ResolvedRequest {
  /// Changes a request with a body that has yet to be challenged.
  ///
  /// - Returns: whether its body is left out, so that the response is not the request's.
  fileprivate mutating func preflight(_ first: DigestFirstRequest) -> Bool {
    guard let body, body.length != 0 else { return false }
    switch first {
    case .whole: return false
    case .empty:
      self.body = OutgoingBody(Data())
      trailers = nil
      options.expectContinue = nil
      return true
    case .expectContinue:
      options.expectContinue = options.expectContinue ?? ExpectContinue.standardWait
      return false
    }
  }
}
