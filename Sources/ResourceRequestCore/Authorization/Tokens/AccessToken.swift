// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A bearer token with its lifetime and scope (RFC 6749 §5.1).
public struct AccessToken: Sendable, Hashable {
  /// The token.
  public let value: Secret
  /// The lifetime from the time of the request; `nil` if the issuer does not say.
  public let lifetime: Duration?
  /// The granted scope; `nil` means the requested one.
  public let scope: TokenScope?

  /// Creates a token.
  public init(_ value: Secret, lifetime: Duration? = nil, scope: TokenScope? = nil) {
    self.value = value
    self.lifetime = lifetime
    self.scope = scope
  }
}
