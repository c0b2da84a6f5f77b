// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The address policy of an exchange, checked when a connection is opened and when one is used.
  extension Exchange {
    private var policy: AddressPolicy? {
      guard let policy = request.options.sharedConnection?.value.addresses, policy.looksAtAddresses else { return nil }
      return policy
    }

    /// Whether an address is refused; the reason is kept in case no other address succeeds.
    func refuses(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
      guard let policy, let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
      // A Unix-domain socket, which the configuration names.
      guard address.pointee.family == AF_INET || address.pointee.family == AF_INET6 else { return false }
      let start = (UnsafeRawPointer(address) + place).assumingMemoryBound(to: sockaddr.self)
      return refuses(HostAddress(start)?.ip, by: policy)
    }

    /// Adds the interface of an address that is valid on one link only.
    func setInterface(of address: UnsafeMutablePointer<curl_sockaddr>) {
      guard let scopes = handle?.loop.scopes, !scopes.isEmpty, address.pointee.family == AF_INET6,
        let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
      else { return }
      let start = UnsafeMutableRawPointer(address) + place
      guard let ip = HostAddress(start.assumingMemoryBound(to: sockaddr.self))?.ip, let scope = scopes[ip] else {
        return
      }
      start.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_scope_id = scope
    }

    private func refuses(_ address: IPAddress?, by policy: AddressPolicy) -> Bool {
      let reason = address.map { policy.refusal(of: $0) } ?? "its address cannot be read"
      if let reason { addressRefusal = reason }
      return reason != nil
    }

    /// The reason for refusing the connection that is about to be used; `nil` if it is allowed.
    func refusal(ofConnectedTo address: UnsafePointer<CChar>?) -> String? {
      guard let policy, plan?.unixSocket == nil else { return nil }
      guard let found = address.flatMap({ IPAddress(String(cString: $0)) }) else { return "its address cannot be read" }
      return policy.refusal(of: found)
    }
  }
#endif
