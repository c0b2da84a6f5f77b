// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How TLS is spoken with a server: trusted authorities, client certificate, server name.
///
/// The certificate of a server is verified, against the authorities of the system unless others are named; the one
/// exception is ``insecureSkipVerify()``, which no document can ask for. Files
/// are named by path and read when a connection is made, so a renewed certificate is used without a restart; a
/// configuration's document is refused where one of them is missing or not what it should be.
public struct TLSOptions: Sendable, Hashable {
  /// A file of certificates of authorities, in PEM.
  ///
  /// They are trusted instead of the system's.
  public var caFile: String?
  /// A directory of such certificates, each under the hash of its name (`openssl rehash`).
  ///
  /// They are trusted instead of the system's.
  public var caDirectory: String?
  /// The file of the certificate this side shows, in PEM, followed by those between it and its authority.
  public var certificate: String?
  /// The file of its private key, in PEM; `nil` where the file of the certificate has it.
  public var key: String?
  /// The password of the private key.
  public var keyPassword: Secret?
  /// The oldest version that may be spoken; TLS 1.2 where it is `nil`.
  public var minimumVersion: TLSOptions.Version?
  /// The public keys of which the server must have one, besides a trusted certificate; empty for any.
  ///
  /// Checked on every connection. Name a second one, kept elsewhere, for the day the first has to be replaced.
  public var pinnedPublicKeys: [PublicKeyPin]
  /// The name that is asked for and that the certificate must have, where it is not the URL's host.
  public var serverName: String?
  /// What is made of a server that does not say that a connection ends; ``TLSCloseNotify/required`` where it is `nil`.
  public var closeNotify: TLSCloseNotify?
  /// Whether no certificate is verified; see ``insecureSkipVerify()``.
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

  /// Options that let anybody pose as the server: for a test on one's own machine, and for nothing else.
  ///
  /// They can be had in code only, never from a document. The first request that goes out with them is told to the
  /// observer as a ``RequestEvent/Kind/warning``. Pinned public keys are checked all the same.
  public static func insecureSkipVerify() -> TLSOptions {
    var options = TLSOptions()
    options.skipsVerification = true
    return options
  }
}
