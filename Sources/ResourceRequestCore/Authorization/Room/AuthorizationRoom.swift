// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Credentials, tokens and logins.
struct AuthorizationRoom: Room {
  /// What is kept for a destination.
  struct Kept: Sendable {
    /// The state of its credentials, which outlasts a change of its other settings.
    let state: AuthorizationState
    /// Fetches its tokens; `nil` if it needs none, or its gateway has it.
    let authorizer: Authorizer?
  }

  let options: AuthorizationOptions

  func lastingIdentity(of destination: Destination) -> LastingIdentity? {
    LastingIdentity(CredentialIdentity(destination))
  }

  func keep(_ former: Kept?, at site: Site) -> Kept {
    let state = former?.state ?? AuthorizationState(file: tokenFile(of: site.destination))
    return Kept(state: state, authorizer: AuthorizerFactory(site: site).authorizer(state))
  }

  /// The authorizer of the tokens for a destination; `nil` if it takes none.
  func authorizer(_ kept: Kept, at site: Site) -> Authorizer? { site.shared(kept).authorizer }

  func describe(_ kept: Kept, at site: Site, in surroundings: inout Surroundings) {
    let destination = site.destination
    let file = kept.state.file
    let authorizer = authorizer(kept, at: site)
    if let authorizer {
      surroundings.credentials = AuthorizationMiddleware(authorizer: authorizer)
    } else if let credential = destination.credential, let base = destination.base {
      surroundings.credentials = CredentialMiddleware.fit(
        for: credential,
        origin: base.origin,
        sessions: kept.state.sessions,
        file: file
      )
    }
    if ProxyLoginMiddleware.applies(to: destination.settings.connection.proxy) {
      surroundings.proxyLogin = kept.state.proxyLogin
    }
    surroundings.principal = { [options] in
      Principal(of: destination, takesTokens: authorizer != nil, file, options)
    }
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site) {
    let destination = site.destination
    for files in destination.secretFiles { plan.add(SecretFileWarning(files), at: .warnings) }
    if destination.isAtGateway, !options.securityCheckHandlers.isEmpty, options.registeredClient == nil {
      let warning = FirstRequestWarning(plan.told) { _ in
        "the handlers of security checks are not asked without a registered client; set "
          + "`AuthorizationOptions.registeredClient`"
      }
      plan.add(warning, at: .warnings)
    }
    plan.add(challenges(kept, at: site), at: .challenges)
    // Without credentials of its own, those of the request's URL, or from a store.
    let source = options.credentialStore.map { LoginMiddleware.Source.store($0) } ?? .none
    plan.add(
      site.surroundings.credentials ?? LoginMiddleware(source: source, sessions: kept.state.sessions),
      at: .credentials
    )
    plan.add(site.surroundings.proxyLogin, at: .proxy)
  }

  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    let tokens = authorizer(kept, at: site)?.tokens.kept(at: now) ?? []
    status.tokens = tokens.map { scope, end in
      ServiceStatus.Token(scope: scope.description, seconds: now.duration(to: end).inSeconds)
    }.sorted { $0.scope < $1.scope }
  }

  /// The file of a destination's token; `nil` if it has none.
  private func tokenFile(of destination: Destination) -> TokenFile? {
    if case .bearerFile(let path)? = destination.credential?.kind { TokenFile(path) } else { nil }
  }

  /// The middleware that passes the gateway's responses to its challenge handlers; `nil` if there are none.
  private func challenges(_ kept: Kept, at site: Site) -> GatewayChallengeMiddleware? {
    let handlers = options.gatewayChallengeHandlers
    guard site.destination.isAtGateway, !handlers.isEmpty, let base = site.destination.base else { return nil }
    return GatewayChallengeMiddleware(handlers: handlers, turns: site.shared(kept).state.logins, origin: base.origin)
  }
}

/// Decides whether a service's credentials are unchanged by a reload: everything that a token or a login depends on,
/// and nothing else.
private struct CredentialIdentity: Hashable, Sendable {
  private let service: String?
  private let isAtGateway: Bool
  private let origin: Origin?
  /// The gateway's token endpoint.
  private let gateway: String?
  private let credential: ServiceCredential?
  /// The client certificate that a token may be bound to, and the trusted authorities.
  private let tls: TLSOptions?

  init(_ destination: Destination) {
    service = destination.service
    isAtGateway = destination.isAtGateway
    origin = destination.base?.origin
    gateway = destination.isAtGateway ? destination.base?.prefix : nil
    credential = destination.credential
    tls = destination.settings.connection.tls
  }
}

extension Principal {
  /// The principal of the requests to a destination, as far as its configuration determines it.
  ///
  /// - Parameters:
  ///   - destination: the destination.
  ///   - takesTokens: whether an authorization server gives its tokens.
  ///   - file: the file of its token; `nil` if it has none.
  ///   - options: what the program adds to the configuration.
  init(of destination: Destination, takesTokens: Bool, _ file: TokenFile?, _ options: AuthorizationOptions) {
    if takesTokens, options.givesTokens(for: destination) {
      self = .unknown
    } else if let credential = destination.credential {
      if let file {
        self = .following(credential) { file.files.text }
      } else if let secret = credential.secret {
        self =
          secret.mayChange
          ? .following(credential) { secret.reveal() }
          : .named(Principal.name(of: credential, secret: secret.reveal()))
      } else {
        self = .unknown
      }
    } else {
      // A user's login, or a store of logins: the principal is known only once they are asked.
      self = takesTokens || options.credentialStore != nil ? .unknown : .nobody
    }
  }

  /// A principal by what its secret is now.
  private static func following(
    _ credential: ServiceCredential,
    _ secret: @escaping @Sendable () -> String?
  ) -> Principal {
    let last = Lock<(secret: String, name: String)?>(nil)
    return .following {
      guard let secret = secret() else { return nil }
      if let last = last.withLock({ $0 }), last.secret.hasSameBytes(as: secret) { return last.name }
      let name = name(of: credential, secret: secret)
      last.withLock { $0 = (secret, name) }
      return name
    }
  }

  /// A digest of the credential, its secret included.
  ///
  /// Whoever knows only the name of a user must not read that user's responses. Tokens that are fetched for the credential
  /// take no part.
  private static func name(of credential: ServiceCredential, secret: String) -> String {
    let parts =
      switch credential.kind {
      case .basic(let username, _): ["basic", username]
      case .digest(let login): ["digest", login.username]
      case .apiKey(_, let name, let policy): ["key", name, policy.rawValue]
      case .bearer, .bearerFile: ["bearer"]
      case .oauth2(let credentials):
        [
          "client", credentials.tokenURL?.string ?? "", credentials.audience ?? "", "\(credentials.scope)",
          credentials.clientID,
        ]
      }
    return SHA256.hexadecimal(of: joined(parts + [secret]))
  }
}

extension AuthorizationOptions {
  /// Whether the program gives the tokens for a destination, whatever its configuration says.
  fileprivate func givesTokens(for destination: Destination) -> Bool {
    if destination.isAtGateway { return gatewayTokenProvider != nil || registeredClient != nil }
    return tokenProviders.contains { name, _ in
      destination.service.map { name.hasSameBytes(as: $0) } ?? false
    }
  }
}
