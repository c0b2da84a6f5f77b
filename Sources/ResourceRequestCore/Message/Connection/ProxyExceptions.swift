// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The hosts that are reached without a proxy, as `NO_PROXY` lists them.
///
/// Separated by commas or spaces: a name stands for itself and all names below it, with or without a leading `.` or
/// `*.`; an address for itself; an address with a prefix length (`10.0.0.0/8`, `fd00::/8`) for its network; each may have
/// a port; `*` stands for every host.
public struct ProxyExceptions: Sendable, Hashable, CustomStringConvertible {
  private enum Host: Sendable, Hashable {
    case all
    case name(String)
    case network([UInt8], prefix: Int)
  }

  private struct Entry: Sendable, Hashable {
    let host: Host
    let port: Int?
  }

  /// The list as it is written.
  public let description: String
  private let entries: [Entry]

  /// Reads a list; what no host can match is ignored.
  public init(_ list: String = "") {
    description = list
    entries = list.split { $0 == "," || $0 == " " || $0 == "\t" }.compactMap { Self.entry($0) }
  }

  /// Whether an origin is reached without a proxy.
  public func contain(_ origin: Origin) -> Bool {
    guard !entries.isEmpty else { return false }
    let address = Self.bytes(of: origin.host)
    return entries.contains { entry in
      if let port = entry.port, port != origin.port { return false }
      switch entry.host {
      case .all: return true
      case .name(let name): return address == nil && (origin.host == name || origin.host.hasSuffix("." + name))
      case .network(let bytes, let prefix): return address.map { Self.agree($0, bytes, on: prefix) } ?? false
      }
    }
  }

  private static func entry(_ text: Substring) -> Entry? {
    if text == "*" { return Entry(host: .all, port: nil) }
    if let slash = text.firstIndex(of: "/") {
      guard let bytes = bytes(of: String(text[..<slash])), let prefix = Int(text[text.index(after: slash)...]),
        (0...bytes.count * 8).contains(prefix)
      else { return nil }
      return Entry(host: .network(bytes, prefix: prefix), port: nil)
    }
    if let bytes = bytes(of: String(text)) { return Entry(host: .network(bytes, prefix: bytes.count * 8), port: nil) }
    var name = text
    var port: Int?
    if let colon = name.lastIndex(of: ":") {
      guard let number = Int(name[name.index(after: colon)...]) else { return nil }
      port = number
      name = name[..<colon]
    }
    if name.hasPrefix("*.") { name = name.dropFirst(2) } else if name.hasPrefix(".") { name = name.dropFirst() }
    guard let host = (try? ResourceURL("http://\(name)/"))?.origin.host else { return nil }
    if let bytes = bytes(of: host) { return Entry(host: .network(bytes, prefix: bytes.count * 8), port: port) }
    return Entry(host: .name(host), port: port)
  }

  /// The bytes of an address, IPv6 with brackets or without; `nil` for a name.
  private static func bytes(of host: String) -> [UInt8]? {
    if host.contains(":") {
      return IPv6Address(host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...])?.bytes
    }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { UInt8($0) }
    return bytes.count == 4 ? bytes : nil
  }

  private static func agree(_ one: [UInt8], _ other: [UInt8], on prefix: Int) -> Bool {
    guard one.count == other.count else { return false }
    let whole = prefix / 8
    guard one[..<whole] == other[..<whole] else { return false }
    let rest = prefix % 8
    return rest == 0 || (one[whole] ^ other[whole]) >> (8 - rest) == 0
  }
}
