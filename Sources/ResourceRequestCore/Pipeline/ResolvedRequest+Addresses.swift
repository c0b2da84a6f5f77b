// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResolvedRequest {
  /// Why the request must not go out, as far as that is known before a connection is opened; `nil` where it may.
  package var addressRefusal: TransportFailure? {
    guard let connection = options.sharedConnection?.value, let policy = connection.addresses else { return nil }
    if let reason = policy.refusal(of: url.origin, isLocal: connection.unixSocket != nil) {
      return .refused(AddressPolicy.sentence(url.origin, reason))
    }
    guard policy.looksAtAddresses, !policy.isDecided(by: url.origin),
      let proxy = connection.proxy(for: url.origin), proxy.kind == .socks5
    else { return nil }
    // The name would be looked up on this side, and its address told to the proxy, where nobody looks at it.
    return .refused(
      "\(url.origin) must not be reached by \(proxy.url): the address of its host could not be looked at; "
        + "let the proxy look names up (socks5h)"
    )
  }
}

extension TransportFailure {
  fileprivate static func refused(_ message: String) -> TransportFailure {
    TransportFailure(code: .addressRefused, message: message, phase: .queued)
  }
}
