// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// A host whose addresses libcurl needs: it asks for them by host and port.
  struct HostToFind {
    let host: String
    let port: Int
  }

  /// The state of the lookups that an exchange needs before it can connect.
  ///
  /// Only libcurl knows whether an exchange needs a new connection, and it would look up names on an unbounded number
  /// of threads. So it may start the lookup, which is refused before anything is sent; the loop resolves the names and
  /// starts the exchange again with the addresses.
  struct NameResolution {
    /// The unresolved hosts; the lookup of the first is in progress.
    var missing: [HostToFind] = []
    /// The entries of `CURLOPT_RESOLVE`.
    var found: [String] = []
    /// Whether it has stepped aside in the admission queue.
    var isAside = false
    /// The rest of the connect timeout.
    var left: UInt64 = 0
    /// The first start, in the loop's time.
    var start: UInt64 = 0
    /// The time until the start with all names resolved.
    var spent: UInt64 = 0
  }

  extension Exchange {
    /// The hosts that this side resolves for a new connection of this exchange: for SOCKS 5, the proxy's and the
    /// target's.
    var hostsToFind: [HostToFind] {
      var hosts: [HostToFind] = []
      if let proxy = plan?.proxy { hosts.append(HostToFind(host: proxy.host, port: proxy.port)) }
      if plan?.looksUp ?? true { hosts.append(host) }
      return hosts.filter { !HostName.isAddress($0.host) && !Exchange.isLocal($0.host) }
    }

    /// The target host of its connection, direct or behind a proxy, as libcurl names it.
    private var host: HostToFind {
      // If libcurl is directed there, also because of another TLS server name, the host has no trailing dot.
      if let plan, plan.leadsElsewhere || plan.tlsName != nil, let host = plan.host {
        return HostToFind(host: host.name, port: host.port)
      }
      return HostToFind(host: request.url.host, port: request.url.origin.port)
    }

    /// Whether libcurl resolves a name without a lookup (RFC 6761 §6.3).
    static func isLocal(_ host: String) -> Bool {
      host == "localhost" || host.ends(withBytesOf: ".localhost")
    }

    /// The failure of a lookup that timed out.
    var lookupTimeout: TransportFailure {
      let name = names.missing.first?.host ?? request.url.origin.host
      return failure(
        isProxys(name) ? .proxyFailed : .connectTimeout,
        "no connection to \(request.place) within \(options.connectTimeout): the lookup of \(name) had not ended"
      )
    }

    /// Whether a name is the proxy's only.
    private func isProxys(_ name: String) -> Bool {
      plan?.proxy != nil && !name.hasSameBytes(as: host.host) && !name.hasSameBytes(as: request.url.origin.host)
    }

    /// The failure of a name without addresses.
    func lookupFailure(_ name: String, _ failure: NameAnswer.Failure) -> TransportFailure {
      if failure.isExhausted {
        return self.failure(.resourcesExhausted, "this machine could not look up \(name): \(failure.reason)")
      }
      if isProxys(name) {
        return self.failure(.proxyFailed, "the proxy's host name \(name) has no address: \(failure.reason)")
      }
      let whose = request.endpoint.map { " of the endpoint \($0)" } ?? ""
      return self.failure(
        .nameNotResolved,
        "the host name \(name)\(whose) has no address; check the name and this machine's resolver: \(failure.reason)"
      )
    }
  }
#endif
