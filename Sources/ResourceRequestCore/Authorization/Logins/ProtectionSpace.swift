// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a server asks a user name and password for (RFC 9110 §11.5).
public struct ProtectionSpace: Sendable, Hashable {
  /// Who asks.
  public let origin: Origin
  /// What is protected, as the server names it.
  public let realm: String?
  /// How they would be sent: `basic` or `digest`.
  public let scheme: String
  /// Whether a redirect led there from another origin, so that neither the caller nor the configuration named who asks.
  public let isRedirectTarget: Bool

  /// A protection space.
  public init(origin: Origin, realm: String?, scheme: String, isRedirectTarget: Bool = false) {
    self.origin = origin
    self.realm = realm
    self.scheme = scheme
    self.isRedirectTarget = isRedirectTarget
  }
}
