// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What selects the peer of a connection, and the client's identity on it: two unix sockets, proxies, fixed addresses or
/// client certificates lead to different responses for one URL.
package struct CachePeer: Sendable {
  /// A digest of what the connection options say; empty for the defaults.
  private let fixed: String
  /// The digest of the client certificate, which may be renewed while the program runs.
  private let certificate: FollowedFiles?
  /// Whether the client certificate is a text, whose digest is among what the options say.
  private let hasCertificateText: Bool

  /// The peer of connections with these options.
  ///
  /// - Parameters:
  ///   - connection: the options.
  ///   - endpoints: the configured endpoints, which stand for the URL's host.
  package init(_ connection: ConnectionOptions = ConnectionOptions(), endpoints: [String] = []) {
    let parts = Self.parts(of: connection, endpoints)
    let isUsual = parts == Self.parts(of: ConnectionOptions(), [])
    fixed = isUsual ? "" : String(SHA256.hexadecimal(of: Principal.joined(parts)).prefix(32))
    hasCertificateText = connection.tls?.certificatePEM != nil
    let path = hasCertificateText ? nil : connection.tls?.certificate
    certificate = path.map { path in
      FollowedFiles([path]) { (try? BoundedFile.read(path, limit: 1 << 20)).map { SHA256.hexadecimal(of: $0) } }
    }
  }

  /// Whether connections identify the client by a certificate.
  var identifiesClient: Bool { certificate != nil || hasCertificateText }

  /// Its text for a partition, by the current content of the certificate's file.
  var text: String { certificate.map { fixed + ":" + ($0.text ?? "") } ?? fixed }

  private static func parts(of connection: ConnectionOptions, _ endpoints: [String]) -> [String] {
    let exceptions = connection.proxy?.exceptions.description ?? ""
    let addresses = connection.fixedAddresses.map { "\($0.host):\($0.port)=\($0.addresses.joined(separator: ","))" }
    return [
      Principal.joined(endpoints.sorted()), connection.unixSocket.map { "at" + $0 } ?? "",
      parts(of: connection.proxy?.http), parts(of: connection.proxy?.https), exceptions,
      Principal.joined(addresses.sorted()), parts(of: connection.tls), parts(of: connection.addresses),
    ]
  }

  private static func parts(of proxy: Proxy?) -> String {
    guard let proxy else { return "" }
    let password = digest(proxy.password?.reveal())
    return Principal.joined([proxy.url, proxy.username ?? "", password, proxy.tunnel.rawValue])
  }

  private static func parts(of tls: TLSOptions?) -> String {
    // Options that do not select the peer, such as the minimum version, make no difference.
    guard let tls else { return parts(of: TLSOptions()) }
    return Principal.joined([
      tls.caFile ?? "", tls.caDirectory ?? "", tls.certificate ?? "", tls.serverName ?? "", digest(tls.caPEM),
      digest(tls.certificatePEM?.reveal()),
      Principal.joined(tls.pinnedPublicKeys.map(\.description).sorted()), "\(tls.skipsVerification)",
      (tls.closeNotify ?? .required).rawValue,
    ])
  }

  private static func digest(_ text: String?) -> String { text.map { SHA256.hexadecimal(of: $0) } ?? "" }

  /// A response that one policy allowed must not answer a request whose policy would have refused to ask for it.
  private static func parts(of policy: AddressPolicy?) -> String {
    let policy = policy ?? .any
    return Principal.joined([
      Principal.joined(policy.schemes.map(\.rawValue).sorted()),
      Principal.joined(policy.ports.map { "\($0.lowerBound)-\($0.upperBound)" }.sorted()),
      Principal.joined(policy.hosts.map(\.description).sorted()),
      Principal.joined(policy.kinds.map(\.rawValue).sorted()),
      Principal.joined(policy.networks.map(\.description).sorted()),
    ])
  }
}
