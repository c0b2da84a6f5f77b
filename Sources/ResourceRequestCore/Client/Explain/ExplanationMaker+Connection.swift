// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ExplanationMaker {
  /// The cache's decision for the request.
  var cacheFacts: [Fact] {
    guard let state = assembly.state(of: destination), let cache = state.cache else {
      return [Fact("verdict", "no cache", .builtIn)]
    }
    let middleware = CacheFactory.middleware(
      cache,
      for: destination,
      takesTokens: assembly.authorizers[destination] != nil,
      CacheFactory.tokenFile(of: destination),
      state.resilience,
      client.fixed
    )
    let (outlook, verdict) = middleware.outlook(for: resolved, at: clock.date)
    var facts: [Fact] = []
    if case .looksUp = outlook.finding { facts.append(Fact("key", outlook.key)) }
    facts.append(Fact("partition", partition(outlook)))
    facts.append(Fact("verdict", ExplanationMaker.text(verdict)))
    return facts
  }

  /// The partition of the cache that the request may use; its text contains names and digests that are not shown.
  private func partition(_ outlook: CacheOutlook) -> String {
    let digest = outlook.place.map { " " + SHA256.hexadecimal(of: $0.partition).prefix(8) } ?? ""
    return switch outlook.owner {
    case .everybody: "everybody's"
    case .principal: "the configured principal's"
    case .login: "the login's\(digest)"
    case .cookies: "the cookies'\(digest)"
    case .partition: "the request's\(digest)"
    case .nobody: "none: the request has credentials of its own and names no partition"
    }
  }

  private static func text(_ verdict: CacheVerdict) -> String {
    let parts = [
      verdict.outcome.rawValue, verdict.reason?.rawValue, verdict.detail,
      verdict.age.map { "\(ReadableTime.text($0)) old" },
      verdict.timeToLive.flatMap { $0 > .zero ? "fresh for another \(ReadableTime.text($0))" : nil },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// How the server is reached.
  var connectionFacts: [Fact] {
    let connection = resolved.options.connection
    let origin = resolved.url.origin
    var facts = [Fact("http version", resolved.options.httpVersion.rawValue)]
    if let socket = connection.unixSocket {
      facts.append(Fact("socket", socket))
    } else {
      facts.append(Fact("proxy", connection.proxy?.proxy(for: origin)?.url ?? "none"))
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
    return policy.isDecided(by: resolved.url.origin) ? "allowed" : "allowed where the name leads to: \(kinds)"
  }
}
