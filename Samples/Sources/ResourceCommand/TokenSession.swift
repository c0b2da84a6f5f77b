// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// A client with the tokens of one owner.
struct TokenSession {
  private let client: ResourceClient
  private let service: String?
  private let scope: TokenScope?
  private let timeout: Duration

  /// Creates a session from the options.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` if the owner has no tokens.
  init(_ options: TokenOptions, introspectionURL: String? = nil) throws {
    var (configuration, owner) = try Self.configure(options, introspectionURL: introspectionURL)
    guard options.tokens.areTaken(by: owner, in: configuration) else {
      throw InputError(owner.noTokens(in: configuration), status: .configuration)
    }
    try options.connection.apply(to: &configuration)
    let printer = options.verbose ? EventPrinter.onStandardError() : nil
    let environment = RequestEnvironment(observer: printer)
    let transport = options.transport.shared
    var client = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(attemptMiddleware: options.connection.leading, environment: environment)
    )
    service = owner.serviceName(in: configuration)
    if let file = options.tokens.cacheFile {
      let kept = KeptTokens(in: file, by: client, for: owner)
      let authorization =
        service.map { AuthorizationOptions(tokenProviders: [$0: kept]) }
        ?? AuthorizationOptions(gatewayTokenProvider: kept)
      client = ResourceClient(
        configuration: configuration,
        transport: transport,
        options: ClientOptions(
          attemptMiddleware: options.connection.leading,
          authorization: authorization,
          environment: environment
        )
      )
    }
    self.client = client
    scope = options.tokens.scope.map { TokenScope($0) }
    timeout = options.timeout ?? .seconds(60)
  }

  func token() async throws -> AccessToken {
    try await client.authorization.token(for: scope, service: service, timeout: timeout)
  }

  func introspect(_ token: Secret) async throws -> TokenIntrospection {
    try await client.authorization.introspect(token, service: service, timeout: timeout)
  }

  /// Selects tokens of a cache by the options; selects all if the options name none.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` if the named owner has no tokens.
  static func filter(_ options: TokenOptions) throws -> (TokenCacheFile.Key) -> Bool {
    let words = options.tokens.scope.map { TokenScope($0).cached }
    let isScope = { (key: TokenCacheFile.Key) in words.map { $0 == key.scope.cached } ?? true }
    let names = [options.place.service, options.place.gateway, options.tokens.clientID]
    guard names.contains(where: { $0 != nil }) else { return isScope }
    let (configuration, owner) = try configure(options)
    guard options.tokens.areTaken(by: owner, in: configuration) else {
      throw InputError(owner.noTokens(in: configuration), status: .configuration)
    }
    let (issuer, clientID) = KeptTokens.identity(of: owner, in: configuration)
    return { $0.issuer == issuer && $0.clientID == clientID && isScope($0) }
  }

  private static func configure(
    _ options: TokenOptions,
    introspectionURL: String? = nil
  ) throws -> (ResourceConfiguration, TokenOwner) {
    var configuration = try options.place.makeConfiguration()
    let owner = TokenOwner(of: nil, service: options.place.service, in: configuration)
    try options.tokens.apply(to: &configuration, for: owner, introspectionURL: introspectionURL)
    return (configuration, owner)
  }
}

extension TokenScope {
  /// The words to compare scopes by, always with `RegisteredClient`, which every gateway token has.
  fileprivate var cached: Set<String> { Set(elements).union(["RegisteredClient"]) }
}
