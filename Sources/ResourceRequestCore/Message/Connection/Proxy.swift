// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A proxy server.
public struct Proxy: Sendable, Hashable {
  /// The protocol spoken to a proxy.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// HTTP: passes `http` requests on, and tunnels (CONNECT, RFC 9110 §9.3.6) for `https`.
    case http
    /// The same, over TLS.
    case https
    /// SOCKS 5 (RFC 1928); the client resolves the host name.
    case socks5
    /// SOCKS 5; the proxy resolves the host name.
    case socks5h

    var standardPort: Int {
      switch self {
      case .http: 80
      case .https: 443
      case .socks5, .socks5h: 1080
      }
    }
  }

  /// How to log in to an HTTP proxy.
  public enum Login: String, Sendable, Hashable, CaseIterable {
    /// User name and password as they are, with the first request (RFC 7617).
    case basic
    /// A hash of them, once the proxy has challenged (RFC 7616).
    case digest
    /// As the proxy asks: Digest where it takes that, otherwise Basic.
    case any
  }

  /// Which requests go through a tunnel of an HTTP proxy (CONNECT, RFC 9110 §9.3.6).
  public enum Tunnel: String, Sendable, Hashable, CaseIterable {
    /// Those for `https`.
    case https
    /// All: the proxy sees host and port of `http` requests, and no more than it could read on the wire.
    case always
  }

  /// The protocol spoken to the proxy.
  public let kind: Kind
  /// Its host, in canonical form.
  public let host: String
  /// Its port.
  public let port: Int
  /// The user name for proxy authentication.
  public var username: String?
  /// The password for proxy authentication.
  public var password: Secret?
  /// How to log in; for HTTP proxies.
  public var login = Login.basic
  /// Which requests go through a tunnel; for HTTP proxies.
  public var tunnel = Tunnel.https

  /// A proxy at a URL such as `http://proxy.example:3128` or `socks5h://127.0.0.1`.
  ///
  /// A user name and password in the URL log in to the proxy, unless the parameters name others. Without a port in the
  /// URL, it is the scheme's: 80, 443, or 1080 for SOCKS.
  ///
  /// - Throws: ``ResourceURL/Invalid`` if the text is not such a URL.
  public init(_ url: String, username: String? = nil, password: Secret? = nil) throws(ResourceURL.Invalid) {
    guard let colon = url.firstRange(ofBytes: "://"),
      let kind = Kind(rawValue: url[..<colon.lowerBound].lowercasedASCII())
    else {
      throw ResourceURL.Invalid("expected a URL that begins with http://, https://, socks5:// or socks5h://")
    }
    let parsed = try ResourceURL("http://" + url[colon.upperBound...])
    guard parsed.path.hasSameBytes(as: "/"), parsed.query == nil, parsed.fragment == nil else {
      throw ResourceURL.Invalid("expected scheme, host and port of the proxy only")
    }
    self.kind = kind
    host = parsed.origin.host
    port = parsed.port ?? kind.standardPort
    (self.username, self.password) = (username, password)
    // A percent sign that begins no triple is itself.
    guard let userInfo = parsed.userInfo.map({ PercentEncoding.encodingStrays($0) }) else { return }
    let parts = userInfo.cut(atByte: ":")
    guard let name = PercentEncoding.decode(parts.head), let word = PercentEncoding.decode(parts.tail ?? "") else {
      throw ResourceURL.Invalid("the percent-encoding of the user name or password in the URL is not of UTF-8")
    }
    self.username = username ?? name
    if password == nil, parts.tail != nil { self.password = Secret(word) }
  }

  /// Whether it is an HTTP proxy.
  package var speaksHTTP: Bool { kind == .http || kind == .https }

  /// The proxy's URL, without user and password.
  package var url: String { "\(kind.rawValue)://\(host):\(port)" }

  /// What its status 407 says of the credentials.
  package var refusal: String { "the proxy \(url) \(username == nil ? "requires" : "refuses the") credentials" }
}
