// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The pipelines of a destination: the client's own middleware, and what the rooms add, in the order of ``Station``.
enum StandardPipeline {
  static func make(at site: Site, _ state: ServiceState) -> DestinationPipelines {
    let (destination, options) = (site.destination, site.client.options)
    let own = options.options(of: destination.service) ?? ServiceOptions()
    var plan = MiddlewarePlan(state.told)
    for middleware in options.middleware + own.middleware { plan.add(middleware, at: .own) }
    if destination.settings.connection.tls?.skipsVerification == true {
      let warning = FirstRequestWarning(state.told) { request in
        "certificates are not verified (insecureSkipVerify), so anybody can pose as \(request.url.origin)"
      }
      plan.add(warning, at: .warnings)
    }
    for warning in site.premises.warnings[ExactText(destination.service ?? "")] ?? [] {
      plan.add(FirstRequestWarning(state.told) { _ in warning.text }, at: .warnings)
    }
    if let warning = site.premises.warningOfNames { plan.add(warning, at: .warnings) }
    let attempts = options.attemptMiddleware + own.attemptMiddleware
    for middleware in attempts where middleware is any FieldMiddleware { plan.add(middleware, at: .ownAttempts) }
    for (room, kept) in zip(site.client.rooms, state.kept) { room.furnish(&plan, withErased: kept, at: site) }
    for middleware in attempts where !(middleware is any FieldMiddleware) { plan.add(middleware, at: .ownAttempts) }
    func pipeline(_ calls: MiddlewarePlan.Calls) -> Pipeline {
      let (hop, attempt) = plan.middleware(for: calls)
      return Pipeline(
        hop,
        attempts: attempt,
        transport: site.client.transport,
        usual: destination.usual,
        ledger: state.ledger
      )
    }
    let usual = pipeline(.usual)
    let overriding = plan.tellsCallsApart ? pipeline(.overriding) : usual
    return DestinationPipelines(usual: usual, overriding: overriding, parts: plan.parts)
  }
}

/// The pipelines of one destination.
struct DestinationPipelines: Sendable {
  /// For calls without policies of their own: almost all.
  let usual: Pipeline
  /// For calls with policies of their own: the same middleware, and the one that applies such policies.
  ///
  /// The same as ``usual`` if the configuration requires that middleware anyway.
  let overriding: Pipeline
  /// What is done around each hop, outside of them.
  let parts: [any HopPart]

  /// The pipeline for a request.
  func pipeline(for request: ResolvedRequest) -> Pipeline { request.hasOverrides ? overriding : usual }
}

/// The default header fields of every request; the same over every transport.
enum StandardFields {
  /// The fields; only `Accept-Encoding` depends on the transport.
  static func make(for transport: any Transport, userAgent: String?) -> Headers {
    var headers = Headers()
    headers.append("User-Agent", (userAgent.map { $0 + " " } ?? "") + "swift-resource-request/\(SDKVersion.current)")
    headers.append("Accept", "*/*")
    if let codings = transport.capabilities.acceptedEncodings { headers.append("Accept-Encoding", codings) }
    return headers
  }
}
