// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What every request to a destination passes through, outermost first: THE order, in one list.
enum StandardPipeline {
  static func make(
    for destination: Destination,
    own: [any Middleware],
    authorizers: Authorizers,
    credentialStore: (any CredentialStore)?,
    cookies: CookieJar?,
    transport: any Transport
  ) -> Pipeline {
    var middleware: [any Middleware] = []
    // The client's own middleware sees each hop once, before anything is added to it.
    middleware += own
    // Sending again is outside of credentials, so that each attempt carries a current one.
    middleware.append(StaleConnectionMiddleware())
    if destination.settings.connection.tls?.skipsVerification == true { middleware.append(UnverifiedTLSWarning()) }
    middleware += destination.secretFiles.map(SecretFileWarning.init)
    // Credentials late, so that nothing above sees them.
    if let challenges = authorizers.challenges(at: destination) { middleware.append(challenges) }
    if let authorizer = authorizers[destination] {
      middleware.append(AuthorizationMiddleware(authorizer: authorizer))
    } else if let credential = destination.credential, let base = destination.base {
      middleware.append(CredentialMiddleware.fit(for: credential, origin: base.origin))
    } else {
      // What the URL of a request held, or a store knows.
      middleware.append(LoginMiddleware(source: credentialStore.map { .store($0) } ?? .none))
    }
    // Inside of logins, so that what one answer of a login sets goes out with the next request.
    if let cookies { middleware.append(CookieMiddleware(jar: cookies)) }
    return Pipeline(middleware, transport: transport, usual: destination.usual)
  }
}
