// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore
package import ResourceRequestPlatform

/// An address of a host that can be connected to.
package struct HostAddress: Sendable, Hashable {
  package let ip: IPAddress
  /// The number of the interface if the address is valid on one link only (RFC 4007); otherwise 0.
  package let scope: UInt32

  package init(_ ip: IPAddress, scope: UInt32 = 0) {
    self.ip = ip
    self.scope = scope
  }

  /// The address in a socket address; `nil` for other families than IP.
  package init?(_ address: UnsafePointer<sockaddr>) {
    let start = UnsafeRawPointer(address)
    let found: IPAddress?
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let bytes = start.loadUnaligned(as: sockaddr_in.self).sin_addr
      found = withUnsafeBytes(of: bytes) { IPAddress(bytes: $0) }
      scope = 0
    case AF_INET6:
      let address = start.loadUnaligned(as: sockaddr_in6.self)
      found = withUnsafeBytes(of: address.sin6_addr) { IPAddress(bytes: $0) }
      scope = address.sin6_scope_id
    default:
      return nil
    }
    guard let found else { return nil }
    ip = found
  }

  package var family: Int32 { ip.bytes.count == 4 ? AF_INET : AF_INET6 }

  /// As `CURLOPT_RESOLVE` reads it, which knows of no interfaces.
  package var resolveText: String { family == AF_INET ? ip.description : "[\(ip)]" }

  /// An address and a port, as in a URL: an IPv6 address in brackets.
  package static func text(_ address: String, port: Int) -> String {
    address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
  }

  /// Begins to connect a socket of this address's family.
  ///
  /// - Returns: 0, or the system's error number; `EINPROGRESS` if the response is awaited.
  package func connect(_ socket: Int32, port: Int) -> Int32 {
    withSocketAddress(port: port) { address, length in
      ResourceRequestPlatform.connect(socket, address, length) == 0 ? 0 : errno
    }
  }

  /// Alternates the families, each in the system's order, starting with that of the first address (RFC 8305 §4).
  package static func alternating(_ addresses: [HostAddress]) -> [HostAddress] {
    guard let first = addresses.first?.family else { return [] }
    let (same, other) = (addresses.filter { $0.family == first }, addresses.filter { $0.family != first })
    var mixed: [HostAddress] = []
    for index in 0..<max(same.count, other.count) {
      if same.indices.contains(index) { mixed.append(same[index]) }
      if other.indices.contains(index) { mixed.append(other[index]) }
    }
    return mixed
  }

  package func withSocketAddress<Result>(
    port: Int,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let port = UInt16(truncatingIfNeeded: port).bigEndian
    if family == AF_INET {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: ip.bytes) }
      return HostAddress.reinterpret(&address, body)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port
    address.sin6_scope_id = scope
    withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: ip.bytes) }
    return HostAddress.reinterpret(&address, body)
  }

  private static func reinterpret<Address, Result>(
    _ address: inout Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
    }
  }
}
