// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps a registered client's name for as long as the program runs.
public final class InMemoryIdentityStore: IdentityStore {
  private let clientID: Lock<String?>

  /// A store, empty unless a name is given.
  public init(_ clientID: String? = nil) {
    self.clientID = Lock(clientID)
  }

  /// The name that is kept.
  public func load() async -> String? { clientID.withLock(\.self) }

  /// Keeps a name.
  public func save(_ clientID: String?) async { self.clientID.withLock { $0 = clientID } }
}
