// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResolvedRequest {
  /// Why the request must not go out, as far as that is known before a connection is opened; `nil` where it may.
  package var addressRefusal: TransportFailure? {
    guard let policy = options.sharedConnection?.value.addresses, let plan = connectionPlan else { return nil }
    // Where the connection goes elsewhere, the URL's host is only a name.
    let isOnlyName = endpoint != nil || plan.unixSocket != nil
    if let reason = policy.refusal(of: url.origin, isLocal: isOnlyName) ?? endpointRefusal(by: policy) {
      return .refused(AddressPolicy.sentence(place, reason))
    }
    guard policy.looksAtAddresses, let proxy = plan.proxy, proxy.kind == .socks5,
      let host = plan.host?.name, IPAddress(host) == nil
    else { return nil }
    // The name would be looked up on this side, and its address told to the proxy, where nobody looks at it.
    return .refused(
      "\(place) must not be reached by \(proxy.url): the address of its host could not be looked at; "
        + "let the proxy look names up (socks5h)"
    )
  }

  /// Why its endpoint must not be connected to, which must be allowed as much as the URL.
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
