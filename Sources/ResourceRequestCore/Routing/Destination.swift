// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One place requests go to, with all that holds for it: a service, the gateway, or, without a base, wherever an absolute
/// URL points.
package final class Destination: Sendable {
  /// Its place in the router's list; the client keeps a pipeline for each.
  package let index: Int
  /// The backend service, where it is one.
  package let service: String?
  /// What relative targets lie below.
  let base: Base?
  /// The places that serve it, where these are others than the base's.
  let endpoints: [ServiceEndpoint]
  /// The file these stand in, which is followed.
  let endpointsFile: String?
  /// How those are found that nobody names.
  let discovery: EndpointDiscovery?
  /// What the service adds to show who asks.
  ///
  /// Only for the base's own origin.
  package let credential: ServiceCredential?
  /// Whether it is the gateway, or something behind it: they share tokens.
  package let isAtGateway: Bool
  /// Whether hosts that want https are remembered here, and asked by it.
  ///
  /// Endpoints of its own are places, not hosts: which of them speaks TLS is theirs to say.
  let usesHSTS: Bool
  /// Everything the configuration says, the standard values included.
  package let settings: ServiceSettings
  /// The fields of a request that brings none of its own.
  package let usual: UsualFields
  /// What an exchange keeps to, for a request that says nothing else.
  let options: ExchangeOptions
  /// The longest a call may take, where the configuration says so.
  private let configuredTotal: Timeout?
  /// How connections are made for targets from data: what is configured has been chosen, anything else must be public.
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
    standardHeaders: Headers
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
    self.settings = settings.merging(
      ServiceSettings(timeouts: .standard, redirects: .follow, limits: .standard, httpVersion: .negotiated)
    )
    usual = UsualFields(settings.headers.merging(standardHeaders))
    options = ExchangeOptions(
      timeouts: self.settings.timeouts,
      limits: self.settings.limits,
      httpVersion: self.settings.httpVersion ?? .negotiated,
      maxConnections: self.settings.maxConnections,
      connection: self.settings.connection
    )
    if base == nil {
      var connection = self.settings.connection
      connection.addresses = (connection.addresses ?? .any).forUntrusted
      connectionForUntrusted = SharedConnectionOptions(connection)
    } else {
      connectionForUntrusted = options.sharedConnection
    }
  }

  /// What its policies come to.
  package var plan: ResiliencePlan {
    ResiliencePlan(
      settings.resilience,
      endpoints,
      settings.timeouts,
      areFollowed: endpointsFile != nil || discovery != nil
    )
  }

  /// The longest a call may take, as far as the configuration and the standard values say.
  func totalTimeout(of call: CallOptions) -> Timeout? {
    call.isOpenEnded ? configuredTotal : settings.timeouts.total
  }

  /// The files of the secrets that requests are sent with here: the credential's, the proxy's, the private key's.
  var secretFiles: [FollowedFiles] {
    let connection = settings.connection
    var proxies = [connection.proxy?.http, connection.proxy?.https]
    if proxies[0] == proxies[1] { proxies.removeLast() }
    let passwords = proxies.map { $0?.password } + [connection.tls?.keyPassword]
    return [credential?.files].compactMap(\.self) + passwords.compactMap { $0?.files }
  }

  /// A base URL, taken apart so that joining is one concatenation.
  struct Base: Sendable {
    /// Scheme, authority and path, without a `/` at the end.
    let prefix: String
    /// Whether the path ended with a `/`, for the empty relative target.
    let endsWithSlash: Bool
    let query: String?
    let origin: Origin

    init(_ url: ResourceURL, below path: String = "") {
      var prefix = url.origin.description + url.path
      endsWithSlash = path.isEmpty && prefix.ends(withBytesOf: "/")
      while prefix.ends(withBytesOf: "/") { prefix.unicodeScalars.removeLast() }
      self.prefix = prefix + path
      query = url.query
      origin = url.origin
    }
  }
}
