// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A place to connect to other than the URL's host: one of several servers behind one name, or a socket on this
/// machine.
///
/// ```swift
/// request.endpoint = try Endpoint("10.0.0.7:8443")
/// request.endpoint = try Endpoint(host: "blue.internal", port: 8443, name: "blue")
/// request.endpoint = try Endpoint(unixSocket: "/run/backend.sock")
/// ```
///
/// The URL stays the identity of the request: `Host`, the name in the certificate (unless ``tlsName`` differs),
/// credentials, cookies, pinned keys and redirects depend on the URL, whichever endpoint serves it. A connection to one
/// endpoint is never used for another.
public struct Endpoint: Sendable, Hashable {
  /// The location of an endpoint.
  public enum Location: Sendable, Hashable {
    /// A host, by name or by address, in canonical form (see ``Origin``), and a port.
    case host(String, port: Int)
    /// The path of a Unix-domain socket.
    case unixSocket(String)
  }

  private struct Parts: Sendable, Hashable {
    let location: Location
    let tlsName: String?
    let name: String?
  }

  /// A single reference, since requests carry their endpoint through many frames.
  private let shared: Shared<Parts>

  private init(_ location: Location, _ tlsName: String?, _ name: String?) throws(ResourceURL.Invalid) {
    let tlsName = try tlsName.map(Endpoint.canonical)
    shared = Shared(Parts(location: location, tlsName: tlsName, name: name))
  }

  /// Creates an endpoint at a host and port.
  ///
  /// - Parameters:
  ///   - host: a name, an IPv4 address, or an IPv6 address with or without brackets.
  ///   - port: from 1 to 65535.
  ///   - tlsName: see ``tlsName``.
  ///   - name: see ``name``.
  /// - Throws: ``ResourceURL/Invalid`` if the host, the port or the TLS name is invalid.
  public init(host: String, port: Int, tlsName: String? = nil, name: String? = nil) throws(ResourceURL.Invalid) {
    guard (1...65535).contains(port) else { throw ResourceURL.Invalid("expected a port from 1 to 65535") }
    try self.init(.host(Endpoint.canonical(host), port: port), tlsName, name)
  }

  /// Creates an endpoint at a Unix-domain socket.
  ///
  /// - Parameters:
  ///   - path: the path of the socket, at most 103 bytes, a limit of the system.
  ///   - tlsName: see ``tlsName``.
  ///   - name: see ``name``.
  /// - Throws: ``ResourceURL/Invalid`` if the path or the TLS name is invalid.
  public init(unixSocket path: String, tlsName: String? = nil, name: String? = nil) throws(ResourceURL.Invalid) {
    guard (1...103).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw ResourceURL.Invalid("expected the path of a socket, at most 103 bytes and no NUL")
    }
    try self.init(.unixSocket(path), tlsName, name)
  }

  /// Parses an endpoint: `host:port`, `[address]:port`, or `unix:` and the path of a socket.
  ///
  /// - Parameters:
  ///   - text: the host and port, or the socket.
  ///   - tlsName: see ``tlsName``.
  ///   - name: see ``name``.
  /// - Throws: ``ResourceURL/Invalid`` if the text is none of these.
  public init(_ text: String, tlsName: String? = nil, name: String? = nil) throws(ResourceURL.Invalid) {
    if let path = text.dropping(prefix: "unix:") {
      try self.init(unixSocket: String(path), tlsName: tlsName, name: name)
      return
    }
    guard let colon = text.lastIndex(ofByte: ":"), let port = DecimalDigits.value(text.utf8[colon...].dropFirst())
    else {
      throw ResourceURL.Invalid("expected a host and a port, as in \"10.0.0.7:8443\", or \"unix:\" and a path")
    }
    let host = text[..<colon]
    guard host.begins(withBytesOf: "[") || !host.contains(byte: ":") else {
      throw ResourceURL.Invalid("expected brackets around an IPv6 address, as in \"[::1]:8443\"")
    }
    try self.init(host: String(host), port: port, tlsName: tlsName, name: name)
  }

  private static func canonical(_ host: String) throws(ResourceURL.Invalid) -> String {
    let isBare = host.contains(byte: ":") && !host.begins(withBytesOf: "[")
    let url = try ResourceURL(isBare ? "http://[\(host)]/" : "http://\(host)/")
    guard url.requestTarget.hasSameBytes(as: "/"), url.port == nil, url.userInfo == nil, url.fragment == nil else {
      throw ResourceURL.Invalid("expected a host only")
    }
    return url.origin.host
  }

  /// The location.
  public var location: Location { shared.value.location }
  /// The server name for SNI and certificate verification; `nil` for the service's ``TLSOptions/serverName``, or else
  /// the URL's host.
  public var tlsName: String? { shared.value.tlsName }
  /// The name in logs and errors, in front of the location.
  public var name: String? { shared.value.name }
}

extension Endpoint: CustomStringConvertible {
  /// The location as ``init(_:tlsName:name:)`` reads it, after the name if there is one: `blue (10.0.0.7:8443)`.
  public var description: String { name.map { "\($0) (\(location))" } ?? location.description }
}

extension Endpoint.Location: CustomStringConvertible {
  /// The location as ``Endpoint/init(_:tlsName:name:)`` reads it.
  public var description: String {
    switch self {
    case .host(let host, let port): "\(host):\(port)"
    case .unixSocket(let path): "unix:\(path)"
    }
  }
}
