// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a request connects: its target, its proxy and its TLS server name.
///
/// An endpoint, a Unix-domain socket and fixed addresses all lead elsewhere than the URL. The endpoint overrides the
/// connection options, which override the URL.
package final class ConnectionPlan: Sendable {
  /// The target of the connection, whether this side or the proxy connects to it.
  package enum Target: Sendable, Hashable {
    /// A canonical host and a port.
    case host(String, port: Int)
    /// A host and a port with fixed addresses.
    case addresses([String], of: String, port: Int)
    /// The path of a Unix-domain socket.
    case unixSocket(String)
  }

  /// The target of the connection.
  package let target: Target
  /// The proxy; never set for a Unix-domain socket.
  package let proxy: Proxy?
  /// The TLS server name if it is not the URL's host.
  package let tlsName: String?
  /// The endpoint that chose the target, if any.
  package let endpoint: Endpoint?
  /// Whether the endpoint leads elsewhere than the URL; `false` if it names the URL's own host and port.
  package let leadsElsewhere: Bool

  /// Decides how a request to an origin connects.
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
      // Proxy rules match the connected host, so the port is that of the connection.
      proxy = options.proxy?.proxy(for: Origin(isSecure: origin.isSecure, host: host, port: port))
      let fixed =
        proxy == nil ? options.fixedAddresses.first { $0.port == port && $0.host.hasSameBytes(as: host) } : nil
      target = fixed.map { .addresses($0.addresses, of: host, port: port) } ?? .host(host, port: port)
    }
  }

  /// The connected host and port; `nil` for a Unix-domain socket.
  package var host: (name: String, port: Int)? {
    switch target {
    case .host(let host, let port), .addresses(_, of: let host, let port): (host, port)
    case .unixSocket: nil
    }
  }

  /// The fixed addresses of the host, if any.
  package var fixedAddresses: [String] {
    if case .addresses(let addresses, _, _) = target { addresses } else { [] }
  }

  /// The path of the Unix-domain socket.
  package var unixSocket: String? {
    if case .unixSocket(let path) = target { path } else { nil }
  }

  /// The proxy that forwards a request to an origin instead of opening a tunnel; `nil` for none.
  package func readingProxy(of origin: Origin) -> Proxy? {
    guard let proxy, proxy.speaksHTTP, proxy.tunnel == .https, !origin.isSecure, !leadsElsewhere else { return nil }
    return proxy
  }

  /// Whether this side resolves the host, if it is a name.
  package var looksUp: Bool {
    if case .host = target { proxy.map { $0.kind == .socks5 } ?? true } else { false }
  }
}
