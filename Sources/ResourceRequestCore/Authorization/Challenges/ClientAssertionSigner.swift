// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Signs for a registered client and keeps its private key.
public protocol ClientAssertionSigner: Sendable {
  /// The algorithm's name in a token's head, such as `ES256` or `RS256` (RFC 7518 §3.1).
  var algorithm: String { get }

  /// The public key as a JSON Web Key (RFC 7517), sent to the gateway at the registration.
  var publicKey: JSON { get }

  /// Signs bytes.
  ///
  /// - Returns: the signature in the form of RFC 7515; for ES256 the two concatenated numbers, not DER.
  func sign(_ bytes: Data) async throws -> Data
}
