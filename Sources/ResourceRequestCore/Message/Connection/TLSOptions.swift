// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// TLS options: trusted authorities, client certificate, server name, pinned keys.
///
/// The server's certificate is always verified, by default against the system's authorities; the only exception is
/// ``insecureSkipVerify()``, which a document cannot ask for. Files are named by path and read for each connection, so
/// a renewed certificate is used without a restart. A configuration document is refused if one of its files is missing
/// or invalid.
///
/// Material in memory, from a vault or from the environment, needs no file: ``caPEM``, ``certificatePEM`` and
/// ``keyPEM`` are PEM texts (RFC 7468), and each replaces the file of its name. They exist in code only.
public struct TLSOptions: Sendable, Hashable {
  /// A PEM file of trusted certificate authorities.
  ///
  /// They replace the system's authorities.
  public var caFile: String?
  /// A directory of trusted certificate authorities, each named by its hash (`openssl rehash`).
  ///
  /// They replace the system's authorities.
  public var caDirectory: String?
  /// The PEM file of the client certificate, followed by its intermediate certificates.
  public var certificate: String?
  /// The PEM file of the client's private key; `nil` if the certificate's file contains it.
  public var key: String?
  /// The text of trusted certificate authorities, instead of a file.
  ///
  /// They replace the system's authorities, those of ``caFile``, and those of ``caDirectory``.
  public var caPEM: String?
  /// The text of the client certificate, followed by its intermediate certificates, instead of ``certificate``.
  ///
  /// It is a secret, since it may contain the private key.
  public var certificatePEM: Secret?
  /// The text of the client's private key, instead of ``key``; `nil` if it is with the certificate or in a file.
  public var keyPEM: Secret?
  /// The password of the private key.
  public var keyPassword: Secret?
  /// The minimum TLS version; `nil` for TLS 1.2.
  public var minimumVersion: TLSOptions.Version?
  /// Pinned public keys: the server must have one of them, in addition to a trusted certificate; empty for no pinning.
  ///
  /// Checked on every connection. Name a backup key too, for the day the first has to be replaced.
  public var pinnedPublicKeys: [PublicKeyPin]
  /// The server name for SNI and certificate verification, if it is not the URL's host.
  public var serverName: String?
  /// What happens without `close_notify`; `nil` for ``TLSCloseNotify/required``.
  public var closeNotify: TLSCloseNotify?
  /// Whether certificate verification is off; see ``insecureSkipVerify()``.
  public private(set) var skipsVerification = false

  /// Creates options; by default with the system's authorities, no client certificate, and TLS 1.2 or later.
  public init(
    caFile: String? = nil,
    caDirectory: String? = nil,
    certificate: String? = nil,
    key: String? = nil,
    caPEM: String? = nil,
    certificatePEM: Secret? = nil,
    keyPEM: Secret? = nil,
    keyPassword: Secret? = nil,
    minimumVersion: TLSOptions.Version? = nil,
    pinnedPublicKeys: [PublicKeyPin] = [],
    serverName: String? = nil,
    closeNotify: TLSCloseNotify? = nil
  ) {
    self.caFile = caFile
    self.caDirectory = caDirectory
    self.certificate = certificate
    self.key = key
    self.caPEM = caPEM
    self.certificatePEM = certificatePEM
    self.keyPEM = keyPEM
    self.keyPassword = keyPassword
    self.minimumVersion = minimumVersion
    self.pinnedPublicKeys = pinnedPublicKeys
    self.serverName = serverName
    self.closeNotify = closeNotify
  }

  /// Turns certificate verification off, so an attacker can impersonate the server: for tests on your own machine only.
  ///
  /// It exists in code only, not in documents. The first request with it is reported to the observers as a
  /// ``RequestEvent/Kind/warning``. Pinned public keys are still checked.
  public static func insecureSkipVerify() -> TLSOptions {
    var options = TLSOptions()
    options.skipsVerification = true
    return options
  }

  /// A version of TLS.
  public enum Version: String, Sendable, Hashable, CaseIterable {
    /// TLS 1.2 (RFC 5246): the oldest supported version, and the default minimum.
    case v1_2 = "1.2"
    /// TLS 1.3 (RFC 8446).
    case v1_3 = "1.3"
  }
}

/// What happens when a server closes a connection without TLS's `close_notify` (RFC 8446 §6.1).
///
/// It matters for responses with neither a length nor chunked coding, whose body ends with the connection: only
/// `close_notify` distinguishes the server's end from an attacker's.
public enum TLSCloseNotify: String, Sendable, Hashable, CaseIterable {
  /// The body counts as incomplete: the call fails with `connectionClosed`.
  case required
  /// The body counts as complete.
  ///
  /// For servers that never send it, on a trusted network.
  case optional
}

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
