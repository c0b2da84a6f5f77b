// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A destination of requests with all of its settings: a service, the gateway, or, without a base, any absolute URL.
package final class Destination: Sendable {
  /// Its index in the router's list; the client keeps a pipeline for each destination.
  package let index: Int
  /// The backend service, if it is one.
  package let service: String?
  /// The base of relative targets.
  let base: Base?
  /// The endpoints of the service, if they differ from the base.
  let endpoints: [ServiceEndpoint]
  /// The file of the endpoints, which is followed.
  let endpointsFile: String?
  /// How endpoints that are not listed are discovered.
  let discovery: EndpointDiscovery?
  /// The credential of the service.
  ///
  /// Attached for the base's own origin only.
  package let credential: ServiceCredential?
  /// Whether it is the gateway or a service behind it: they share tokens.
  package let isAtGateway: Bool
  /// Whether HSTS applies.
  ///
  /// Explicit endpoints are not hosts: each one says itself whether it speaks TLS.
  let usesHSTS: Bool
  /// The settings of the configuration, defaults included.
  package let settings: ServiceSettings
  /// The fields of a request without fields of its own.
  package let usual: UsualFields
  /// Those of a request without credentials: a configuration made in code may have some among its fields.
  package let anonymous: UsualFields
  /// The options of an exchange for a request without options of its own.
  let options: ExchangeOptions
  /// The same as a call has them, for all calls that change nothing.
  let usualOptions: Shared<ExchangeOptions>
  /// What makes it the same destination in another configuration.
  let identity: DestinationIdentity
  /// The configured total timeout, if any.
  private let configuredTotal: Timeout?
  /// The connection options for targets from data: configured addresses stay allowed, all others must be public.
  let connectionForUntrusted: SharedConnectionOptions?

  init(
    index: Int,
    service: String? = nil,
    base: Base? = nil,
    credential: ServiceCredential? = nil,
    isAtGateway: Bool = false,
    endpoints: [ServiceEndpoint] = [],
    endpointsFile: String? = nil,
    discovery: EndpointDiscovery? = nil,
    settings: ServiceSettings,
    elsewhere: ServiceSettings? = nil,
    standardHeaders: Headers,
    lifetime: (DestinationIdentity) -> DestinationLifetime
  ) {
    self.index = index
    self.service = service
    self.base = base
    self.credential = credential
    self.isAtGateway = isAtGateway
    self.endpoints = endpoints
    self.endpointsFile = endpointsFile
    self.discovery = discovery
    usesHSTS = settings.hsts == true && endpoints.isEmpty && endpointsFile == nil && discovery == nil
    configuredTotal = settings.timeouts.total
    self.settings = SettingsInheritance.completed(settings)
    usual = UsualFields(settings.headers.merging(standardHeaders))
    let open = usual.plain.filter { !SensitiveNames.contains($0.name) }
    anonymous = open.count == usual.plain.count ? usual : UsualFields(Headers(open))
    // Its own origin it reaches as configured itself.
    var fetchesElsewhere = false
    if case .oauth2(let grant)? = credential?.kind {
      let servers = [grant.tokenURL, grant.introspectionURL].compactMap { $0?.origin }
      fetchesElsewhere = servers.contains { $0 != base?.origin }
    }
    identity = DestinationIdentity(
      .init(
        service: service,
        isAtGateway: isAtGateway,
        base: base.map { $0.prefix + ($0.endsWithSlash ? "/" : "") + ($0.query.map { "?" + $0 } ?? "") },
        credential: credential,
        // Those of a file are taken over while the client runs, and make no other service of it.
        endpoints: endpointsFile == nil ? endpoints : [],
        endpointsFile: endpointsFile,
        discovery: discovery,
        settings: self.settings,
        elsewhere: fetchesElsewhere ? elsewhere?.ofExchanges : nil
      )
    )
    var options = ExchangeOptions(
      timeouts: self.settings.timeouts,
      limits: self.settings.limits,
      httpVersion: self.settings.httpVersion ?? .negotiated,
      maxConnections: self.settings.maxConnections,
      connection: self.settings.connection
    )
    options.lifetime = lifetime(identity)
    self.options = options
    options.streamsRedirects = (self.settings.redirects ?? .follow) != .refuse
    usualOptions = Shared(options)
    if base == nil {
      var connection = self.settings.connection
      connection.addresses = (connection.addresses ?? .any).forUntrusted
      connectionForUntrusted = SharedConnectionOptions(connection)
    } else {
      connectionForUntrusted = options.sharedConnection
    }
  }

  /// The plan of its policies.
  package var plan: ResiliencePlan {
    ResiliencePlan(
      settings.resilience,
      endpoints,
      settings.timeouts,
      areFollowed: endpointsFile != nil || discovery != nil
    )
  }

  /// The total timeout by the configuration and the defaults.
  func totalTimeout(isOpenEnded: Bool) -> Timeout? {
    isOpenEnded ? configuredTotal : settings.timeouts.total
  }

  /// The followed files of secrets: the credential's, the proxy's, the private key's, those of features.
  var secretFiles: [FollowedFiles] {
    let connection = settings.connection
    var proxies = [connection.proxy?.http, connection.proxy?.https]
    if proxies[0] == proxies[1] { proxies.removeLast() }
    let passwords = proxies.map { $0?.password } + [connection.tls?.keyPassword]
    return [credential?.files].compactMap(\.self) + passwords.compactMap { $0?.files }
      + settings.features.secrets.compactMap(\.files)
  }

  /// A base URL, split so that joining is one concatenation.
  struct Base: Sendable {
    /// Scheme, authority and path, without a trailing `/`.
    private(set) var prefix: String
    /// Whether the path ended with a `/`, for the empty relative target.
    private(set) var endsWithSlash: Bool
    let query: String?
    /// Its query for requests without credentials: without the items whose names suggest secrets.
    let openQuery: String?
    let origin: Origin

    init(_ url: ResourceURL, below path: String = "") {
      var prefix = url.origin.description + url.path
      endsWithSlash = path.isEmpty && prefix.ends(withBytesOf: "/")
      while prefix.ends(withBytesOf: "/") { prefix.unicodeScalars.removeLast() }
      self.prefix = prefix + path
      query = url.query
      openQuery = url.hasSecretItems ? url.openQuery : query
      origin = url.origin
    }

    func deeper(_ path: String) -> Base {
      var base = self
      (base.prefix, base.endsWithSlash) = (prefix + path, false)
      return base
    }
  }
}
