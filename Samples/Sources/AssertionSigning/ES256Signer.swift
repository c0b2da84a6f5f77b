// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
public import Foundation
public import ResourceRequestKit

/// Signs with a P-256 key that is stored in a file and never leaves this process.
public struct ES256Signer: ClientAssertionSigner {
  /// `ES256` (RFC 7518 §3.4).
  public let algorithm = "ES256"
  private let key: P256.Signing.PrivateKey

  /// Creates a signer with the key in a file; creates the key and its file if there is none.
  ///
  /// - Throws: ``KeyFileError``.
  public init(keyFile path: String) throws(KeyFileError) {
    key = try KeyFile(path: path).loadOrMake()
  }

  /// The key's public half as a JSON Web Key (RFC 7518 §6.2).
  public var publicKey: JSON {
    // The raw representation is the point's two coordinates, 32 bytes each.
    let point = key.publicKey.rawRepresentation
    return [
      "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256",
      "x": .string(Self.encoded(point.prefix(32))), "y": .string(Self.encoded(point.suffix(32))),
    ]
  }

  /// Signs bytes, hashed with SHA-256.
  ///
  /// - Returns: the two numbers of the signature, 32 bytes each.
  public func sign(_ bytes: Data) async throws -> Data {
    try key.signature(for: bytes).rawRepresentation
  }

  /// Base64 for URLs, without padding (RFC 7515 §2).
  private static func encoded(_ bytes: Data) -> String {
    bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
