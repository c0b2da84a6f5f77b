// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How exchanges with one service, the gateway, or everybody are conducted.
///
/// `nil` inherits from the service, then from `defaults`.
public struct ServiceSettings: Sendable, Hashable {
  /// Time limits of a call and its parts.
  public var timeouts: Timeouts
  /// Header fields every request gets unless it sets them itself.
  public var headers: Headers
  /// What is done with redirects.
  public var redirects: RedirectPolicy?
  /// How much of a response is taken in.
  public var limits: ResponseLimits
  /// Which versions of HTTP may be used.
  public var httpVersion: HTTPVersionPolicy?
  /// How many connections to one origin may be open at once.
  public var maxConnections: Int?
  /// Whether the server is asked before a body is sent.
  public var expectContinue: ExpectContinue?
  /// Whether bodies of requests are compressed on their way.
  public var requestCompression: RequestCompression?
  /// How responses are cached.
  public var cache: CacheSettings?
  /// What of the caller's trace goes along; the trace and no baggage where `nil`.
  ///
  /// Only where something traces, as the trait `Tracing` does.
  public var propagate: TracePropagation?
  /// Whether hosts that want https are remembered, and asked by https where a URL says http (RFC 6797); `nil` is no.
  public var hsts: Bool?
  /// How connections are made and kept.
  public var connection: ConnectionOptions
  /// What is done so that calls end well although parts of the service fail.
  public var resilience: ResiliencePolicies

  /// Settings for the parts named; the others are left to be decided further out.
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

  /// These settings, and for each that is not set the one of `outer`.
  ///
  /// Header fields of both are kept, the outer ones first; a name set here replaces every field of that name there.
  public func merging(_ outer: ServiceSettings) -> ServiceSettings {
    ServiceSettings(
      timeouts: timeouts.merging(outer.timeouts),
      headers: headers.merging(outer.headers),
      redirects: redirects ?? outer.redirects,
      limits: limits.merging(outer.limits),
      httpVersion: httpVersion ?? outer.httpVersion,
      maxConnections: maxConnections ?? outer.maxConnections,
      expectContinue: expectContinue ?? outer.expectContinue,
      requestCompression: requestCompression ?? outer.requestCompression,
      cache: cache ?? outer.cache,
      propagate: propagate ?? outer.propagate,
      hsts: hsts ?? outer.hsts,
      connection: connection.merging(outer.connection),
      resilience: resilience.merging(outer.resilience)
    )
  }
}

extension Headers {
  /// These fields after those of `outer` whose names are not among them.
  func merging(_ outer: Headers) -> Headers {
    if isEmpty { return outer }
    if outer.isEmpty { return self }
    var result = Headers(outer.filter { !contains($0.name) })
    for field in self { result.append(field.name, field.value) }
    return result
  }
}
