// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request that is ready to be sent: an absolute URL, checked header fields, a body.
///
/// The router creates it; a transport sends it unchanged.
public struct ResolvedRequest: Sendable, Hashable {
  struct Parts: Sendable, Hashable {
    var method: RequestMethod
    var url: ResourceURL
    var headers: Headers
    var body: OutgoingBody?
    var trailers: RequestTrailers?
    var service: String?
    var endpoint: Endpoint?
    /// Mostly those of its destination, which all of its requests share.
    var options: Shared<ExchangeOptions>
    var authorization = RequestAuthorization()
    var caching = RequestCaching()
    var overrides: Shared<CallPolicies>?
    var template: String?
    var propagation: TracePropagation?
    var balanceKey: String?
    var upgradedFrom: Shared<Origin>?
  }

  private var shared: Shared<Parts>

  private var parts: Parts {
    get { shared.value }
    set { shared.value = newValue }
  }

  /// Creates a request that is ready to be sent.
  public init(
    method: RequestMethod = .get,
    url: ResourceURL,
    headers: Headers = Headers(),
    body: OutgoingBody? = nil,
    service: String? = nil,
    options: ExchangeOptions = ExchangeOptions()
  ) {
    self.init(Parts(method: method, url: url, headers: headers, body: body, service: service, options: .init(options)))
  }

  /// Creates a request with all decisions of the router at once: setting a part later copies all of them.
  init(_ parts: Parts) {
    shared = Shared(parts)
  }

  /// The method.
  public var method: RequestMethod {
    get { parts.method }
    set { parts.method = newValue }
  }

  /// The logical URL, which stays the same whichever ``endpoint`` serves the request.
  ///
  /// An endpoint serves one origin: setting a URL of another origin removes it.
  public var url: ResourceURL {
    get { parts.url }
    set {
      var parts = parts
      if parts.endpoint != nil || parts.upgradedFrom != nil, parts.url.origin != newValue.origin {
        parts.endpoint = nil
        parts.upgradedFrom = nil
      }
      parts.url = newValue
      self.parts = parts
    }
  }

  /// Where to connect; `nil` connects to the host of ``url``.
  ///
  /// Set by a middleware that chooses an endpoint. A transport that does not support endpoints fails the request with
  /// `unsupported`.
  public var endpoint: Endpoint? {
    get { parts.endpoint }
    set { parts.endpoint = newValue }
  }

  /// All header fields to be sent, except those that frame the message, and `Host` unless the caller set it.
  public var headers: Headers {
    get { parts.headers }
    set { parts.headers = newValue }
  }

  /// The body; `nil` for none, which differs from an empty body.
  public var body: OutgoingBody? {
    get { parts.body }
    set { parts.body = newValue }
  }

  /// The fields to be sent after the body, in chunked coding; HTTP/1.1 only.
  public var trailers: RequestTrailers? {
    get { parts.trailers }
    set { parts.trailers = newValue }
  }

  /// The backend service it belongs to.
  public var service: String? {
    get { parts.service }
    set { parts.service = newValue }
  }

  /// The limits and options of the exchange.
  public var options: ExchangeOptions {
    get { parts.options.value }
    set { parts.options = Shared(newValue) }
  }

  /// The path template as the caller wrote it; `nil` if the path has no variables.
  package var template: String? {
    get { parts.template }
    set { parts.template = newValue }
  }

  /// The trace propagation; `nil` if the configuration does not set it.
  package var propagation: TracePropagation? {
    get { parts.propagation }
    set { parts.propagation = newValue }
  }

  /// The origin before its scheme was upgraded to https, if it was (RFC 6797 §8.3).
  package var upgradedFrom: Origin? { parts.upgradedFrom?.value }

  /// Upgrades the request to https on the same host.
  package mutating func upgrade(to url: ResourceURL, from origin: Origin) {
    var url = url
    // The same path, unless a redirect led here, which has no parameters.
    if url.path.hasSameBytes(as: self.url.path) {
      (url.shownPath, url.hidesItems) = (self.url.shownPath, self.url.hidesItems)
    }
    self.url = url
    parts.upgradedFrom = Shared(origin)
  }

  /// Whether it goes to an origin, or did before its scheme was upgraded.
  package func isAt(_ origin: Origin) -> Bool { url.origin == origin || upgradedFrom == origin }

  /// Its cache settings.
  package var caching: RequestCaching {
    get { parts.caching }
    set { parts.caching = newValue }
  }

  /// Whether it revalidates a stored response that is used meanwhile.
  var isBehind: Bool { parts.caching.isBehind }

  /// Records what its attempts carry; `nil` without a cache.
  var sentCredentials: SentCredentials? { parts.caching.sent }

  /// The value of the path variable that selects the endpoint; `nil` if none does.
  var balanceKey: String? {
    get { parts.balanceKey }
    set { parts.balanceKey = newValue }
  }

  /// The policies of the call; `nil` if it sets none.
  var overrides: CallPolicies? {
    get { parts.overrides?.value }
    set { parts.overrides = newValue.map(Shared.init) }
  }

  /// Whether the call sets policies.
  var hasOverrides: Bool { parts.overrides != nil }

  /// Its credential settings, for the middleware that attaches credentials.
  package var authorization: RequestAuthorization {
    get { parts.authorization }
    set { parts.authorization = newValue }
  }

  /// A summary of the request without secrets.
  package var summary: RequestSummary {
    RequestSummary(method: method, service: service, url: url, template: template)
  }

  /// The plan of its connection; `nil` if only the URL determines it.
  package var connectionPlan: ConnectionPlan? {
    let (endpoint, connection) = (endpoint, options.sharedConnection)
    guard endpoint != nil || connection != nil else { return nil }
    return ConnectionPlan(to: url.origin, at: endpoint, connection?.value ?? ConnectionOptions())
  }

  /// The destination for logs and errors: the origin, and the endpoint if there is one.
  package var place: String {
    endpoint.map { "\(url.origin) at endpoint \($0)" } ?? url.origin.description
  }
}
