// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules of one kind of authorization server.
///
/// A value: the decision reads nothing else.
struct AuthorizationPolicy: Sendable, Hashable {
  /// The scope of a request without a named or learned scope; `nil` sends it without a token.
  var unaskedScope: TokenScope?
  /// The scope that a server means if it requires a token without naming a scope.
  var defaultScope: TokenScope
  /// The element that every scope has.
  var requiredElement: String?
  /// Whether to obtain scopes that the server requires.
  var obeysAskedScopes: Bool
  /// The maximum number of times a request is sent again with another token.
  var resendLimit: Int
  /// The maximum number of times a request is sent again after `409` with `MFP-Conflict`.
  var conflictLimit: Int

  /// A gateway: no token until it requires one, unless a scope is configured, then whatever scope it requires.
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

  /// A service: a token for the configured scope from the first request on, and a new one if it is refused.
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

  /// The scope as the key of tokens: with the required element.
  func key(_ scope: TokenScope) -> TokenScope { requiredElement.map(scope.adding) ?? scope }
}
