// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The response to one exchange, as a transport returns it.
public struct TransportResponse: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var status: Status
    var headers: Headers
    var body: IncomingBody
    var trailers: Headers
    var metrics: ExchangeMetrics = ExchangeMetrics()
    var cache: CacheVerdict?
    var sentSecrets = SentSecrets()
  }

  private var shared: Shared<Parts>

  private var parts: Parts {
    get { shared.value }
    set { shared.value = newValue }
  }

  /// Creates a response.
  public init(
    status: Status,
    headers: Headers = Headers(),
    body: IncomingBody = IncomingBody(),
    trailers: Headers = Headers(),
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    shared = Shared(Parts(status: status, headers: headers, body: body, trailers: trailers, metrics: metrics))
  }

  /// Creates a response from a cache with all parts at once: setting a part later copies all of them.
  init(status: Status, headers: Headers, body: IncomingBody, trailers: Headers, cache: CacheVerdict) {
    shared = Shared(Parts(status: status, headers: headers, body: body, trailers: trailers, cache: cache))
  }

  /// The final status.
  public var status: Status {
    get { parts.status }
    set { parts.status = newValue }
  }

  /// The header fields in order; repeated fields are kept apart.
  public var headers: Headers {
    get { parts.headers }
    set { parts.headers = newValue }
  }

  /// The body; empty if there was none.
  public var body: IncomingBody {
    get { parts.body }
    set { parts.body = newValue }
  }

  /// Trailer fields.
  public var trailers: Headers {
    get { parts.trailers }
    set { parts.trailers = newValue }
  }

  /// The metrics of the exchange.
  public var metrics: ExchangeMetrics {
    get { parts.metrics }
    set { parts.metrics = newValue }
  }

  /// How a cache took part; `nil` without a cache.
  public var cache: CacheVerdict? {
    get { parts.cache }
    set { parts.cache = newValue }
  }

  /// The secrets of the request, where the response has problem details that may repeat them.
  var sentSecrets: SentSecrets {
    get { parts.sentSecrets }
    set { parts.sentSecrets = newValue }
  }
}

extension ResourceResponse {
  /// Creates the public form of a response in the pipeline, without the body of a stream.
  init(
    _ response: TransportResponse,
    to request: ResolvedRequest,
    redirects: [RedirectHop] = [],
    attempts: AttemptList = AttemptList(),
    decoders: ChosenDecoders = ChosenDecoders()
  ) {
    self.init(
      Parts(
        status: response.status,
        headers: response.headers,
        data: response.body.bytes,
        trailers: response.trailers,
        method: request.method,
        service: request.service,
        url: request.url,
        redirects: redirects,
        metrics: response.metrics,
        attempts: attempts,
        cache: response.cache,
        isSchemeUpgraded: request.upgradedFrom != nil,
        isForeign: request.authorization.isRedirected,
        isCoded: request.leavesCoded(response.headers),
        sentSecrets: response.sentSecrets,
        decoders: decoders
      )
    )
  }
}

extension ResolvedRequest {
  /// Whether the body of a response to it is delivered with its content codings.
  package func leavesCoded(_ headers: Headers) -> Bool {
    !headers.contentCodings.isEmpty && (!options.decodesContent || headers.codingsToDecode(for: self.headers).isEmpty)
  }
}

/// An interim response (RFC 9110 §15.2), such as 104: a head before the final one.
package struct InterimResponse: Sendable {
  /// The status; never 100 or 101, which the transport handles.
  package let status: Status
  /// The header fields.
  package let headers: Headers
  /// The request's URL on this hop.
  package let url: ResourceURL
}

/// Receives the interim responses of one call on the transport's thread.
package final class InterimListener: Sendable {
  let received: @Sendable (InterimResponse) -> Void

  package init(_ received: @escaping @Sendable (InterimResponse) -> Void) {
    self.received = received
  }
}
