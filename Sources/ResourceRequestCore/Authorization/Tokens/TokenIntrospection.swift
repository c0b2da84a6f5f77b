// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a server says of a token (RFC 7662 §2.2).
public struct TokenIntrospection: Sendable, Hashable {
  /// Whether the token is good now.
  public let isActive: Bool
  /// What it is good for.
  public let scope: TokenScope?
  /// The program it was given to.
  public let clientID: String?
  /// The person it stands for.
  public let username: String?
  /// When it ends.
  public let expiry: Date?
  /// Everything the server says, as it says it.
  public let members: JSON

  /// Reads a server's answer; one that does not say `true` says that the token is not good.
  public init(_ members: JSON) {
    self.members = members
    isActive = members["active"].bool ?? false
    scope = members["scope"].string.map { TokenScope($0) }
    clientID = members["client_id"].string
    username = members["username"].string
    expiry = members["exp"].double.map { Date(timeIntervalSince1970: $0) }
  }
}
