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
