// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ExplanationMaker {
  /// What the cache would do with the request.
  var cacheFacts: [Fact] {
    guard let cache = assembly.state(of: destination)?.cache else { return [Fact("verdict", "no cache", .builtIn)] }
    let middleware = CacheFactory.middleware(
      cache,
      for: destination,
      takesTokens: assembly.authorizers[destination] != nil,
      client.fixed
    )
    let preview = middleware.preview(resolved, at: clock.date.wholeMilliseconds)
    var facts: [Fact] = []
    if let key = preview.key { facts.append(Fact("key", key)) }
    facts.append(Fact("partition", preview.partition ?? "none: whose responses it may use is not known"))
    facts.append(Fact("verdict", ExplanationMaker.text(preview.verdict)))
    return facts
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
    var facts = [Fact("authorities", tls.caFile ?? tls.caDirectory ?? "the system's")]
    if tls.skipsVerification { facts = [Fact("authorities", "the certificate is not verified")] }
    if let certificate = tls.certificate { facts.append(Fact("certificate", certificate)) }
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
