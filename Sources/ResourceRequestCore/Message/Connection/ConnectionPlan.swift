// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How the connection of a request is made: where it goes, through which proxy, under which name in TLS.
///
/// An endpoint, a Unix-domain socket and fixed addresses are cases of one thing: they lead elsewhere than the URL does. The
/// endpoint decides before the connection's options, and these before the URL.
package final class ConnectionPlan: Sendable {
  /// What is connected to, by this side or by the proxy.
  package enum Target: Sendable, Hashable {
    /// A host, canonical, and a port.
    case host(String, port: Int)
    /// A host and a port, whose addresses are known.
    case addresses([String], of: String, port: Int)
    /// The path of a Unix-domain socket.
    case unixSocket(String)
  }

  /// What is connected to.
  package let target: Target
  /// What it goes through; never to a Unix-domain socket.
  package let proxy: Proxy?
  /// The name for TLS, where it is not the URL's host.
  package let tlsName: String?
  /// What led the connection there, where an endpoint did.
  package let endpoint: Endpoint?
  /// Whether an endpoint leads the connection elsewhere than the URL does; one that names the URL's own host and port does
  /// not.
  package let leadsElsewhere: Bool

  /// Decides where a request to an origin connects.
  package init(to origin: Origin, at endpoint: Endpoint?, _ options: ConnectionOptions) {
    self.endpoint = endpoint
    leadsElsewhere = endpoint.map { $0.location != .host(origin.host, port: origin.port) } ?? false
    tlsName = origin.isSecure ? endpoint?.tlsName ?? options.tls?.serverName : nil
    let location = endpoint?.location ?? options.unixSocket.map(Endpoint.Location.unixSocket)
    switch location ?? .host(origin.host, port: origin.port) {
    case .unixSocket(let path):
      target = .unixSocket(path)
      proxy = nil
    case .host(let host, let port):
      // The rules are about where packets go, and so is the port in them.
      proxy = options.proxy?.proxy(for: Origin(isSecure: origin.isSecure, host: host, port: port))
      let fixed =
        proxy == nil ? options.fixedAddresses.first { $0.port == port && $0.host.hasSameBytes(as: host) } : nil
      target = fixed.map { .addresses($0.addresses, of: host, port: port) } ?? .host(host, port: port)
    }
  }

  /// The host that is connected to, and its port; `nil` for a Unix-domain socket.
  package var host: (name: String, port: Int)? {
    switch target {
    case .host(let host, let port), .addresses(_, of: let host, let port): (host, port)
    case .unixSocket: nil
    }
  }

  /// The addresses that stand for the host, where there are any.
  package var fixedAddresses: [String] {
    if case .addresses(let addresses, _, _) = target { addresses } else { [] }
  }

  /// The path of the Unix-domain socket that is connected to.
  package var unixSocket: String? {
    if case .unixSocket(let path) = target { path } else { nil }
  }

  /// The proxy that reads a request to an origin and passes it on, rather than opening a tunnel for it; `nil` for none.
  package func readingProxy(of origin: Origin) -> Proxy? {
    guard let proxy, proxy.speaksHTTP, proxy.tunnel == .https, !origin.isSecure, !leadsElsewhere else { return nil }
    return proxy
  }

  /// Whether the host is looked up on this side, if it is a name.
  package var looksUp: Bool {
    guard case .host = target else { return false }
    return proxy.map { $0.kind == .socks5 } ?? true
  }
}
