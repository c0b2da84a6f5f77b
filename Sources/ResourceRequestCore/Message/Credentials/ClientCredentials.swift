// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a program shows a token endpoint to get tokens for itself (the client credentials grant, RFC 6749 §4.4).
public struct ClientCredentials: Sendable, Hashable {
  /// How the program shows who it is (RFC 6749 §2.3.1).
  public enum Authentication: String, Sendable, Hashable, CaseIterable {
    /// In `Authorization: Basic`, id and secret form-encoded before they are joined.
    case basic
    /// As fields of the form, for servers that know nothing else.
    case post
  }

  /// The token endpoint; `nil` is the gateway's own, `/api/az/v1/token` below its server URL.
  public var tokenURL: ResourceURL?
  /// Where tokens can be asked about (RFC 7662); `nil` is the gateway's own, and nowhere for a service.
  public var introspectionURL: ResourceURL?
  /// The name of the program.
  public var clientID: String
  /// Its secret.
  public var clientSecret: Secret
  /// What its tokens are to be good for.
  public var scope: TokenScope
  /// The service the tokens are for, for servers that ask for it.
  public var audience: String?
  /// How id and secret are sent.
  public var authentication: Authentication

  /// Credentials for a token endpoint.
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
