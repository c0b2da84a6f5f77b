// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The authorizing servers of a client: one for the gateway with all that is behind it, one for each service that takes
/// tokens.
struct Authorizers: Sendable {
  let gateway: Authorizer?
  let services: [String: Authorizer]

  init(
    _ configuration: ResourceConfiguration,
    _ destinations: [Destination],
    _ options: AuthorizationOptions,
    standardHeaders: Headers,
    _ transport: any Transport
  ) {
    var gateway: Authorizer?
    var services: [String: Authorizer] = [:]
    for destination in destinations {
      guard let base = destination.base else { continue }
      let exchange = AuthorizationExchange(
        transport: transport,
        headers: standardHeaders,
        options: destination.options,
        timeout: destination.settings.timeouts.total
      )
      if destination.isAtGateway {
        guard gateway == nil, let server = configuration.gateway?.serverURL else { continue }
        let grant = Authorizers.grant(destination.credential, gateway: server, exchange)
        guard let provider = options.gatewayTokenProvider ?? grant else { continue }
        gateway = Authorizer(origin: base.origin, policy: .gateway, provider: provider)
      } else if let name = destination.service {
        let grant = Authorizers.grant(destination.credential, gateway: nil, exchange)
        guard let provider = options.tokenProviders[name] ?? grant else { continue }
        let scope = grant?.credentials.scope ?? .unnamed
        services[name] = Authorizer(origin: base.origin, policy: .service(scope), provider: provider)
      }
    }
    self.gateway = gateway
    self.services = services
  }

  /// Whose tokens go to a destination; `nil` where it takes none.
  subscript(destination: Destination) -> Authorizer? {
    destination.isAtGateway ? gateway : destination.service.flatMap { services[$0] }
  }

  private static func grant(
    _ credential: ServiceCredential?,
    gateway: ResourceURL?,
    _ exchange: AuthorizationExchange
  ) -> ClientCredentialsGrant? {
    guard case .oauth2(let credentials)? = credential?.kind else { return nil }
    let own = gateway.flatMap { try? ResourceURL(Destination.Base($0, below: "/api/az/v1/token").prefix) }
    return ClientCredentialsGrant(
      credentials: credentials,
      tokenURL: credentials.tokenURL ?? own,
      exchange: exchange
    )
  }
}
