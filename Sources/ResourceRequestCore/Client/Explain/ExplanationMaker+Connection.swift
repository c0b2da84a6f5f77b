// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ExplanationMaker {
  /// How the server is reached.
  var connectionFacts: [Fact] {
    let connection = resolved.options.connection
    let origin = resolved.url.origin
    var facts = [Fact("http version", resolved.options.httpVersion.rawValue)]
    if let socket = connection.unixSocket {
      facts.append(Fact("socket", socket))
    } else {
      facts.append(Fact("proxy", connection.proxy?.proxy(for: origin.at(firstEndpoint))?.url ?? "none"))
    }
    if origin.isSecure { facts += tlsFacts(connection.tls) }
    facts.append(Fact("addresses", addressText(connection)))
    return facts
  }

  private func tlsFacts(_ tls: TLSOptions?) -> [Fact] {
    guard let tls else { return [Fact("authorities", "the system's", .builtIn)] }
    let authorities = tls.caPEM == nil ? tls.caFile ?? tls.caDirectory : "given in memory"
    var facts = [Fact("authorities", authorities ?? "the system's")]
    if tls.skipsVerification { facts = [Fact("authorities", "the certificate is not verified")] }
    if tls.certificatePEM != nil {
      facts.append(Fact("certificate", "given in memory"))
    } else if let certificate = tls.certificate {
      facts.append(Fact("certificate", certificate))
    }
    if let name = tls.serverName { facts.append(Fact("server name", name)) }
    for pin in tls.pinnedPublicKeys { facts.append(Fact("pinned key", "\(pin)")) }
    return facts
  }

  private func addressText(_ connection: ConnectionOptions) -> String {
    guard let policy = connection.addresses, policy != .any else { return "any" }
    if let refusal = policy.refusal(of: resolved.url.origin, isLocal: connection.unixSocket != nil) {
      return "refused: \(refusal)"
    }
    let kinds = AddressKind.allCases.filter(policy.kinds.contains).map(\.rawValue).joined(separator: ", ")
    guard policy.looksAtAddresses else { return "allowed" }
    return policy.isDecided(by: resolved.url.origin) ? "allowed" : "allowed if the address is: \(kinds)"
  }
}
