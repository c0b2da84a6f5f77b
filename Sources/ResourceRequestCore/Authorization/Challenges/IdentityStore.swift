// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps the name a gateway gave a registered client.
public protocol IdentityStore: Sendable {
  /// The name; `nil` where there is none yet.
  ///
  /// - Throws: any error, which ends the calls that wait for a token.
  func load() async throws -> String?

  /// Keeps a name, or forgets it where it is `nil`.
  ///
  /// - Throws: any error, which ends the calls that wait for a token.
  func save(_ clientID: String?) async throws
}
