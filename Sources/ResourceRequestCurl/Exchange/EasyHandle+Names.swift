// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// Name lookup outside of libcurl.
  extension EasyHandle {
    /// libcurl wants to look up a name, which the loop does instead.
    static let resolve: curl_resolver_start_callback = { _, _, owner in
      guard let exchange = exchange(owner) else { return 1 }
      // libcurl resolves addresses and loopback names without a lookup.
      guard !exchange.hostsToFind.isEmpty, !exchange.readsAddressesOnly else { return 0 }
      return exchange.state.take(.asksForName) == .goOn ? 0 : 1
    }
  }

  extension Exchange {
    /// Whether libcurl can only be asking for an address, since it has just been given the names.
    fileprivate var readsAddressesOnly: Bool {
      guard !names.found.isEmpty, let proxy = plan?.proxy, let host = plan?.host?.name else { return false }
      return [proxy.host, host].contains { HostName.isAddress($0) || Exchange.isLocal($0) }
    }
  }
#endif
