// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An origin: scheme, host and port (RFC 6454).
///
/// URLs of the same origin share connections and credentials; others do not. The host has a canonical form (lower case,
/// A-labels, no trailing dot, IPv4 as dotted decimal, IPv6 as in RFC 5952), and the port is the effective one, so
/// origins are equal if their three fields are (RFC 6454 §5).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  public let isSecure: Bool
  /// The canonical host; an IPv6 address is in brackets.
  public let host: String
  /// The port; the scheme's default (80, 443) if none is written.
  public let port: Int

  /// Takes the origin of an absolute URL such as `https://api.example`.
  ///
  /// - Throws: ``ResourceURL/Invalid`` if the text is not an absolute http or https URL.
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

  /// Whether the port is the scheme's default.
  public var hasDefaultPort: Bool { port == (isSecure ? 443 : 80) }

  /// The origin as in RFC 6454 §6.2, without a default port.
  public var description: String { hasDefaultPort ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)" }
}
