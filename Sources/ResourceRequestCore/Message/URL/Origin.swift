// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An origin: scheme, host and port (RFC 6454).
///
/// URLs of the same origin share connections and credentials; others do not. The host has a canonical form (lower case,
/// A-labels, IPv4 as dotted decimal, IPv6 as in RFC 5952), and the port is the effective one, so origins are equal if
/// their fields are (RFC 6454 §5). A trailing dot makes it another host, as in browsers: `a.example.` may be another
/// server's name where `a.example` is completed by a search domain.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Whether the scheme is `https`.
  public let isSecure: Bool
  /// The canonical host, without a trailing dot; an IPv6 address is in brackets.
  public let host: String
  /// Whether the host is written with a trailing dot.
  package let isFullyQualified: Bool
  /// The port; the scheme's default (80, 443) if none is written.
  public let port: Int

  /// Takes the origin of an absolute URL such as `https://api.example`.
  ///
  /// - Throws: ``ResourceURL/Invalid`` if the text is not an absolute http or https URL.
  public init(_ url: String) throws(ResourceURL.Invalid) {
    self = try ResourceURL(url).origin
  }

  /// Whether it is that origin, or that one asked by https (RFC 6797 §8.3).
  package func isSame(orUpgradeOf other: Origin) -> Bool {
    let isUpgrade = isSecure && !other.isSecure && (port == other.port || port == 443 && other.port == 80)
    return self == other || isUpgrade && host.hasSameBytes(as: other.host)
  }

  init(isSecure: Bool, host: String, port: Int?, isFullyQualified: Bool = false) {
    self.isSecure = isSecure
    self.host = host
    self.isFullyQualified = isFullyQualified
    self.port = port ?? (isSecure ? 443 : 80)
  }

  /// The scheme, `http` or `https`.
  public var scheme: String { isSecure ? "https" : "http" }

  /// Whether the port is the scheme's default.
  package var hasDefaultPort: Bool { port == (isSecure ? 443 : 80) }

  /// The origin as in RFC 6454 §6.2, without a default port.
  public var description: String { "\(scheme)://\(authority)" }

  /// The host as it is written, with a port that is not the scheme's (RFC 9110 §7.2).
  package var authority: String { hasDefaultPort ? writtenHost : "\(writtenHost):\(port)" }

  /// The host without the brackets of an IPv6 address, as sockets and telemetry name it.
  package var bareHost: String { host.utf8.first == UInt8(ascii: "[") ? String(host.dropFirst().dropLast()) : host }

  /// The host with its final dot, if it has one: the names with and without may be those of two servers.
  package var writtenHost: String { isFullyQualified ? host + "." : host }

  /// The place of an endpoint, by the scheme of the origin that it stands for; itself without one.
  func at(_ endpoint: Origin?) -> Origin {
    endpoint.map { Origin(isSecure: isSecure, host: $0.host, port: $0.port) } ?? self
  }
}
