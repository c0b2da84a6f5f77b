// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Signs for a registered client: the private key stays with whoever implements it.
public protocol ClientAssertionSigner: Sendable {
  /// The algorithm's name in a token's head, such as `ES256` or `RS256` (RFC 7518 §3.1).
  var algorithm: String { get }

  /// The public key as a JSON Web Key (RFC 7517), which the gateway is told at the registration.
  var publicKey: JSON { get }

  /// Signs bytes.
  ///
  /// - Returns: the signature as RFC 7515 wants it; for ES256 the two numbers one after the other, not DER.
  /// - Throws: any error, which ends the calls that wait for a token.
  func sign(_ bytes: Data) async throws -> Data
}
