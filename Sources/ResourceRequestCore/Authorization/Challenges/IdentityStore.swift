// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Stores the identifier that a gateway assigned to a registered client.
public protocol IdentityStore: Sendable {
  /// Returns the identifier; `nil` if there is none yet.
  ///
  /// - Throws: any error, which fails the calls that wait for a token.
  func load() async throws -> String?

  /// Stores an identifier, or removes it for `nil`.
  ///
  /// - Throws: any error, which fails the calls that wait for a token.
  func save(_ clientID: String?) async throws
}

/// Stores a registered client's identifier in memory.
public final class InMemoryIdentityStore: IdentityStore {
  private let clientID: Lock<String?>

  /// Creates a store; empty by default.
  public init(_ clientID: String? = nil) {
    self.clientID = Lock(clientID)
  }

  /// Returns the stored identifier.
  public func load() async -> String? { clientID.withLock(\.self) }

  /// Stores an identifier.
  public func save(_ clientID: String?) async { self.clientID.withLock { $0 = clientID } }
}
