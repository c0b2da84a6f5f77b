// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Access to a client's tokens: inspect, fetch, drop.
///
/// Requests obtain and renew their tokens by themselves. Use this to inspect a response, to fetch a token in advance or
/// for another client, and to drop stored tokens.
public struct ClientAuthorization: Sendable {
  private let client: ResourceClient
  private var environment: RequestEnvironment { client.options.environment }

  init(_ client: ResourceClient) { self.client = client }

  /// Whether a response asks for a token: a 401 or 403 with a `Bearer` challenge, or a gateway's 409 about the client's
  /// state.
  public func isAuthorizationRequired(_ response: ResourceResponse) -> Bool {
    AuthorizationDecision.askedScope(response.status, response.headers) != nil
      || response.status == 409 && response.headers.contains("MFP-Conflict")
  }

  /// The scope that a response asks for; `nil` if it asks for none (RFC 6750 §3).
  public func resourceScope(_ response: ResourceResponse) -> TokenScope? {
    AuthorizationDecision.askedScope(response.status, response.headers).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the token for a scope: the stored one, or a new one.
  ///
  /// - Parameters:
  ///   - scope: the scope of the token; `nil` for the service's own scope, or the gateway's default scope.
  ///   - service: the service whose token it is; `nil` for the gateway.
  ///   - timeout: the longest time to wait for it.
  /// - Returns: the token; keep it secret.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func token(
    for scope: TokenScope? = nil,
    service: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws -> AccessToken {
    let authorizer = try authorizer(of: service)
    return try await obtaining {
      try await authorizer.token(for: scope ?? authorizer.policy.defaultScope, context: context(timeout)).token
    }
  }

  /// Drops the token for a scope, or all tokens with the scopes learned from responses; the next request obtains a new
  /// token.
  ///
  /// - Parameters:
  ///   - scope: the scope of the token; `nil` for all tokens.
  ///   - service: the service whose tokens they are; `nil` for the gateway.
  public func clearToken(for scope: TokenScope? = nil, service: String? = nil) {
    guard let authorizer = try? authorizer(of: service) else { return }
    authorizer.tokens.clear(scope.map(authorizer.policy.key))
    if scope == nil { authorizer.learned.forget() }
  }

  /// Asks the authorization server about a token: its own, or one that this program received (RFC 7662).
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - service: the service whose credentials name the server; `nil` for the gateway.
  ///   - timeout: the longest time to wait.
  /// - Returns: the server's statement about the token.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func introspect(
    _ token: Secret,
    service: String? = nil,
    timeout: Duration = .seconds(60)
  ) async throws -> TokenIntrospection {
    guard let introspector = try authorizer(of: service).introspector else {
      throw ResourceError(code: .unsupported, message: "no address to introspect tokens is configured")
    }
    return try await obtaining { try await introspector.introspect(token, context: context(timeout)) }
  }

  /// Passes one of the gateway's security checks with an answer that is known in advance.
  ///
  /// Drops the stored tokens, so that new ones include the check.
  ///
  /// - Parameters:
  ///   - securityCheck: the name of the check; its handler is asked if the answer is not accepted.
  ///   - answer: the answer to the check's challenge.
  ///   - timeout: the longest time it may take.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func login(_ securityCheck: String, answer: JSON, timeout: Duration = .seconds(60)) async throws {
    let (grant, tokens) = try registered()
    try await obtaining {
      let context = context(timeout)
      try await CallTime.spend(of: context, on: "the security check \"\(securityCheck)\" was passed") {
        try await grant.login(securityCheck, answer, context: context)
      }
    }
    tokens.clear()
  }

  /// Revokes that a security check was passed, and drops the stored tokens.
  ///
  /// - Parameters:
  ///   - securityCheck: the name of the check.
  ///   - timeout: the longest time it may take.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func logout(_ securityCheck: String, timeout: Duration = .seconds(60)) async throws {
    let (grant, tokens) = try registered()
    // Before, so that none is used meanwhile, and after, for those that were fetched meanwhile.
    tokens.clear()
    defer { tokens.clear() }
    try await obtaining {
      let context = context(timeout)
      try await CallTime.spend(of: context, on: "the security check \"\(securityCheck)\" was left") {
        try await grant.logout(securityCheck, context: context)
      }
    }
  }

  // MARK: Inside

  private func registered() throws -> (RegisteredClientGrant, TokenCache) {
    let authorizer = try authorizer(of: nil)
    if let grant = authorizer.registered { return (grant, authorizer.tokens) }
    throw ResourceError(
      code: .unsupported,
      message: "only a registered client logs in to security checks; name one in the client's authorization options"
    )
  }

  func authorizer(of service: String?) throws -> Authorizer {
    // As it is now: a reload may have brought other credentials.
    let assembly = client.assembly
    let destination = assembly.router.destination(of: service)
    // Those behind the gateway share its tokens and have none of their own.
    let kept = destination.flatMap { assembly.kept(AuthorizationRoom.Kept.self, for: $0) }
    if let authorizer = kept?.authorizer { return authorizer }
    let owner = service.map { "the service \"\($0)\"" } ?? "the gateway"
    throw ResourceError(
      code: .unsupported,
      message: "\(owner) takes no tokens; configure its auth, or name a token provider for it"
    )
  }

  func context(_ timeout: Duration) -> CallContext {
    CallContext(environment: environment, deadline: environment.clock.now.advanced(clamping: timeout))
  }

  /// Does something that may fail as obtaining a token may.
  func obtaining<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error where !(error is CancellationError && Task.isCancelled) {
      // Here all that happens has the caller's own deadline.
      let late = (error as? TransportFailure).flatMap { $0.code == .deadlineExceeded ? $0 : nil }
      let failure = late ?? TransportFailure(obtaining: error)
      throw ResourceError(
        code: failure.code,
        message: failure.message,
        isRetryable: failure.code == .tokenUnavailable,
        cause: error
      )
    }
  }
}

extension ResourceClient {
  /// Access to the client's tokens.
  public var authorization: ClientAuthorization { ClientAuthorization(self) }
}
