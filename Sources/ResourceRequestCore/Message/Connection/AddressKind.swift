// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The kind of an IP address, by IANA's special-purpose registries (RFC 6890).
///
/// An IPv6 address that embeds an IPv4 address (mapped, compatible, NAT64, 6to4) has the kind of the embedded one.
public enum AddressKind: String, Sendable, Hashable, CaseIterable {
  /// Public: globally reachable.
  case `public`
  /// Private: `10.0.0.0/8`, `172.16.0.0/12`, `192.168.0.0/16` (RFC 1918), `fc00::/7` (RFC 4193).
  case `private`
  /// This machine: `127.0.0.0/8`, `::1`, and `0.0.0.0` and `::`, which systems treat the same.
  case loopback
  /// Link-local: `169.254.0.0/16` (RFC 3927), where clouds serve their metadata, and `fe80::/10`.
  case linkLocal
  /// Shared between a carrier and its customers: `100.64.0.0/10` (RFC 6598).
  case shared
  /// All others: multicast, broadcast, documentation, benchmarks, unassigned.
  case reserved

  /// Classifies an address.
  package init(_ address: IPAddress) {
    let bytes = address.bytes
    self = bytes.count == 4 ? AddressKind.of(v4: bytes) : AddressKind.of(v6: address)
  }

  private static func of(v4 bytes: [UInt8]) -> AddressKind {
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (127, _, _, _), (0, 0, 0, 0): .loopback
    case (10, _, _, _), (172, 16...31, _, _), (192, 168, _, _): .private
    case (169, 254, _, _): .linkLocal
    case (100, 64...127, _, _): .shared
    // PCP and TURN have public addresses within the protocol assignments (RFC 7723, RFC 8155).
    case (192, 0, 0, 9), (192, 0, 0, 10): .public
    case (0, _, _, _), (192, 0, 0, _), (192, 0, 2, _), (198, 51, 100, _), (203, 0, 113, _): .reserved
    case (192, 88, 99, _), (198, 18...19, _, _), (224..., _, _, _): .reserved
    default: .public
    }
  }

  private static func of(v6 address: IPAddress) -> AddressKind {
    let bytes = address.bytes
    if let inner = embedded(in: bytes) { return of(v4: inner) }
    if bytes[..<15].allSatisfy({ $0 == 0 }), bytes[15] <= 1 { return .loopback }
    return networks.first { address.agrees(with: $0.address, on: $0.bits) }?.kind ?? .reserved
  }

  /// The IPv4 address embedded in an IPv6 address.
  private static func embedded(in bytes: [UInt8]) -> [UInt8]? {
    let zeros = bytes.prefix { $0 == 0 }.count
    // ::ffff:a.b.c.d (RFC 4291 §2.5.5.2) and ::ffff:0:a.b.c.d (RFC 7915).
    if zeros == 10, bytes[10] == 0xFF, bytes[11] == 0xFF { return Array(bytes[12...]) }
    if zeros == 8, bytes[8] == 0xFF, bytes[9] == 0xFF, bytes[10] == 0, bytes[11] == 0 { return Array(bytes[12...]) }
    // ::a.b.c.d (RFC 4291 §2.5.5.1), but for :: and ::1.
    if zeros >= 12, bytes[12...14] != [0, 0, 0] || bytes[15] > 1 { return Array(bytes[12...]) }
    // 64:ff9b::/96 (RFC 6052) and 2002::/16 (RFC 3056).
    if bytes[..<12] == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] { return Array(bytes[12...]) }
    return bytes[0] == 0x20 && bytes[1] == 0x02 ? Array(bytes[2..<6]) : nil
  }

  /// Narrower blocks come before wider ones; an address in no block is unassigned.
  private static let networks: [(address: IPAddress, bits: Int, kind: AddressKind)] = [
    ("fc00::", 7, .private), ("fe80::", 10, .linkLocal),
    // Teredo, ORCHID, benchmarks, documentation, and the other protocol assignments in 2001::/23.
    ("2001::", 23, .reserved), ("2001:db8::", 32, .reserved), ("3fff::", 20, .reserved),
    ("2000::", 3, .public),
  ].compactMap { text, bits, kind in IPAddress(text).map { ($0, bits, kind) } }
}
