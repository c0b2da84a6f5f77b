// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// User names and passwords by origin, for as long as the program runs.
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

  /// An empty store.
  public init() {}

  /// Keeps a credential for an origin, or for one realm of it; `nil` removes it.
  public func set(_ credential: LoginCredential?, for origin: Origin, realm: String? = nil) {
    credentials.withLock { $0[Key(origin, realm)] = credential }
  }

  /// The credential for the realm, or for the whole origin; none where that one was refused.
  public func credential(for space: ProtectionSpace, refused: LoginCredential?) async -> LoginCredential? {
    let found = credentials.withLock { credentials in
      credentials[Key(space.origin, space.realm)] ?? credentials[Key(space.origin, nil)]
    }
    return found == refused ? nil : found
  }
}
