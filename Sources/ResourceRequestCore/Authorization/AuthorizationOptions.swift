// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a client's authorization needs beyond what the configuration's file can say.
public struct AuthorizationOptions: Sendable {
  /// Where the tokens of services come from, by the service's name; over what the configuration says.
  public var tokenProviders: [String: any TokenProvider]
  /// Where the gateway's tokens come from; over what the configuration says.
  public var gatewayTokenProvider: (any TokenProvider)?

  /// What knows user names and passwords, for servers that ask and for which nothing is configured.
  public var credentialStore: (any CredentialStore)?
  /// Registers the program with the gateway, as mobile apps do, in place of a configured client; `nil` does not.
  public var registeredClient: RegisteredClient?
  /// Answers for the security checks of a registered client, each named for its check.
  public var securityCheckHandlers: [any SecurityCheckHandler]
  /// Logs in to what stands before the gateway; the first that recognizes a response handles it.
  public var gatewayChallengeHandlers: [any GatewayChallengeHandler]

  /// Nothing beyond the configuration, unless named.
  public init(
    tokenProviders: [String: any TokenProvider] = [:],
    gatewayTokenProvider: (any TokenProvider)? = nil,
    credentialStore: (any CredentialStore)? = nil,
    registeredClient: RegisteredClient? = nil,
    securityCheckHandlers: [any SecurityCheckHandler] = [],
    gatewayChallengeHandlers: [any GatewayChallengeHandler] = []
  ) {
    self.tokenProviders = tokenProviders
    self.gatewayTokenProvider = gatewayTokenProvider
    self.credentialStore = credentialStore
    self.registeredClient = registeredClient
    self.securityCheckHandlers = securityCheckHandlers
    self.gatewayChallengeHandlers = gatewayChallengeHandlers
  }
}
