// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// An address as `connect` takes it.
struct SocketAddress {
  let family: Int32
  /// `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`.
  let bytes: [UInt8]

  /// The longest path of a socket.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  init(_ address: IPAddress, port: Int) {
    let port = in_port_t(truncatingIfNeeded: port).bigEndian
    if address.bytes.count == 4 {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port
      withUnsafeMutableBytes(of: &place.sin_addr) { $0.copyBytes(from: address.bytes) }
      (family, bytes) = (AF_INET, withUnsafeBytes(of: place) { Array($0) })
    } else {
      var place = sockaddr_in6()
      place.sin6_family = sa_family_t(AF_INET6)
      place.sin6_port = port
      withUnsafeMutableBytes(of: &place.sin6_addr) { $0.copyBytes(from: address.bytes) }
      (family, bytes) = (AF_INET6, withUnsafeBytes(of: place) { Array($0) })
    }
  }

  /// A socket of the file system; `nil` for a path that is too long.
  init?(path: String) {
    guard path.utf8.count <= Self.longestPath else { return nil }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    (family, bytes) = (AF_UNIX, withUnsafeBytes(of: place) { Array($0) })
  }
}
