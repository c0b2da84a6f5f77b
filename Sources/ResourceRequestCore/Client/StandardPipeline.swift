// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What every request to a destination passes through, outermost first: THE order, in one list.
enum StandardPipeline {
  static func make(
    for destination: Destination,
    state: ServiceState,
    authorizer: Authorizer?,
    turns: Turns,
    _ fixed: Assembly.Fixed,
    forOverrides: Bool = false
  ) -> Pipeline {
    let options = fixed.options
    let own = destination.service.flatMap { options.serviceMiddleware[$0] } ?? MiddlewareStations()
    var hop: [any Middleware] = []
    // The client's own middleware sees each hop once, before anything is added to it.
    hop += options.middleware + own.hop
    // Above all that sends again: what is answered here costs no attempt.
    if let cache = state.cache {
      hop.append(CacheFactory.middleware(cache, for: destination, takesTokens: authorizer != nil, fixed))
    }
    let resilience = state.resilience
    // Who has no turn is not sent, and spends nothing else.
    if resilience.plan.limits { hop.append(LimitMiddleware(state: resilience)) }
    if resilience.plan.hedge != nil {
      hop.append(HedgeMiddleware(state: resilience))
    } else if resilience.plan.sends || forOverrides {
      hop.append(RetryMiddleware(state: resilience))
    }
    // Sending again is outside of credentials, so that each attempt carries a current one.
    hop.append(StaleConnectionMiddleware())
    if destination.settings.connection.tls?.skipsVerification == true { hop.append(UnverifiedTLSWarning()) }
    hop += destination.secretFiles.map(SecretFileWarning.init)
    // Credentials late, so that nothing above sees them.
    if let challenges = challenges(at: destination, turns, options.authorization) { hop.append(challenges) }
    if let authorizer {
      hop.append(AuthorizationMiddleware(authorizer: authorizer))
    } else if let credential = destination.credential, let base = destination.base {
      hop.append(CredentialMiddleware.fit(for: credential, origin: base.origin, sessions: state.sessions))
    } else {
      // What the URL of a request held, or a store knows.
      let store = options.authorization.credentialStore
      hop.append(LoginMiddleware(source: store.map { .store($0) } ?? .none, sessions: state.sessions))
    }
    var attempt: [any Middleware] = []
    if resilience.plan.bounds || forOverrides { attempt.append(AttemptBounds(resilience.plan)) }
    // Inside of logins, so that what one response of a login sets goes out with the next request.
    if let cookies = fixed.cookies { attempt.append(CookieMiddleware(jar: cookies)) }
    // Last, so that a signer sees what goes out.
    attempt += options.attemptMiddleware + own.attempt
    return Pipeline(hop, attempts: attempt, transport: fixed.transport, usual: destination.usual)
  }

  /// What shows answers of the gateway to its challenge handlers; `nil` where there are none.
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
