// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Provides user names and passwords.
///
/// It is called only after a server has challenged (401), and only for that server. If it returns `nil`, the request
/// continues without credentials and the server's response is returned.
public protocol CredentialStore: Sendable {
  /// Returns the credential for a server; `nil` continues without one.
  ///
  /// - Parameters:
  ///   - space: the origin, the realm and the scheme of the challenge.
  ///   - refused: the last credential that the server refused during this call; `nil` at first.
  /// - Returns: a user name and password, which are sent to that server only.
  /// - Throws: any error, which fails the call.
  func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential?
}

/// Stores user names and passwords by origin in memory.
public final class InMemoryCredentialStore: CredentialStore {
  private struct Key: Sendable, Hashable {
    let origin: Origin
    let realm: ExactText?

    init(_ origin: Origin, _ realm: String?) {
      self.origin = origin
      self.realm = realm.map { ExactText($0) }
    }
  }

  private let credentials = Lock<[Key: LoginCredential]>([:])

  /// Creates an empty store.
  public init() {}

  /// Sets the credential for an origin, or for one of its realms; `nil` removes it.
  public func set(_ credential: LoginCredential?, for origin: Origin, realm: String? = nil) {
    credentials.withLock { $0[Key(origin, realm)] = credential }
  }

  /// Returns the credential for the realm, or for the whole origin; `nil` if that one was refused.
  public func credential(for space: ProtectionSpace, refused: LoginCredential?) async -> LoginCredential? {
    let found = credentials.withLock { credentials in
      credentials[Key(space.origin, space.realm)] ?? credentials[Key(space.origin, nil)]
    }
    return found == refused ? nil : found
  }
}

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
