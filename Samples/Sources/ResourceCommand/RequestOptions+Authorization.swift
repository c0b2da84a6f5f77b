// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension RequestOptions {
  /// Whose credentials the request is sent with.
  func owner(in configuration: ResourceConfiguration) -> TokenOwner {
    TokenOwner(of: target, service: place.service, in: configuration)
  }

  /// Puts what the flags say of who asks into the configuration and the request; nothing is fetched.
  ///
  /// - Throws: ``InputError`` for what is missing.
  func authorize(_ request: inout ResourceRequest, in configuration: inout ResourceConfiguration) throws {
    let owner = owner(in: configuration)
    if tokens.clientID != nil || login.bearerEnv != nil || login.user != nil,
      request.headers.contains("Authorization")
    {
      throw InputError("--header: Authorization is what other options here are about; choose one")
    }
    try tokens.apply(to: &configuration, for: owner)
    try login.apply(to: &configuration, for: owner, &request)
    try tokens.checkScope(for: owner, in: configuration)
    request.scope = tokens.scope.map { TokenScope($0) }
  }

  /// Where tokens and passwords come from.
  ///
  /// - Throws: ``InputError``, or what routing throws.
  func makeAuthorization(_ request: ResourceRequest, with fetching: ResourceClient) throws -> AuthorizationOptions {
    var authorization = AuthorizationOptions()
    let owner = owner(in: fetching.configuration)
    if let file = tokens.cacheFile, tokens.areTaken(by: owner, in: fetching.configuration) {
      let kept = KeptTokens(in: file, by: fetching, for: owner)
      if let name = owner.serviceName(in: fetching.configuration) {
        authorization.tokenProviders[name] = kept
      } else {
        authorization.gatewayTokenProvider = kept
      }
    }
    if login.user != nil {
      authorization.credentialStore = try login.makeStore(for: try fetching.resolve(request).url.origin)
    }
    return authorization
  }

  /// Puts a token on a request to an address, which no service's tokens are for.
  func addToken(to request: inout ResourceRequest, with client: ResourceClient) async throws {
    guard owner(in: client.configuration) == .address, tokens.clientID != nil else { return }
    let scope = tokens.scope.map { TokenScope($0) }
    let token = try await client.authorization.token(for: scope, service: TokenFlags.endpointName)
    request.headers["Authorization"] = "Bearer \(token.value.reveal())"
  }

  /// What the flags say of who asks, for people.
  func explainAuthorization() -> [Explanation.Row] {
    var rows: [Explanation.Row] = []
    if let id = tokens.clientID {
      let place = tokens.tokenURL ?? "the gateway's token endpoint"
      rows.append(("credential", "oauth2, client \(id), token of \(place)", "--client-id"))
    } else if login.bearerEnv != nil {
      rows.append(("credential", "bearer, ‹redacted›", "--bearer-env"))
    } else if let user = login.user {
      rows.append(("credential", "user \(user), where the server asks", "--user"))
    }
    if let scope = tokens.scope { rows.append(("scope", "\(TokenScope(scope))", "--scope")) }
    return rows
  }
}
