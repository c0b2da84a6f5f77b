// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The settings of a service, of the gateway, or of the defaults.
///
/// `nil` inherits from the service, then from `defaults`.
public struct ServiceSettings: Sendable, Hashable {
  /// Timeouts.
  public var timeouts: Timeouts
  /// Header fields of every request; those of the request win.
  public var headers: Headers
  /// The redirect policy.
  public var redirects: RedirectPolicy?
  /// Size limits of responses.
  public var limits: ResponseLimits
  /// The HTTP versions to use.
  public var httpVersion: HTTPVersionPolicy?
  /// The most open connections to one origin; `nil` for 64, which does not limit connections that are
  /// shared (HTTP/2).
  public var maxConnections: Int?
  /// Whether to send `Expect: 100-continue`.
  public var expectContinue: ExpectContinue?
  /// Whether to compress request bodies.
  public var requestCompression: RequestCompression?
  /// Response caching.
  public var cache: CacheSettings?
  /// Which parts of the caller's trace are propagated; `nil` for the trace without baggage.
  ///
  /// It has an effect only with a tracer, as with the trait `Tracing`.
  public var propagate: TracePropagation?
  /// Whether HSTS hosts are remembered and their http URLs changed to https (RFC 6797); `nil` is no.
  public var hsts: Bool?
  /// Connections: TLS, proxy, addresses, idle time.
  public var connection: ConnectionOptions
  /// Resilience policies: retries, limits, endpoints.
  public var resilience: ResiliencePolicies
  /// The values of the features of a ``Vocabulary``, which documents alone give.
  package var features = FeatureValues()

  /// Creates settings; those not named inherit.
  public init(
    timeouts: Timeouts = Timeouts(),
    headers: Headers = Headers(),
    redirects: RedirectPolicy? = nil,
    limits: ResponseLimits = ResponseLimits(),
    httpVersion: HTTPVersionPolicy? = nil,
    maxConnections: Int? = nil,
    expectContinue: ExpectContinue? = nil,
    requestCompression: RequestCompression? = nil,
    cache: CacheSettings? = nil,
    propagate: TracePropagation? = nil,
    hsts: Bool? = nil,
    connection: ConnectionOptions = ConnectionOptions(),
    resilience: ResiliencePolicies = ResiliencePolicies()
  ) {
    self.timeouts = timeouts
    self.headers = headers
    self.redirects = redirects
    self.limits = limits
    self.httpVersion = httpVersion
    self.maxConnections = maxConnections
    self.expectContinue = expectContinue
    self.requestCompression = requestCompression
    self.cache = cache
    self.propagate = propagate
    self.hsts = hsts
    self.connection = connection
    self.resilience = resilience
  }

  /// These settings; each that is not set inherits from `outer`.
  ///
  /// Header fields are merged: a name set here replaces all fields of that name in `outer`.
  package func merging(_ outer: ServiceSettings) -> ServiceSettings {
    SettingsInheritance(from: outer).completing(self)
  }

  /// Of these settings, those of each exchange.
  var ofExchanges: ServiceSettings {
    ServiceSettings(
      timeouts: timeouts,
      limits: limits,
      httpVersion: httpVersion,
      maxConnections: maxConnections,
      connection: connection
    )
  }

  /// The settings of a request that neither it nor a configuration decides.
  static let standard = ServiceSettings(
    timeouts: .standard,
    redirects: .follow,
    limits: .standard,
    httpVersion: .negotiated
  )
}

extension Headers {
  /// These fields after those fields of `outer` that have other names.
  func merging(_ outer: Headers) -> Headers {
    if isEmpty { return outer }
    if outer.isEmpty { return self }
    var result = Headers(outer.filter { !contains($0.name) })
    for field in self { result.append(field.name, field.value) }
    return result
  }
}
