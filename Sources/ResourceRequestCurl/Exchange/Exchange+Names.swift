// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// A host whose addresses libcurl is to be told: it asks for them by host and port.
  struct HostToFind {
    let host: String
    let port: Int
  }

  /// How far an exchange is with the names it must know before it can connect.
  ///
  /// libcurl alone knows whether an exchange needs a new connection, and would look names up by itself, on threads nobody
  /// counts. So it is let ask and is refused: nothing has been sent, the names are looked up by the loop, and libcurl is
  /// given the exchange once more, together with the addresses.
  struct NamesOfExchange {
    /// The hosts whose addresses are not known yet; the lookup of the first is awaited.
    var missing: [HostToFind] = []
    /// What libcurl is told: entries of `CURLOPT_RESOLVE`.
    var found: [String] = []
    /// Whether it has stepped aside in the admission queue.
    var isAside = false
    /// What is left of the time to connect.
    var left: UInt64 = 0
    /// When it was first given to libcurl, in the loop's time.
    var start: UInt64 = 0
    /// How long it took until libcurl was given it with all names known.
    var spent: UInt64 = 0
  }

  extension Exchange {
    /// The hosts that are looked up on this side for a new connection of this exchange: of a SOCKS 5 proxy's both its own
    /// and the one behind it.
    var hostsToFind: [HostToFind] {
      var hosts: [HostToFind] = []
      if let proxy = plan?.proxy { hosts.append(HostToFind(host: proxy.host, port: proxy.port)) }
      if plan?.looksUp ?? true { hosts.append(host) }
      return hosts.filter { !Exchange.isAddress($0.host) && !Exchange.isLocal($0.host) }
    }

    /// The host its connection goes to, by itself or behind a proxy, as libcurl names it.
    private var host: HostToFind {
      // Where libcurl is led there, which it also is where the URL holds another name for TLS, it is without the dot that
      // may end it.
      if let plan, plan.leadsElsewhere || plan.tlsName != nil, let host = plan.host {
        return HostToFind(host: host.name, port: host.port)
      }
      return HostToFind(host: request.url.host, port: request.url.origin.port)
    }

    /// Whether libcurl knows the addresses of a name without asking anybody (RFC 6761 §6.3).
    static func isLocal(_ host: String) -> Bool {
      host == "localhost" || host.ends(withBytesOf: ".localhost")
    }

    /// The host that connections are made to, by its addresses where the options name them.
    var dialled: (host: String, port: Int, fixed: [String]) {
      if let proxy = plan?.proxy { return (proxy.host, proxy.port, []) }
      let host = host
      return (host.host, host.port, plan?.fixedAddresses ?? [])
    }

    /// The failure of an exchange that waited for a name for too long.
    var lookupTimeout: TransportFailure {
      let name = names.missing.first?.host ?? request.url.origin.host
      return failure(
        .connectTimeout,
        "no connection to \(request.place) within \(options.connectTimeout): the lookup of \(name) had not ended"
      )
    }

    /// The failure of an exchange one of whose names has no address.
    func lookupFailure(_ name: String, _ failure: NameAnswer.Failure) -> TransportFailure {
      if failure.isExhausted {
        return self.failure(.resourcesExhausted, "this machine could not look up \(name): \(failure.reason)")
      }
      if plan?.proxy != nil, !name.hasSameBytes(as: host.host), !name.hasSameBytes(as: request.url.origin.host) {
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
