// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches a service's credential to requests to the service's own origin only.
struct CredentialMiddleware: Middleware {
  let credential: ServiceCredential
  let origin: Origin

  /// The middleware for a kind of credential.
  ///
  /// - Parameters:
  ///   - credential: the credential.
  ///   - origin: the service's own origin.
  ///   - sessions: the logins that servers accepted.
  ///   - file: the file of its token, if others follow it too.
  /// - Returns: the middleware.
  static func fit(
    for credential: ServiceCredential,
    origin: Origin,
    sessions: LoginSessions,
    file: TokenFile? = nil
  ) -> any Middleware {
    switch credential.kind {
    case .bearerFile(let path): TokenFileMiddleware(file: file ?? TokenFile(path), origin: origin)
    case .digest(let login): LoginMiddleware(source: .digest(login, origin), sessions: sessions)
    default: CredentialMiddleware(credential: credential, origin: origin)
    }
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    try await next(withCredential(request), context: context)
  }

  // Never inlined: what it needs would be in the frame of every call that waits.
  @inline(never)
  private func withCredential(_ request: ResolvedRequest) throws -> ResolvedRequest {
    guard request.isAt(origin), request.authorization.usesCredentials else { return request }
    return try credential.added(to: request)
  }
}

extension ServiceCredential {
  /// Returns the request with the credential attached.
  ///
  /// Credentials set by the caller override it.
  package func added(to request: ResolvedRequest) throws -> ResolvedRequest {
    var request = request
    switch kind {
    case .basic(let username, let password):
      try request.headers.setBasicIfAbsent(username, password)
    case .apiKey(let key, let name, .basic):
      try request.headers.setBasicIfAbsent(name, key)
    case .apiKey(let key, let name, .header):
      request.headers.setIfAbsent(name, key.reveal())
    case .apiKey(let key, let name, .query):
      // A redirect may contain it already.
      request.url = try request.url.settingQuery(name, to: key.reveal())
    case .bearer(let token):
      request.headers.setIfAbsent("Authorization", "Bearer \(token.reveal())")
    case .digest, .bearerFile, .oauth2:
      // They change with each request: their own middleware attaches them.
      break
    }
    return request
  }
}

extension Headers {
  fileprivate mutating func setIfAbsent(_ name: String, _ value: String) {
    if !contains(name) { append(name, value) }
  }

  /// Refuses what a document refuses too: credentials set in code may have any user name.
  fileprivate mutating func setBasicIfAbsent(_ username: String, _ password: Secret) throws {
    guard !contains("Authorization") else { return }
    guard !username.utf8.contains(UInt8(ascii: ":")) else {
      let message = "a user name with a colon cannot be told from its password (RFC 7617 §2)"
      throw TransportFailure(unsent: .invalidHeader, message)
    }
    append("Authorization", BasicField.value(username, password.reveal()))
  }
}
