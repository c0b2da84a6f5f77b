// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What to do with a response that may require a token (RFC 6750 §3, and the gateway's own rules).
///
/// Pure.
enum AuthorizationDecision: Sendable, Hashable {
  /// The history of a request.
  struct Progress: Sendable, Hashable {
    /// The scope of the token that was sent; `nil` if there was none.
    var scope: TokenScope?
    var resends = 0
    var conflicts = 0
  }

  /// Return the response.
  case answer
  /// Send the same request again.
  case sendAgain
  /// Obtain a token for a scope and send again.
  ///
  /// - Parameters:
  ///   - dropping: whether the sent token is invalid.
  ///   - learning: whether the resource requires this scope from now on.
  case obtain(TokenScope, dropping: Bool, learning: Bool)

  static func decide(
    _ status: Status,
    _ headers: Headers,
    after progress: Progress,
    _ policy: AuthorizationPolicy
  ) -> AuthorizationDecision {
    let decision = wish(status, headers, progress, policy)
    switch decision {
    case .sendAgain where progress.conflicts >= policy.conflictLimit: return .answer
    case .obtain where progress.resends >= policy.resendLimit: return .answer
    default: return decision
    }
  }

  /// The decision apart from limits on repetition.
  private static func wish(
    _ status: Status,
    _ headers: Headers,
    _ progress: Progress,
    _ policy: AuthorizationPolicy
  ) -> AuthorizationDecision {
    switch status {
    case 409:
      return policy.conflictLimit > 0 && headers.contains("MFP-Conflict") ? .sendAgain : .answer
    case 401, 403:
      // Services refuse a token in many forms, with a challenge and without.
      if status == 401, !policy.obeysAskedScopes, let scope = progress.scope {
        return .obtain(scope, dropping: true, learning: false)
      }
      guard let challenge = bearerChallenge(headers) else { return .answer }
      let named = challenge["scope"].map { TokenScope($0) }
      let asked = named.map(policy.key)
      switch (status, challenge["error"]) {
      case (401, "invalid_token"?), (401, nil):
        // A refused token is dropped even if the server gives no reason.
        if let scope = progress.scope { return .obtain(scope, dropping: true, learning: false) }
        let scope = policy.obeysAskedScopes ? asked : nil
        // A resource that asked once asks again.
        return .obtain(scope ?? policy.key(policy.defaultScope), dropping: false, learning: policy.obeysAskedScopes)
      case (403, "insufficient_scope"?):
        guard policy.obeysAskedScopes, let asked, named?.isEmpty == false else { return .answer }
        // The token no longer has the scope that it was issued for.
        return .obtain(asked, dropping: asked == progress.scope, learning: true)
      default:
        return .answer
      }
    default:
      return .answer
    }
  }

  /// The scope that a response requires.
  ///
  /// `nil` if it requires no token; empty if it names no scope.
  static func askedScope(_ status: Status, _ headers: Headers) -> TokenScope? {
    status == 401 || status == 403 ? bearerChallenge(headers).map { TokenScope($0["scope"] ?? "") } : nil
  }

  private static func bearerChallenge(_ headers: Headers) -> Challenge? {
    Challenge.parse(headers.values(for: "WWW-Authenticate")).first { $0.scheme == "bearer" }
  }
}
