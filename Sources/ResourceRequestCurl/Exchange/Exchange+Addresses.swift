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

  /// Where an exchange may connect to, asked when a connection is opened and when one is used.
  extension Exchange {
    private var policy: AddressPolicy? {
      guard let policy = request.options.sharedConnection?.value.addresses, policy.looksAtAddresses else { return nil }
      return policy
    }

    /// Whether an address must not be connected to; the reason is kept for the case that no other will do.
    func refuses(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
      guard let policy, let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return false }
      // A Unix-domain socket, which the configuration names.
      guard address.pointee.family == AF_INET || address.pointee.family == AF_INET6 else { return false }
      let start = (UnsafeRawPointer(address) + place).assumingMemoryBound(to: sockaddr.self)
      return refuses(HostAddress(start)?.ip, by: policy)
    }

    /// Whether an address that is tried beside libcurl must not be connected to.
    func refuses(_ address: IPAddress) -> Bool {
      policy.map { refuses(address, by: $0) } ?? false
    }

    private func refuses(_ address: IPAddress?, by policy: AddressPolicy) -> Bool {
      let reason = address.map { policy.refusal(of: $0) } ?? "its address cannot be read"
      if let reason { addressRefusal = reason }
      return reason != nil
    }

    /// Why the connection that is about to be used must not be; `nil` where it may.
    func refusal(ofConnectedTo address: UnsafePointer<CChar>?) -> String? {
      guard let policy, plan?.unixSocket == nil else { return nil }
      guard let found = (raceWinner ?? address.map { String(cString: $0) }).flatMap({ IPAddress($0) }) else {
        return "its address cannot be read"
      }
      return policy.refusal(of: found)
    }
  }
#endif
