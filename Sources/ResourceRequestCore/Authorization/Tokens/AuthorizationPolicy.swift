// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What tells one kind of authorizing server from another.
///
/// A value: the decision reads it and nothing else.
struct AuthorizationPolicy: Sendable, Hashable {
  /// The scope of a request that names none and of which nothing was learned; `nil` sends it without a token.
  var unaskedScope: TokenScope?
  /// What a server means that asks for a token and names no scope.
  var defaultScope: TokenScope
  /// The word every scope has.
  var requiredElement: String?
  /// Whether a scope the server asks for is obtained.
  var obeysAskedScopes: Bool
  /// How often a request is sent again with another token.
  var resendLimit: Int
  /// How often a request is sent again after `409` with `MFP-Conflict`.
  var conflictLimit: Int

  /// A gateway: no token until it asks for one, unless a scope is configured, and whatever scope it asks for.
  static func gateway(_ scope: TokenScope = .unnamed) -> AuthorizationPolicy {
    AuthorizationPolicy(
      unaskedScope: scope.isEmpty ? nil : scope,
      defaultScope: "RegisteredClient",
      requiredElement: "RegisteredClient",
      obeysAskedScopes: true,
      resendLimit: 4,
      conflictLimit: 7
    )
  }

  /// A service: a token for the scope that is configured from the first request on, and another where it is refused.
  static func service(_ scope: TokenScope) -> AuthorizationPolicy {
    AuthorizationPolicy(
      unaskedScope: scope,
      defaultScope: scope,
      requiredElement: nil,
      obeysAskedScopes: false,
      resendLimit: 1,
      conflictLimit: 0
    )
  }

  /// The scope as tokens are kept by: with the word every scope has.
  func key(_ scope: TokenScope) -> TokenScope {
    requiredElement.map(scope.adding) ?? scope
  }
}
