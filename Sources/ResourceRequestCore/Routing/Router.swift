// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Resolves a caller's request by the configuration into the request to send, or an error.
///
/// Pure; its cost does not depend on the number of services.
package final class Router: Sendable {
  /// The destinations of the configuration; the first is for absolute URLs.
  package let destinations: [Destination]
  private let services: [ExactText: Destination]
  /// Absolute URLs.
  let anywhere: Destination
  /// The gateway's adapters, below `{server}/api`.
  let gateway: Destination?
  private let recent = RecentTargets()

  /// Creates a router for a configuration.
  ///
  /// - Parameters:
  ///   - configuration: the services and the gateway.
  ///   - standardHeaders: the default header fields of every request; the service and the request override them.
  ///   - lifetime: the lifetime of a destination's connections, which outlives a configuration that leaves it as it is.
  package init(
    _ configuration: ResourceConfiguration,
    standardHeaders: Headers,
    lifetime: (DestinationIdentity) -> DestinationLifetime = { _ in DestinationLifetime() }
  ) {
    SensitiveNames.add(configuration.secretNames)
    let outermost = configuration.outermost
    let anywhere = Destination(index: 0, settings: outermost, standardHeaders: standardHeaders, lifetime: lifetime)
    var destinations = [anywhere]
    let gatewaySettings = configuration.gateway.map { $0.settings.merging(outermost) }
    gateway = configuration.gateway.map { gateway in
      let destination = Destination(
        index: destinations.count,
        base: Destination.Base(gateway.serverURL, below: "/api"),
        credential: gateway.credential,
        isAtGateway: true,
        settings: gatewaySettings ?? outermost,
        elsewhere: anywhere.settings,
        standardHeaders: standardHeaders,
        lifetime: lifetime
      )
      destinations.append(destination)
      return destination
    }
    var services: [ExactText: Destination] = [:]
    let inheritance = SettingsInheritances(outermost, configuration.gateway)
    for service in configuration.services {
      let isDirect = service.via == .direct
      let destination = Destination(
        index: destinations.count,
        service: service.name,
        base: isDirect
          ? Destination.Base(service.baseURL)
          : configuration.gateway.flatMap { gateway in
            Router.isSegment(String(service.name.trimmingOneSlash))
              ? Destination.Base(gateway.serverURL, below: Router.connectorPath(service.name)) : nil
          },
        // Behind the gateway, the gateway has the backend's credential.
        credential: isDirect ? service.credential : configuration.gateway?.credential,
        isAtGateway: !isDirect,
        endpoints: isDirect ? service.endpoints : [],
        endpointsFile: isDirect ? service.endpointsFile : nil,
        discovery: isDirect ? service.discovery : nil,
        settings: inheritance.of(service).completing(service.settings),
        elsewhere: anywhere.settings,
        standardHeaders: standardHeaders,
        lifetime: lifetime
      )
      destinations.append(destination)
      services[ExactText(service.name)] = destination
    }
    self.anywhere = anywhere
    self.destinations = destinations
    self.services = services
  }

  /// The destination of a service, or of the gateway for `nil`; `nil` if there is none.
  func destination(of service: String?) -> Destination? {
    service.map { services[ExactText($0)] ?? services[ExactText($0.trimmingOneSlash)] } ?? gateway
  }

  /// Compresses the body as its destination wants it.
  private func compress(
    _ body: OutgoingBody,
    of request: ResourceRequest,
    for destination: Destination,
    _ headers: inout Headers
  ) throws -> OutgoingBody {
    do throws(CodingFault) {
      return try body.compressed(by: request.compression(at: destination), &headers)
    } catch {
      throw request.failure(.unsupported, "\(error)")
    }
  }

  /// Routes a request to its own URL.
  ///
  /// - Throws: ``ResourceError`` if it cannot be routed or sent; the code names the reason.
  package func route(_ request: ResourceRequest, _ call: CallOptions = CallOptions()) throws -> Route {
    guard !request.method.name.hasSameBytes(as: "CONNECT") else {
      throw request.failure(.unsupported, "CONNECT asks for a tunnel; name a proxy in the configuration")
    }
    let content = try RequestContent(request)
    var authorization = RequestAuthorization(scope: request.scope, usesCredentials: request.sendsCredentials)
    var (destination, url) = try locate(request, content.query, &authorization)
    url.shownPath = shownPath(of: request)
    var headers = try content.headers(
      of: request,
      over: request.sendsCredentials ? destination.usual : destination.anonymous
    )
    let plain = try content.body.map { try compress($0, of: request, for: destination, &headers) }
    let body = plain.map { call.watch?($0) ?? $0 }
    var parts = ResolvedRequest.Parts(
      method: request.method,
      url: url,
      headers: headers,
      body: body,
      trailers: request.trailers,
      service: destination.service ?? request.service,
      options: request.options(over: destination, body: body, call),
      authorization: authorization,
      caching: RequestCaching(policy: request.cachePolicy, partition: request.cachePartition),
      overrides: request.overrides,
      template: request.pathTemplate,
      propagation: destination.base == nil ? nil : destination.settings.propagate ?? .trace
    )
    if case .hash(.pathParameter(let name))? = destination.settings.resilience.balance {
      parts.balanceKey = request.pathParameters.value(ofAll: name[...]).map(\.text)
    }
    // Nor is there a default for a body that is produced while it is sent, which may be of any length.
    let isOpenEnded = call.isOpenEnded || content.isProduced
    return Route(
      request: ResolvedRequest(parts),
      destination: destination,
      redirects: request.redirects ?? destination.settings.redirects ?? .follow,
      totalTimeout: (request.timeouts.total ?? destination.totalTimeout(isOpenEnded: isOpenEnded))?.duration,
      plainBody: content.body,
      call: call
    )
  }

  /// The path of a request as it may be shown; `nil` if no parameter of it has a secret name.
  private func shownPath(of request: ResourceRequest) -> String? {
    let secrets = request.pathParameters.filter(\.isSecret).map(\.name)
    guard !secrets.isEmpty else { return nil }
    var masked = request
    for name in secrets { masked.pathParameters.set(name, to: Redaction.mark) }
    var ignored = RequestAuthorization()
    guard let (_, url) = try? locate(masked, nil, &ignored) else { return "/" + Redaction.mark }
    let mark = Redaction.mark.utf8.map {
      $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + String($0, radix: 16).uppercased()
    }
    return Redaction.path(url.path).replacing(bytes: mark.joined(), with: Redaction.mark)
  }

  /// Routes the next hop of a redirect.
  ///
  /// To the same origin it stays the same request of the same service. To another origin, or to a URL that another
  /// origin influenced (`isForeign`), it belongs to no service: the service's fields are removed, and of the caller's
  /// fields only harmless ones (RFC 9110 §15.4) and those that the caller allows are kept.
  package func reroute(
    _ route: Route,
    of request: ResourceRequest,
    to next: RedirectDecision.Step,
    isForeign: Bool = false
  ) -> Route {
    var route = route
    if isForeign || next.url.origin != route.request.url.origin {
      route.destination = anywhere
      route.request.service = nil
      // It names this request at its origin.
      route.request.overrides?.idempotencyKey = nil
      // The other origin takes no part in the trace (W3C Trace Context §3.5).
      route.request.propagation = []
      route.request.authorization = RequestAuthorization(usesCredentials: request.sendsCredentials, isRedirected: true)
      let own = request.headers.filter { RedirectedFields.cross(origins: $0.name, allowed: route.redirects.fields) }
      let described = route.request.headers.filter { RedirectedFields.describeBody($0.name) }
      // A configuration made in code may have credentials among the default fields.
      route.request.headers = Headers(own).merging(anywhere.anonymous.plain)
      route.request.headers.leaveRangesUncoded(unless: request.headers)
      for field in described { route.request.headers[field.name] = field.value }
      if next.keepsBody { route.compress(by: request.compression(at: anywhere)) }
      var options = request.options(over: anywhere, body: route.request.body, route.call).value
      // The call follows by the policy of its first hop, whatever other requests to this origin do.
      options.streamsRedirects = route.redirects != .refuse
      route.request.options = options
    }
    route.request.url = next.url.hidden(as: route.request.url)
    route.request.template = nil
    // A key names one operation, and another method is another one; its conditions are about what it would have changed.
    if next.method != route.request.method { route.request.overrides?.idempotencyKey = nil }
    if next.method != request.method, next.method == .get || next.method == .head {
      for name in RedirectedFields.conditions { route.request.headers.remove(name) }
    }
    route.request.method = next.method
    if !next.keepsBody {
      route.request.body = nil
      route.request.trailers = nil
      for name in RedirectedFields.ofBody { route.request.headers.remove(name) }
    }
    return route
  }

  /// The destination of a request and its URL.
  private func locate(
    _ request: ResourceRequest,
    _ query: String?,
    _ authorization: inout RequestAuthorization
  ) throws -> (Destination, ResourceURL) {
    // Path parameters or an added query make it another URL.
    let mayBeKnown = query == nil && request.pathParameters.isEmpty && request.sendsCredentials
    if mayBeKnown, request.service == nil, let url = recent.url(of: request.target, below: nil, at: anywhere.index) {
      return (anywhere, url)
    }
    if mayBeKnown, request.service != nil || gateway != nil, let (destination, base) = try? place(request),
      let url = recent.url(of: request.target, below: base.prefix, at: destination.index)
    {
      return (destination, url)
    }
    let target = try Target(request)
    guard target.reference.isAbsolute else {
      let (destination, base) = try place(request)
      let url = try target.below(base, adding: query, for: request)
      if mayBeKnown { recent.keep(url, of: request.target, below: base.prefix, at: destination.index) }
      return (destination, url)
    }
    if let service = request.service {
      throw request.failure(
        .absoluteURLWithService,
        "the target is an absolute URL and the backend service \"\(shown(service))\" is named; leave out one of them"
      )
    }
    let url: ResourceURL
    (url, authorization.login) = try target.absolute(adding: query, for: request)
    if mayBeKnown, authorization.login == nil {
      recent.keep(url, of: request.target, below: nil, at: anywhere.index)
    }
    return (anywhere, url)
  }

  private func place(_ request: ResourceRequest) throws -> (Destination, Destination.Base) {
    guard let service = request.service else {
      try request.staysFromGateway()
      guard let gateway, let base = gateway.base else {
        throw request.failure(
          .noGateway,
          "the target is relative, and neither is a backend service named nor a gateway configured; "
            + "name a service, configure gateway.serverURL, or give an absolute URL"
        )
      }
      return (gateway, base)
    }
    if let destination = services[ExactText(service)], let base = destination.base { return (destination, base) }
    let name = String(service.trimmingOneSlash)
    if let destination = destination(of: service) {
      if let base = destination.base { return (destination, base) }
      guard Router.isSegment(name) else { throw request.unnameable(service) }
      throw request.failure(
        .noGateway,
        "the backend service \"\(shown(service))\" goes through the gateway, and no gateway is configured; "
          + "set `gateway.serverURL`"
      )
    }
    guard let gateway, let base = gateway.base else {
      let known = services.keys.map(\.text).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      throw request.failure(
        .unknownService,
        "no service \"\(shown(service))\" is configured, and no gateway" + (known.isEmpty ? "" : "; there is \(known)")
      )
    }
    guard Router.isSegment(name) else { throw request.unnameable(service) }
    return (gateway, base.deeper(Router.connectorPath(name, below: "")))
  }

  /// A service's name for a message: a caller may have written a URL as the name.
  private func shown(_ service: String) -> String { Redaction.reference(service) }

  /// Whether a service's name can be a path segment of the connector without changing its path.
  private static func isSegment(_ name: String) -> Bool {
    !name.isEmpty
      && !PercentEncoding.encode(name, allowing: .unreserved).withUTF8Bytes { DotSegments.isHidden(in: $0) }
  }

  /// The gateway's API connector for a service (one leading `/` of its name is dropped).
  private static func connectorPath(_ service: String, below api: String = "/api") -> String {
    api + "/backendservice/" + PercentEncoding.encode(String(service.trimmingOneSlash), allowing: .unreserved)
  }
}

extension String {
  /// The name of a service without one leading slash.
  var trimmingOneSlash: Substring { dropping(prefix: "/") ?? self[...] }
}
