// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The protection space of a challenge (RFC 9110 §11.5).
public struct ProtectionSpace: Sendable, Hashable {
  /// The origin of the server.
  public let origin: Origin
  /// The realm.
  public let realm: String?
  /// The scheme: `basic` or `digest`.
  public let scheme: String
  /// Whether a redirect from another origin led there, so that neither the caller nor the configuration named the
  /// server.
  public let isRedirectTarget: Bool

  /// Creates a protection space.
  public init(origin: Origin, realm: String?, scheme: String, isRedirectTarget: Bool = false) {
    self.origin = origin
    self.realm = realm
    self.scheme = scheme
    self.isRedirectTarget = isRedirectTarget
  }
}
