// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The hosts to connect to without a proxy, as `NO_PROXY` lists them.
///
/// Entries are separated by commas or spaces. A name matches itself and all names below it, with or without a leading
/// `.` or `*.`; an address matches itself; both may have a port. An address with a prefix length (`10.0.0.0/8`,
/// `fd00::/8`) matches its network; `*` matches every host.
public struct ProxyExceptions: Sendable, Hashable, CustomStringConvertible {
  private enum Host: Sendable, Hashable {
    case all
    case name(String)
    case network(AddressNetwork)
  }

  private struct Entry: Sendable, Hashable {
    let host: Host
    let port: Int?
  }

  /// The list as it is written.
  public let description: String
  private let entries: [Entry]
  /// What no host can match.
  let unmatchable: [String]

  /// Reads a list; what no host can match is ignored.
  public init(_ list: String = "") {
    description = list
    let parts = list.split(omittingEmpty: true) { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
      .map { (text: $0, entry: Self.entry($0)) }
    entries = parts.compactMap(\.entry)
    unmatchable = parts.filter { $0.entry == nil }.map { String($0.text) }
  }

  /// Whether an origin is reached without a proxy.
  package func contain(_ origin: Origin) -> Bool {
    guard !entries.isEmpty else { return false }
    let address = IPAddress(origin.host)
    return entries.contains { entry in
      if let port = entry.port, port != origin.port { return false }
      switch entry.host {
      case .all: return true
      case .name(let name):
        return address == nil && (origin.host.hasSameBytes(as: name) || origin.host.ends(withBytesOf: "." + name))
      case .network(let network): return address.map { network.contains($0) } ?? false
      }
    }
  }

  private static func entry(_ text: Substring) -> Entry? {
    if text.hasSameBytes(as: "*") { return Entry(host: .all, port: nil) }
    if let network = AddressNetwork(text) { return Entry(host: .network(network), port: nil) }
    if text.contains(byte: "/") { return nil }
    var name = text
    var port: Int?
    if let colon = name.lastIndex(ofByte: ":") {
      guard let number = DecimalDigits.value(name.utf8[colon...].dropFirst()) else { return nil }
      port = number
      name = name[..<colon]
    }
    name = name.dropping(prefix: "*.") ?? name.dropping(prefix: ".") ?? name
    guard let host = (try? ResourceURL("http://\(name)/"))?.origin.host else { return nil }
    return Entry(host: AddressNetwork(host).map { .network($0) } ?? .name(host), port: port)
  }
}
