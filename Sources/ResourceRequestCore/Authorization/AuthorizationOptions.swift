// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a client's authorization needs beyond what the configuration's file can say.
public struct AuthorizationOptions: Sendable {
  /// Where the tokens of services come from, by the service's name; over what the configuration says.
  public var tokenProviders: [String: any TokenProvider]
  /// Where the gateway's tokens come from; over what the configuration says.
  public var gatewayTokenProvider: (any TokenProvider)?

  /// What knows user names and passwords, for servers that ask and for which nothing is configured.
  public var credentialStore: (any CredentialStore)?

  /// Nothing beyond the configuration, unless named.
  public init(
    tokenProviders: [String: any TokenProvider] = [:],
    gatewayTokenProvider: (any TokenProvider)? = nil,
    credentialStore: (any CredentialStore)? = nil
  ) {
    self.tokenProviders = tokenProviders
    self.gatewayTokenProvider = gatewayTokenProvider
    self.credentialStore = credentialStore
  }
}
