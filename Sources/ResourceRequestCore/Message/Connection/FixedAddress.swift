// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fixed addresses of a host and port, used instead of a name lookup, like curl's `--resolve`.
public struct FixedAddress: Sendable, Hashable {
  /// The host, in canonical form (see ``Origin``).
  public let host: String
  /// The port of the requests, explicit or by scheme.
  public let port: Int
  /// The addresses, IPv4 as dotted decimal or IPv6 without brackets; tried in this order, several at a time.
  public let addresses: [String]

  /// Creates fixed addresses of a host.
  ///
  /// - Parameters:
  ///   - authority: the host and port, as `api.example:443`.
  ///   - addresses: the addresses, one to five.
  /// - Throws: ``ResourceURL/Invalid`` if the authority or an address is invalid.
  public init(_ authority: String, _ addresses: [String]) throws(ResourceURL.Invalid) {
    guard let colon = authority.lastIndex(ofByte: ":"),
      let port = DecimalDigits.value(authority.utf8[colon...].dropFirst()),
      port > 0
    else {
      throw ResourceURL.Invalid("expected a host and a port, as in \"api.example:443\"")
    }
    let origin = try ResourceURL("https://\(authority)/").origin
    guard origin.port == port else { throw ResourceURL.Invalid("expected a host and a port only") }
    guard (1...5).contains(addresses.count) else { throw ResourceURL.Invalid("expected one to five addresses") }
    host = origin.host
    self.port = port
    self.addresses = try addresses.map { text throws(ResourceURL.Invalid) in try Self.canonical(text) }
  }

  private static func canonical(_ text: String) throws(ResourceURL.Invalid) -> String {
    let isV6 = text.utf8.contains(UInt8(ascii: ":"))
    if let host = (try? ResourceURL(isV6 ? "http://[\(text)]/" : "http://\(text)/"))?.origin.host {
      if isV6 { return String(host.dropFirst().dropLast()) }
      // An address that is not in its canonical form counts as a name.
      if host.hasSameBytes(as: text), IPAddress(host) != nil { return host }
    }
    throw ResourceURL.Invalid("\(text.quotedStart()) is not an IP address")
  }
}
