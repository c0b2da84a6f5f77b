// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Synchronization

/// The addresses that clients use for the gateway: schemes, hosts and ports, such as `http://127.0.0.1:8080`.
///
/// Clients choose the `Host` header field freely, so it only selects one of these addresses.
final class GatewayAddresses: Sendable {
  private let known: Mutex<[String]>

  /// Creates the list with the configured addresses.
  init(_ addresses: [String]) {
    known = Mutex(addresses)
  }

  /// Sets the address from the port the gateway listens on, unless addresses are configured.
  func listens(at port: Int) {
    known.withLock { known in
      // The scheme's default port is left out (RFC 9110 §4.2.1).
      if known.isEmpty { known = ["127.0.0.1", "localhost"].map { "http://" + $0 + (port == 80 ? "" : ":\(port)") } }
    }
  }

  /// The address that a request's `Host` header field names; `nil` if it is not one of the gateway's.
  func address(for host: String) -> String? {
    known.withLock { known in
      known.first { Self.areSame(Self.authority(of: $0), host) }
    }
  }

  private static func authority(of address: String) -> String {
    let parts = address.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: true)
    return parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
  }

  private static func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}
