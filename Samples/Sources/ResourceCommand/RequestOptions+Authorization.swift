// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension RequestOptions {
  /// The owner of the credentials that the request is sent with.
  func owner(in configuration: ResourceConfiguration) -> TokenOwner {
    TokenOwner(of: target, service: place.service, in: configuration)
  }

  /// Applies the flags for credentials to the configuration and the request; fetches nothing.
  ///
  /// - Throws: ``InputError`` for a missing value.
  func authorize(_ request: inout ResourceRequest, in configuration: inout ResourceConfiguration) throws {
    let owner = owner(in: configuration)
    if tokens.clientID != nil || login.bearerEnv != nil || login.logsIn,
      request.headers.contains("Authorization")
    {
      throw InputError("--header: Authorization is what other options here are about; choose one")
    }
    if login.logsIn, let url = try? ResourceURL(target), url.userInfo != nil {
      throw InputError("\(login.user == nil ? "--netrc" : "--user"): the URL has a user name too; choose one")
    }
    try tokens.apply(to: &configuration, for: owner)
    try login.apply(to: &configuration, for: owner, &request)
    try tokens.checkScope(for: owner, in: configuration)
    request.scope = tokens.scope.map { TokenScope($0) }
  }

  /// Creates the sources of tokens and passwords.
  ///
  /// - Throws: ``InputError``, or an error of routing.
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
    if login.logsIn {
      authorization.credentialStore = try login.makeStore(for: try fetching.resolve(request).url.origin)
    }
    return authorization
  }

  /// Turns the request's address into a service, so that its tokens are fetched and renewed like any other's and sent
  /// nowhere else.
  ///
  /// - Throws: ``InputError``, or an error of routing.
  func serveAddress(
    of request: inout ResourceRequest,
    in configuration: inout ResourceConfiguration,
    over transport: any Transport
  ) throws {
    let index = configuration.services.firstIndex { $0.name == TokenFlags.endpointName }
    guard let index, owner(in: configuration) == .address else { return }
    let resolved = try ResourceClient(configuration: configuration, transport: transport).resolve(request)
    guard !resolved.url.path.utf8.suffix(2).elementsEqual("//".utf8) else {
      throw InputError(
        "--client-id: nothing may lie below an address that ends with //; get the token with \"resource token get\" and "
          + "name its variable with --bearer-env"
      )
    }
    configuration.services[index].baseURL = resolved.url
    request.service = TokenFlags.endpointName
    request.target = ""
    request.pathParameters = [:]
    request.query = [:]
    // With these methods the procedure parameters are already in the URL; with others they become a form.
    if [.get, .head, .delete].contains(request.method) { request.procedureParameters = nil }
  }
}
