// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// An algorithm of HTTP message signatures, by its registered name (RFC 9421 §6.2).
public enum SignatureAlgorithm: String, CaseIterable, Sendable {
  /// A code by a shared key, with SHA-256.
  case hmacSHA256 = "hmac-sha256"
  /// Edwards curve 25519.
  case ed25519
  /// The curve P-256, with SHA-256.
  case ecdsaP256 = "ecdsa-p256-sha256"
  /// The curve P-384, with SHA-384.
  case ecdsaP384 = "ecdsa-p384-sha384"
  /// RSA, padded by PSS, with SHA-512.
  case rsaPSS = "rsa-pss-sha512"
  /// RSA, padded by PKCS #1, with SHA-256.
  case rsaPKCS1 = "rsa-v1_5-sha256"
}

/// Signs by a key, as its text says it.
struct SignatureKey: Sendable {
  /// Why a key cannot sign: a phrase with the remedy.
  struct Invalid: Error {
    let reason: String
  }

  private let algorithm: SignatureAlgorithm
  private let secret: Secret

  /// - Parameters:
  ///   - algorithm: how to sign.
  ///   - secret: a shared key in base64, or a private key as PEM.
  init(_ algorithm: SignatureAlgorithm, _ secret: Secret) {
    self.algorithm = algorithm
    self.secret = secret
  }

  /// Signs; the key is read anew, since it may follow a file.
  func sign(_ message: [UInt8]) throws(Invalid) -> [UInt8] {
    guard algorithm == .hmacSHA256 else {
      #if Sockets && os(Linux)
        return try PrivateKey(pem: secret, algorithm).sign(message)
      #else
        throw Invalid(reason: "\(algorithm.rawValue) needs OpenSSL, and this build is without it; expected hmac-sha256")
      #endif
    }
    let text = secret.reveal().split(omittingEmpty: true) { $0 == 0x0A || $0 == 0x0D }.joined()
    guard let key = Data(base64Encoded: text), !key.isEmpty else {
      throw Invalid(reason: "\"key\" is not base64, as the key of hmac-sha256 is to be")
    }
    return HMAC.code(of: message, key: Array(key))
  }
}
