// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public key a server must have: the SHA-256 of its certificate's SubjectPublicKeyInfo (RFC 7469 §2.4).
///
/// Written as `sha256//` and the digest in Base64, as for curl. OpenSSL computes it from a certificate:
///
/// ```text
/// openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64
/// ```
public struct PublicKeyPin: Sendable, Hashable, CustomStringConvertible {
  /// The pin as it is written.
  public let description: String

  /// Parses a pin; `nil` if the text is malformed.
  public init?(_ text: String) {
    guard text.begins(withBytesOf: Self.prefix),
      let digest = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))), digest.count == 32
    else { return nil }
    description = text
  }

  /// Creates the pin of a public key.
  ///
  /// - Parameter subjectPublicKeyInfo: the key as in a certificate, in DER.
  public init(of subjectPublicKeyInfo: some Sequence<UInt8>) {
    description = Self.prefix + Data(SHA256.digest(of: Array(subjectPublicKeyInfo))).base64EncodedString()
  }

  private static let prefix = "sha256//"
}
