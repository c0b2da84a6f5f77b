// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  public init(_ members: JSON) {
    self.members = members
    isActive = members["active"].bool ?? false
    scope = members["scope"].string.map { TokenScope($0) }
    clientID = members["client_id"].string
    username = members["username"].string
    expiry = members["exp"].double.map { Date(timeIntervalSince1970: $0) }
  }
}
