// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A bearer token and what its issuer said of it (RFC 6749 §5.1).
public struct AccessToken: Sendable, Hashable {
  /// The token.
  public let value: Secret
  /// How long it is good for, counted from when it was asked for; `nil` where the issuer does not say.
  public let lifetime: Duration?
  /// What it is good for, where the issuer says so; otherwise what was asked for.
  public let scope: TokenScope?

  /// A token.
  public init(_ value: Secret, lifetime: Duration? = nil, scope: TokenScope? = nil) {
    self.value = value
    self.lifetime = lifetime
    self.scope = scope
  }
}
