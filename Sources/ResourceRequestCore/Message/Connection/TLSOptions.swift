// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// TLS options: trusted authorities, client certificate, server name, pinned keys.
///
/// The certificate of a server is verified, against the authorities of the system unless others are named; the one
/// exception is ``insecureSkipVerify()``, which no document can ask for. Files
/// are named by path and read when a connection is made, so a renewed certificate is used without a restart; a
/// configuration's document is refused where one of them is missing or not what it should be.
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
  /// The password of the private key.
  public var keyPassword: Secret?
  /// The minimum TLS version; `nil` for TLS 1.2.
  public var minimumVersion: TLSOptions.Version?
  /// Pinned public keys: the server must have one of them, besides a trusted certificate; empty for no pinning.
  ///
  /// Checked on every connection. Name a second one, kept elsewhere, for the day the first has to be replaced.
  public var pinnedPublicKeys: [PublicKeyPin]
  /// The server name for SNI and certificate verification, if it is not the URL's host.
  public var serverName: String?
  /// What happens without `close_notify`; `nil` for ``TLSCloseNotify/required``.
  public var closeNotify: TLSCloseNotify?
  /// Whether certificate verification is off; see ``insecureSkipVerify()``.
  public private(set) var skipsVerification = false

  /// The system's authorities, no certificate, TLS 1.2 or newer, unless named.
  public init(
    caFile: String? = nil,
    caDirectory: String? = nil,
    certificate: String? = nil,
    key: String? = nil,
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
    self.keyPassword = keyPassword
    self.minimumVersion = minimumVersion
    self.pinnedPublicKeys = pinnedPublicKeys
    self.serverName = serverName
    self.closeNotify = closeNotify
  }

  /// Turns certificate verification off, so that anybody can pose as the server: for tests on your own machine only.
  ///
  /// They can be had in code only, never from a document. The first request that goes out with them is told to the
  /// observer as a ``RequestEvent/Kind/warning``. Pinned public keys are checked all the same.
  public static func insecureSkipVerify() -> TLSOptions {
    var options = TLSOptions()
    options.skipsVerification = true
    return options
  }
}
