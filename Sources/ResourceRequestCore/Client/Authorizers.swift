// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The authorizing servers of a client: one for the gateway with all that is behind it, one for each service that takes
/// tokens.
struct Authorizers: Sendable {
  let gateway: Authorizer?
  let services: [ExactText: Authorizer]
  /// Who logs in before the gateway.
  let handlers: [any GatewayChallengeHandler]
  /// Whose turn it is to log in, for all that is at the gateway.
  let turns = Turns()

  init(
    _ configuration: ResourceConfiguration,
    _ destinations: [Destination],
    _ options: AuthorizationOptions,
    standardHeaders: Headers,
    _ transport: any Transport
  ) {
    var gateway: Authorizer?
    var services: [ExactText: Authorizer] = [:]
    let anywhere = destinations.first { $0.base == nil && $0.service == nil }?.options ?? ExchangeOptions()
    for destination in destinations {
      guard let base = destination.base else { continue }
      let exchange = AuthorizationExchange(
        transport: transport,
        headers: standardHeaders,
        own: (base.origin, destination.options),
        elsewhere: anywhere,
        timeout: destination.settings.timeouts.total
      )
      let credentials = Authorizers.credentials(destination)
      if destination.isAtGateway {
        guard gateway == nil, let server = configuration.gateway?.serverURL else { continue }
        gateway = Authorizers.gateway(server, credentials, options, exchange)
      } else if let name = destination.service {
        let grant = credentials.map {
          ClientCredentialsGrant(credentials: $0, tokenURL: $0.tokenURL, exchange: exchange)
        }
        guard let provider = options.tokenProviders.first(where: { $0.key.hasSameBytes(as: name) })?.value ?? grant
        else { continue }
        let introspector = grant.flatMap { grant in
          grant.credentials.introspectionURL.map {
            Introspector(url: $0, exchange: exchange, authentication: .client(grant))
          }
        }
        services[ExactText(name)] = Authorizer(
          origin: base.origin,
          policy: .service(credentials?.scope ?? .unnamed),
          provider: provider
        ) { _ in introspector }
      }
    }
    self.gateway = gateway
    self.services = services
    handlers = options.gatewayChallengeHandlers
  }

  /// The challenge handlers for a destination; `nil` where there are none.
  func challenges(at destination: Destination) -> GatewayChallengeMiddleware? {
    guard destination.isAtGateway, !handlers.isEmpty, let base = destination.base else { return nil }
    return GatewayChallengeMiddleware(handlers: handlers, turns: turns, origin: base.origin)
  }

  /// Whose tokens go to a destination; `nil` where it takes none.
  subscript(destination: Destination) -> Authorizer? {
    destination.isAtGateway ? gateway : destination.service.flatMap { services[ExactText($0)] }
  }

  private static func gateway(
    _ server: ResourceURL,
    _ credentials: ClientCredentials?,
    _ options: AuthorizationOptions,
    _ exchange: AuthorizationExchange
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
        exchange: exchange
      )
    }
    guard let provider = options.gatewayTokenProvider ?? registered ?? grant else { return nil }
    return Authorizer(origin: server.origin, policy: .gateway(credentials?.scope ?? .unnamed), provider: provider) {
      tokens in
      (credentials?.introspectionURL ?? endpoint("introspection")).map { url in
        Introspector(url: url, exchange: exchange, authentication: .token(tokens, "authorization.introspect"))
      }
    }
  }

  private static func credentials(_ destination: Destination) -> ClientCredentials? {
    if case .oauth2(let credentials)? = destination.credential?.kind { credentials } else { nil }
  }
}
