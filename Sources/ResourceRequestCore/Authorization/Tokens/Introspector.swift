// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Introspects tokens (RFC 7662).
struct Introspector: Sendable {
  /// The authentication at the introspection endpoint.
  enum Authentication: Sendable {
    /// With a token of its own for a scope, as the gateway requires.
    case token(TokenCache, TokenScope)
    /// With client id and secret (RFC 7662 §2.1).
    case client(ClientCredentialsGrant)
  }

  let url: ResourceURL
  let exchange: AuthorizationExchange
  let authentication: Authentication

  func introspect(_ token: Secret, context: CallContext) async throws -> TokenIntrospection {
    let response: TransportResponse
    switch authentication {
    case .client(let grant):
      var (form, fields): (RequestParameters, Headers) = grant.identification
      form.append("token", token.reveal())
      response = try await exchange.send(form: form, to: url, adding: fields, context)
    case .token(let cache, let scope):
      response = try await send(token, cache, scope, context)
    }
    guard response.status.isSuccessful else {
      throw TokenError(status: response.status, detail: "the server refuses to introspect the token")
    }
    guard let members = try? JSON(parsing: response.body.bytes), members.object != nil else {
      throw TokenError(status: response.status, detail: "the response is not a JSON object")
    }
    return TokenIntrospection(members)
  }

  /// Sends with a token, and once more with a new one if it was refused.
  private func send(
    _ token: Secret,
    _ cache: TokenCache,
    _ scope: TokenScope,
    _ context: CallContext
  ) async throws -> TransportResponse {
    var isSecond = false
    while true {
      let held = try await cache.token(for: scope, context: context)
      let fields: Headers = ["Authorization": "Bearer " + held.token.value.reveal()]
      let response = try await exchange.send(form: ["token": .init(token.reveal())], to: url, adding: fields, context)
      guard response.status == 401, !isSecond else { return response }
      cache.drop(held, for: scope)
      isSecond = true
    }
  }
}

/// The introspection of a token (RFC 7662 §2.2).
public struct TokenIntrospection: Sendable, Hashable {
  /// Whether the token is active.
  public let isActive: Bool
  /// The scope.
  public let scope: TokenScope?
  /// The client that the token was issued to.
  public let clientID: String?
  /// The user name.
  public let username: String?
  /// The expiry.
  public let expiry: Date?
  /// All members of the response.
  public let members: JSON

  /// Reads a server's response; the token is inactive unless `active` is `true`.
  package init(_ members: JSON) {
    self.members = members
    isActive = members["active"].bool ?? false
    scope = members["scope"].string.map { TokenScope($0) }
    clientID = members["client_id"].string
    username = members["username"].string
    expiry = members["exp"].double.map { Date(timeIntervalSince1970: $0) }
  }
}
