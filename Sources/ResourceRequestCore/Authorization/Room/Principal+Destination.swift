// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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

extension ServiceCredential {
  /// Its secret; `nil` for a token file, whose content is the secret.
  fileprivate var secret: Secret? {
    switch kind {
    case .basic(_, let secret), .apiKey(let secret, _, _), .bearer(let secret): secret
    case .digest(let login): login.password
    case .oauth2(let credentials): credentials.clientSecret
    case .bearerFile: nil
    }
  }
}
