// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes the authorizing server of a service, or of the gateway, as it is configured.
struct AuthorizerFactory {
  let site: Site

  /// The authorizer of a destination's own; services behind the gateway share the gateway's.
  func authorizer(_ state: AuthorizationState) -> Authorizer? {
    let (destination, options) = (site.destination, site.client.options)
    guard let base = destination.base else { return nil }
    let exchange = AuthorizationExchange(
      transport: site.client.transport,
      service: destination.service,
      attempts: options.attemptMiddleware,
      headers: site.premises.standardHeaders,
      own: (base.origin, destination.options),
      elsewhere: site.premises.elsewhere,
      timeout: destination.settings.timeouts.total?.length
    )
    let credentials: ClientCredentials? = if case .oauth2(let own)? = destination.credential?.kind { own } else { nil }
    guard let name = destination.service else {
      guard destination.isAtGateway, let server = site.premises.configuration.gateway?.serverURL else { return nil }
      return gateway(server, credentials, options.authorization, exchange, state)
    }
    guard !destination.isAtGateway else { return nil }
    let grant = credentials.map { ClientCredentialsGrant(credentials: $0, tokenURL: $0.tokenURL, exchange: exchange) }
    let given = options.authorization.tokenProviders.first { $0.key.hasSameBytes(as: name) }?.value
    guard let provider = given ?? grant.map(shared) else { return nil }
    let introspector = grant.flatMap { grant in
      grant.credentials.introspectionURL.map {
        Introspector(url: $0, exchange: exchange, authentication: .client(grant))
      }
    }
    let policy = AuthorizationPolicy.service(credentials?.scope ?? .unnamed)
    return Authorizer(origin: base.origin, policy: policy, provider: provider, state: state) { _ in introspector }
  }

  /// A grant, by the store of the destination if it has one.
  private func shared(_ grant: ClientCredentialsGrant) -> any TokenProvider {
    site.surroundings.brought((any TokenStore).self).map { StoredTokens(grant, in: $0) } ?? grant
  }

  private func gateway(
    _ server: ResourceURL,
    _ credentials: ClientCredentials?,
    _ options: AuthorizationOptions,
    _ exchange: AuthorizationExchange,
    _ state: AuthorizationState
  ) -> Authorizer? {
    func endpoint(_ path: String) -> ResourceURL? {
      try? ResourceURL(Destination.Base(server, below: "/api/az/v1/" + path).prefix)
    }
    let grant = credentials.map {
      ClientCredentialsGrant(credentials: $0, tokenURL: $0.tokenURL ?? endpoint("token"), exchange: exchange)
    }
    let registered = options.registeredClient.map {
      RegisteredClientGrant(
        $0,
        handlers: options.securityCheckHandlers,
        base: Destination.Base(server, below: "/api").prefix,
        exchange: exchange,
        state
      )
    }
    guard let provider = options.gatewayTokenProvider ?? registered ?? grant.map(shared) else { return nil }
    let policy = AuthorizationPolicy.gateway(credentials?.scope ?? .unnamed)
    return Authorizer(origin: server.origin, policy: policy, provider: provider, state: state) { tokens in
      (credentials?.introspectionURL ?? endpoint("introspection")).map { url in
        Introspector(url: url, exchange: exchange, authentication: .token(tokens, "authorization.introspect"))
      }
    }
  }
}
