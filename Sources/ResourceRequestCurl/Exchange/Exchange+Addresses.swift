// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  import ResourceRequestCore
  import ResourceRequestLoop

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

    /// Whether an address that is raced beside libcurl is refused.
    func refuses(_ address: IPAddress) -> Bool {
      policy.map { refuses(address, by: $0) } ?? false
    }

    private func refuses(_ address: IPAddress?, by policy: AddressPolicy) -> Bool {
      let reason = address.map { policy.refusal(of: $0) } ?? "its address cannot be read"
      if let reason { addressRefusal = reason }
      return reason != nil
    }

    /// The reason for refusing the connection that is about to be used; `nil` if it is allowed.
    func refusal(ofConnectedTo address: UnsafePointer<CChar>?) -> String? {
      guard let policy, plan?.unixSocket == nil else { return nil }
      guard let found = (raceWinner ?? address.map { String(cString: $0) }).flatMap({ IPAddress($0) }) else {
        return "its address cannot be read"
      }
      return policy.refusal(of: found)
    }
  }
#endif
