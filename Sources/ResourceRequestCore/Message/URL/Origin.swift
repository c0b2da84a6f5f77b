// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An origin: scheme, host and port (RFC 6454).
///
/// Two URLs of one origin share connections and credentials; others do not. The host is in one canonical form (lower case, A-labels, no trailing dot, IPv4 as dotted decimal, IPv6 as RFC 5952
/// writes it), and the port is always the effective one, so equality is the plain comparison of three fields
/// (RFC 6454 §5).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  public let isSecure: Bool
  /// The canonical host; an IPv6 address stands in brackets.
  public let host: String
  /// The port, or the scheme's own (80, 443) where none is written.
  public let port: Int

  /// Takes the origin of an absolute URL such as `https://api.example`.
  ///
  /// - Throws: ``ResourceURL/Invalid`` when the text is no absolute http or https URL.
  public init(_ url: String) throws(ResourceURL.Invalid) {
    self = try ResourceURL(url).origin
  }

  init(isSecure: Bool, host: String, port: Int?) {
    self.isSecure = isSecure
    self.host = host
    self.port = port ?? (isSecure ? 443 : 80)
  }

  /// The scheme, `http` or `https`.
  public var scheme: String { isSecure ? "https" : "http" }

  /// Whether the port is the scheme's own.
  public var hasDefaultPort: Bool { port == (isSecure ? 443 : 80) }

  /// The origin as RFC 6454 §6.2 writes it: without the port where it is the scheme's own.
  public var description: String { hasDefaultPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)" }
}
