// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How connections to a service are opened, secured and reused.
///
/// A connection that was opened with other options is never reused for a request with these.
public struct ConnectionOptions: Sendable, Hashable {
  /// TLS options; `nil` for the defaults.
  public var tls: TLSOptions?
  /// The path of a Unix-domain socket to connect to instead of the URL's host; no proxy is used with it.
  ///
  /// `Host` and, with `https`, the name in the certificate are still the URL's.
  public var unixSocket: String?
  /// The proxies to use; `nil` for none.
  ///
  /// A proxy resolves names itself, except for ``Proxy/Kind/socks5``, so fixed addresses do not apply to requests
  /// through one.
  public var proxy: ProxyRules?
  /// Fixed addresses of hosts, used instead of a name lookup.
  public var fixedAddresses: [FixedAddress]
  /// How long a resolved address is reused, rounded up to whole seconds; `nil` for 60 s.
  public var nameCacheTime: Duration?
  /// How long an idle connection is kept open; `nil` for 60 s.
  public var idleTime: Duration?
  /// The address policy; `nil` allows every destination.
  public var addresses: AddressPolicy?

  /// The default time an idle connection is kept open.
  package static let standardIdleTime = Duration.seconds(60)

  /// Creates options; by default the standard ones.
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
}

/// Connection options behind a reference: the requests of a service share one object, so that comparing them is a
/// pointer comparison.
package final class SharedConnectionOptions: Sendable, Hashable {
  package let value: ConnectionOptions
  private let hash: Int

  package init(_ value: ConnectionOptions) {
    self.value = value
    hash = value.hashValue
  }

  package static func == (one: SharedConnectionOptions, other: SharedConnectionOptions) -> Bool {
    one === other || one.hash == other.hash && one.value == other.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
