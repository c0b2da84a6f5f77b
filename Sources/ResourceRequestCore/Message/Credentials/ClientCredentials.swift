// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Client credentials for a token endpoint (the client credentials grant, RFC 6749 §4.4).
public struct ClientCredentials: Sendable, Hashable {
  /// How the client authenticates (RFC 6749 §2.3.1).
  public enum Authentication: String, Sendable, Hashable, CaseIterable {
    /// In `Authorization: Basic`, id and secret form-encoded before they are joined.
    case basic
    /// As form fields, for servers that support nothing else.
    case post
  }

  /// The token endpoint; `nil` for the gateway's, `/api/az/v1/token` below its server URL.
  public var tokenURL: ResourceURL?
  /// The introspection endpoint (RFC 7662); `nil` for the gateway's; a service has none then.
  public var introspectionURL: ResourceURL?
  /// The client id.
  public var clientID: String
  /// The client secret.
  public var clientSecret: Secret
  /// Space-separated OAuth scopes of the tokens.
  public var scope: TokenScope
  /// The audience of the tokens, for servers that require it.
  public var audience: String?
  /// How the client authenticates.
  public var authentication: Authentication

  /// Creates credentials for a token endpoint.
  public init(
    tokenURL: ResourceURL? = nil,
    clientID: String,
    clientSecret: Secret,
    scope: TokenScope = .unnamed,
    audience: String? = nil,
    authentication: Authentication = .basic,
    introspectionURL: ResourceURL? = nil
  ) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scope = scope
    self.audience = audience
    self.authentication = authentication
    self.introspectionURL = introspectionURL
  }
}
