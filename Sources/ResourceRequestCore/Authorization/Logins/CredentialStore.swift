// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Knows user names and passwords, or asks somebody who does.
///
/// It is asked only after a server has asked (401 with a challenge), and only for that server. Where it has nothing to
/// say the request goes on without credentials, and the server's answer is the answer.
public protocol CredentialStore: Sendable {
  /// What to answer a server with; `nil` goes on without.
  ///
  /// - Parameters:
  ///   - space: who asks, and for what.
  ///   - refused: what the server has refused during this call, last of all; `nil` at first.
  /// - Returns: a user name and password, which are sent to that server only.
  /// - Throws: any error, which ends the call.
  func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential?
}
