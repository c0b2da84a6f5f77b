// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Servers on the loopback interface: the default peer of the suite.
///
/// Each server has a thread, which moves bytes as a ``ConformancePlayer`` decides. It speaks HTTP/1.1 without TLS and
/// needs only sockets.
package struct LoopbackPeer: ConformancePeer {
  /// Creates a peer.
  package init() {}

  /// Starts a server on a free port.
  ///
  /// - Throws: ``ConformanceFailure`` if the system provides no socket, as for ``ConformanceAddress/ipv6`` on a
  ///   machine without IPv6.
  package func start(
    _ behaviour: ConformanceBehaviour,
    on address: ConformanceAddress
  ) async throws -> any ConformanceServer {
    switch behaviour {
    case .serves(let scripts):
      let journal = ConformanceJournal()
      return try LoopbackServer(try LoopbackSocket.bound(address), journal) { descriptor, index in
        (scripts.indices.contains(index) ? scripts[index] : scripts.last).map { script in
          LoopbackConnection(descriptor, script) { journal.publish($0, of: index) }
        }
      }
    case .refuses:
      // A bound port without a listener: no other process gets it, and connections are refused.
      let (descriptor, authority) = try LoopbackSocket.bound(address)
      return UnansweringServer(authority: authority, descriptors: [descriptor])
    case .ignores:
      let (descriptors, authority) = try LoopbackSocket.full(address)
      return UnansweringServer(authority: authority, descriptors: descriptors)
    }
  }
}
