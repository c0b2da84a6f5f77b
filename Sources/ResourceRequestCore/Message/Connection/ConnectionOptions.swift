// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How connections to a server are made and kept.
///
/// Most services leave all of it to the standard. A connection that was made with other options is never used again for a request with these.
public struct ConnectionOptions: Sendable, Hashable {
  /// How TLS is spoken; the standard where it is `nil`.
  public var tls: TLSOptions?
  /// The path of a Unix-domain socket that is connected to, whatever the URL's host; no proxy is used then.
  ///
  /// The URL still says what `Host` is sent, and, with `https`, which name the certificate must have.
  public var unixSocket: String?
  /// Which proxy is used; none where it is `nil`.
  ///
  /// A proxy looks names up itself, but for ``Proxy/Kind/socks5``, so fixed addresses mean nothing to requests that go
  /// through one.
  public var proxy: ProxyRules?
  /// Addresses that stand for hosts, instead of what a lookup would find.
  public var fixedAddresses: [FixedAddress]
  /// How long an address that was looked up is used again, in whole seconds, rounded up; 60 s where it is `nil`.
  public var nameCacheTime: Duration?
  /// How long a connection that nobody uses is kept; 60 s where it is `nil`.
  public var idleTime: Duration?
  /// Where requests may go; everywhere where it is `nil`.
  public var addresses: AddressPolicy?

  /// How long a connection that nobody uses is kept where nobody says otherwise.
  public static let standardIdleTime = Duration.seconds(60)

  /// The standard, unless named.
  public init(
    tls: TLSOptions? = nil,
    unixSocket: String? = nil,
    proxy: ProxyRules? = nil,
    fixedAddresses: [FixedAddress] = [],
    nameCacheTime: Duration? = nil,
    idleTime: Duration? = nil,
    addresses: AddressPolicy? = nil
  ) {
    self.tls = tls
    self.unixSocket = unixSocket
    self.proxy = proxy
    self.fixedAddresses = fixedAddresses
    self.nameCacheTime = nameCacheTime
    self.idleTime = idleTime
    self.addresses = addresses
  }

  /// These options, and for each that is not set the one of `outer`.
  ///
  /// Those of TLS belong together and are not mixed.
  public func merging(_ outer: ConnectionOptions) -> ConnectionOptions {
    ConnectionOptions(
      tls: tls ?? outer.tls,
      unixSocket: unixSocket ?? outer.unixSocket,
      proxy: proxy ?? outer.proxy,
      fixedAddresses: fixedAddresses.isEmpty ? outer.fixedAddresses : fixedAddresses,
      nameCacheTime: nameCacheTime ?? outer.nameCacheTime,
      idleTime: idleTime ?? outer.idleTime,
      addresses: addresses ?? outer.addresses
    )
  }
}
