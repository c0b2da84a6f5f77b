// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The middleware of every request to a destination, outermost first: THE order, in one list.
enum StandardPipeline {
  static func make(
    for destination: Destination,
    state: ServiceState,
    authorizer: Authorizer?,
    turns: Turns,
    _ fixed: Assembly.Fixed
  ) -> DestinationPipelines {
    let options = fixed.options
    let own = destination.service.flatMap { options.serviceMiddleware[$0] } ?? MiddlewareStations()
    var hop: [any Middleware] = []
    // One for the cache and for the credentials, so that both see the same token.
    let tokenFile = CacheFactory.tokenFile(of: destination)
    // The client's own middleware sees each hop once, before anything is added to it.
    hop += options.middleware + own.hop
    // Above everything that sends again: a response from here costs no attempt.
    if let cache = state.cache {
      hop.append(
        CacheFactory.middleware(
          cache,
          for: destination,
          takesTokens: authorizer != nil,
          tokenFile,
          state.resilience,
          fixed
        )
      )
    }
    let resilience = state.resilience
    // A call without a turn is not sent, and uses nothing else.
    if resilience.plan.limits { hop.append(LimitMiddleware(state: resilience)) }
    let sender = sender(resilience, fixed.work)
    let outer = hop
    // Sending again is outside of credentials, so that each attempt carries a current one.
    hop = [StaleConnectionMiddleware()]
    if destination.settings.connection.tls?.skipsVerification == true { hop.append(UnverifiedTLSWarning()) }
    hop += destination.secretFiles.map(SecretFileWarning.init)
    // Credentials late, so that nothing above sees them.
    if let challenges = challenges(at: destination, turns, options.authorization) { hop.append(challenges) }
    if let credentials = credentials(of: destination, authorizer, state.authorization, tokenFile) {
      hop.append(credentials)
    } else {
      // Credentials from the request's URL, or from a store.
      let store = options.authorization.credentialStore
      hop.append(LoginMiddleware(source: store.map { .store($0) } ?? .none, sessions: state.authorization.sessions))
    }
    // Innermost: the other logins see nothing of it.
    if ProxyLoginMiddleware.applies(to: destination.settings.connection.proxy) { hop.append(ProxyLoginMiddleware()) }
    var attempt: [any Middleware] = []
    if let chaos = resilience.plan.chaos {
      attempt.append(ChaosMiddleware(policy: chaos, isAllowed: options.mayHaveChaos))
    }
    // Inside of logins, so that cookies of one response of a login are sent with the next request.
    if let cookies = fixed.cookies { attempt.append(CookieMiddleware(jar: cookies)) }
    // Last, so that a signer sees the request as it is sent.
    attempt += options.attemptMiddleware + own.attempt
    func pipeline(_ sender: (any Middleware)?, bounds: AttemptBounds?) -> Pipeline {
      Pipeline(
        outer + (sender.map { [$0] } ?? []) + hop,
        attempts: (bounds.map { [$0] } ?? []) + attempt,
        transport: fixed.transport,
        usual: destination.usual,
        ledger: state.ledger
      )
    }
    let bounds = AttemptBounds(resilience)
    let changes = CacheFactory.changes(at: destination, state, fixed)
    let usual = pipeline(sender, bounds: resilience.plan.bounds ? bounds : nil)
    if resilience.plan.hedge != nil, resilience.plan.bounds {
      return DestinationPipelines(usual: usual, overriding: usual, changes: changes)
    }
    // A call may ask for retries or hedges, whichever its service has: this one does both.
    let overriding = pipeline(HedgeMiddleware(state: resilience, work: fixed.work), bounds: bounds)
    return DestinationPipelines(usual: usual, overriding: overriding, changes: changes)
  }

  /// Puts the service's own credentials on; `nil` where it has none.
  static func credentials(
    of destination: Destination,
    _ authorizer: Authorizer?,
    _ authorization: AuthorizationState,
    _ tokenFile: TokenFile? = nil
  ) -> (any Middleware)? {
    if let authorizer { return AuthorizationMiddleware(authorizer: authorizer) }
    guard let credential = destination.credential, let base = destination.base else { return nil }
    return CredentialMiddleware.fit(
      for: credential,
      origin: base.origin,
      sessions: authorization.sessions,
      file: tokenFile
    )
  }

  /// The middleware that sends again by the service's policies; `nil` if they do not require one.
  private static func sender(_ state: ResilienceState, _ work: BackgroundWork) -> (any Middleware)? {
    if state.plan.hedge != nil { return HedgeMiddleware(state: state, work: work) }
    return state.plan.sends ? RetryMiddleware(state: state) : nil
  }

  /// The middleware that passes the gateway's responses to its challenge handlers; `nil` if there are none.
  private static func challenges(
    at destination: Destination,
    _ turns: Turns,
    _ options: AuthorizationOptions
  ) -> GatewayChallengeMiddleware? {
    let handlers = options.gatewayChallengeHandlers
    guard destination.isAtGateway, !handlers.isEmpty, let base = destination.base else { return nil }
    return GatewayChallengeMiddleware(handlers: handlers, turns: turns, origin: base.origin)
  }
}

/// The pipelines of one destination.
struct DestinationPipelines: Sendable {
  /// For calls without policies of their own: almost all.
  let usual: Pipeline
  /// For calls with policies of their own: the same middleware, and the one that applies such policies.
  ///
  /// The same as ``usual`` if the configuration requires that middleware anyway.
  let overriding: Pipeline
  /// Learns of changes, where the pipelines have no cache.
  let changes: UncachedChanges?

  /// Whether the pipelines have a cache.
  var hasCache: Bool { changes == nil }

  /// The pipeline for a request.
  func pipeline(for request: ResolvedRequest) -> Pipeline { request.hasOverrides ? overriding : usual }
}

/// The default header fields of every request; the same over every transport.
enum StandardFields {
  /// The fields; only `Accept-Encoding` depends on the transport.
  static func make(for transport: any Transport, userAgent: String?) -> Headers {
    var headers = Headers()
    headers.append("User-Agent", (userAgent.map { $0 + " " } ?? "") + "swift-resource-request/\(SDKVersion.current)")
    headers.append("Accept", "*/*")
    if let codings = transport.capabilities.acceptedEncodings { headers.append("Accept-Encoding", codings) }
    return headers
  }
}
