// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResolvedRequest {
  /// The reason for refusing the request that is known before a connection is opened; `nil` if there is none.
  package var addressRefusal: TransportFailure? {
    guard let policy = options.sharedConnection?.value.addresses, let plan = connectionPlan else { return nil }
    // If the connection leads elsewhere, the URL's host is only a name.
    let isOnlyName = endpoint != nil || plan.unixSocket != nil
    if let reason = policy.refusal(of: url.origin, isLocal: isOnlyName) ?? endpointRefusal(by: policy) {
      return .refused(AddressPolicy.sentence(place, reason))
    }
    guard policy.looksAtAddresses, let proxy = plan.proxy, proxy.kind == .socks5,
      let host = plan.host?.name, IPAddress(host) == nil
    else { return nil }
    // This side would resolve the name and pass its address to the proxy unchecked.
    return .refused(
      "\(place) must not be reached by \(proxy.url): the address of its host could not be looked at; "
        + "let the proxy look names up (socks5h)"
    )
  }

  /// The reason for refusing the endpoint, which must be allowed like the URL.
  private func endpointRefusal(by policy: AddressPolicy) -> String? {
    switch endpoint?.location {
    case .host(let host, let port):
      policy.refusal(of: Origin(isSecure: url.origin.isSecure, host: host, port: port))
    case .unixSocket where !policy.kinds.contains(.loopback):
      "a Unix-domain socket is on this machine"
    case .unixSocket, nil:
      nil
    }
  }
}

extension TransportFailure {
  fileprivate static func refused(_ message: String) -> TransportFailure {
    TransportFailure(code: .addressRefused, message: message, phase: .queued)
  }
}
