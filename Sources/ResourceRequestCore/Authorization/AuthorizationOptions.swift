// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The authorization options that a configuration file cannot express.
public struct AuthorizationOptions: Sendable {
  /// The token providers of services by name; they override the configuration.
  public var tokenProviders: [String: any TokenProvider]
  /// The gateway's token provider; it overrides the configuration.
  public var gatewayTokenProvider: (any TokenProvider)?

  /// The store of user names and passwords for servers that challenge and have no configured credential.
  public var credentialStore: (any CredentialStore)?
  /// Registers the program with the gateway, as mobile apps do, instead of a configured client; `nil` does not.
  public var registeredClient: RegisteredClient?
  /// The handlers of a registered client's security checks, each named for its check.
  public var securityCheckHandlers: [any SecurityCheckHandler]
  /// The handlers of logins before the gateway; the first one that recognizes a response handles it.
  public var gatewayChallengeHandlers: [any GatewayChallengeHandler]

  /// Creates options.
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

extension AuthorizationOptions: RedactedDescription {
  /// The options by names and kinds on one line, without secrets.
  public var description: String {
    let services = tokenProviders.keys.sorted().map { Redaction.reference($0) }.joined(separator: ", ")
    let parts = [
      tokenProviders.isEmpty ? nil : "token providers of \(services)",
      gatewayTokenProvider == nil ? nil : "a token provider of the gateway",
      credentialStore.map { "credential store \(type(of: $0))" },
      registeredClient == nil ? nil : "a registered client",
      securityCheckHandlers.isEmpty ? nil : "\(securityCheckHandlers.count) security checks",
      gatewayChallengeHandlers.isEmpty ? nil : "\(gatewayChallengeHandlers.count) challenges of the gateway",
    ].compactMap(\.self)
    return (parts.isEmpty ? "no authorization beyond the configuration" : parts.joined(separator: ", ")).onOneLine
  }

  /// Whether nothing is set.
  var isEmpty: Bool {
    tokenProviders.isEmpty && gatewayTokenProvider == nil && credentialStore == nil && registeredClient == nil
      && securityCheckHandlers.isEmpty && gatewayChallengeHandlers.isEmpty
  }
}
