// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
