// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// Names: who looks them up, and how libcurl is told.
  extension EasyHandle {
    /// libcurl wants to look a name up, which the loop does instead.
    static let resolve: curl_resolver_start_callback = { _, _, owner in
      guard let exchange = exchange(owner) else { return 1 }
      // Addresses, and the names of this machine itself, it reads without asking anybody.
      guard !exchange.hostsToFind.isEmpty, !exchange.readsAddressesOnly else { return 0 }
      return exchange.state.take(.asksForName) == .goOn ? 0 : 1
    }

    /// Readies the handle to be given to libcurl once more, with addresses and what is left of the time to connect.
    func know(_ addresses: [String], within milliseconds: Int) {
      fixedNames.set(addresses)
      ccurl_set_pointer(curl, CURLOPT_RESOLVE, fixedNames.list)
      set(CURLOPT_CONNECTTIMEOUT_MS, max(1, milliseconds))
      // They are fresh, whatever is thought of those that were remembered.
      set(CURLOPT_DNS_CACHE_TIMEOUT, 60)
      forgetOptions()
    }
  }

  extension Exchange {
    /// Whether what libcurl still asks for can only be an address: the names were all told to it just now.
    fileprivate var readsAddressesOnly: Bool {
      guard !names.found.isEmpty, let proxy = plan?.proxy, let host = plan?.host?.name else { return false }
      return [proxy.host, host].contains { Exchange.isAddress($0) || Exchange.isLocal($0) }
    }
  }
#endif
