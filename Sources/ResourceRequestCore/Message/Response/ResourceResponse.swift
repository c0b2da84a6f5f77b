// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A response, whatever its status: head, body, redirects and attempts.
public struct ResourceResponse: Sendable, Hashable {
  struct Parts: Sendable, Hashable {
    let status: Status
    let headers: Headers
    let data: Data
    let trailers: Headers
    let method: RequestMethod
    let service: String?
    let url: ResourceURL
    let redirects: [RedirectHop]
    let metrics: ExchangeMetrics
    let attempts: AttemptList
    let cache: CacheVerdict?
    var isSchemeUpgraded = false
    var isForeign = false
    var isCoded = false
    var sentSecrets = SentSecrets()
    var decoders = ChosenDecoders()
  }

  private let shared: Shared<Parts>

  private var parts: Parts { shared.value }

  /// Creates a response, for tests and for middleware that answers by itself.
  public init(
    status: Status,
    headers: Headers = Headers(),
    data: Data = Data(),
    trailers: Headers = Headers(),
    method: RequestMethod = .get,
    service: String? = nil,
    url: ResourceURL,
    redirects: [RedirectHop] = [],
    metrics: ExchangeMetrics = ExchangeMetrics(),
    attempts: [Attempt] = [],
    cache: CacheVerdict? = nil
  ) {
    self.init(
      Parts(
        status: status,
        headers: headers,
        data: data,
        trailers: trailers,
        method: method,
        service: service,
        url: url,
        redirects: redirects,
        metrics: metrics,
        attempts: AttemptList(attempts),
        cache: cache
      )
    )
  }

  init(_ parts: Parts) {
    shared = Shared(parts)
  }

  /// The status.
  public var status: Status { parts.status }

  /// The header fields in order; repeated fields are kept apart.
  public var headers: Headers { parts.headers }

  /// The body, decompressed.
  ///
  /// Empty if there was none.
  public var data: Data { parts.data }

  /// Trailer fields.
  public var trailers: Headers { parts.trailers }

  /// The last request, after redirects.
  public var request: RequestSummary {
    RequestSummary(method: parts.method, service: parts.service, url: parts.url)
  }

  /// The URL of the response, after redirects.
  public var url: ResourceURL { parts.url }

  /// The redirects that were followed, first to last.
  public var redirects: [RedirectHop] { parts.redirects }

  /// The metrics of the last exchange, without making the list of attempts.
  var lastExchange: ExchangeMetrics { parts.metrics }

  /// The metrics of the call: all its attempts, the last exchange, and sums.
  public var metrics: CallMetrics { CallMetrics(attempts: attempts, last: parts.metrics) }

  /// Every attempt of the call, in the order in which they ended, with outcome and metrics.
  public var attempts: [Attempt] { parts.attempts.all.completed(status, parts.metrics, redirects) }

  /// How the cache took part; `nil` if the service has none.
  public var cache: CacheVerdict? { parts.cache }

  /// Whether HSTS changed the scheme of this response's request from http to https (HTTP Strict Transport Security, RFC
  /// 6797 §8.3).
  public var isSchemeUpgraded: Bool { parts.isSchemeUpgraded }

  /// Whether another origin than the one that was asked chose its URL.
  package var isForeign: Bool { parts.isForeign }

  /// Whether the body has the codings of `Content-Encoding` still.
  package var isCoded: Bool { parts.isCoded }

  /// The secrets of its request, which messages do not repeat.
  var sentSecrets: SentSecrets { parts.sentSecrets }

  /// What decodes it where a call names nothing.
  var decoders: ChosenDecoders { parts.decoders }

  /// Returns this response if its status is 2xx.
  ///
  /// - Throws: ``ResourceError`` with the code `unsuccessfulStatus` and the response inside; its message includes
  ///   title and detail of a ``problem``.
  @discardableResult
  public func successful() throws -> ResourceResponse {
    guard status.isSuccessful else { throw unsuccessful("the response is \(status)", of: request, attempts) }
    return self
  }

  /// The error for its status, with a message that ends with its ``problem`` in words.
  package func unsuccessful(_ message: String, of request: RequestSummary, _ attempts: [Attempt]) -> ResourceError {
    ResourceError(
      code: .unsuccessfulStatus,
      message: message + problemInWords,
      request: request,
      attempts: attempts,
      isRetryable: Status.retryableStatuses.contains(status),
      mayHaveExecuted: true,
      response: self
    )
  }
}

extension Status {
  /// The statuses of a temporary failure: a later request may succeed (RFC 9110 §15.5.9, §15.6; RFC 6585 §4).
  package static let retryableStatuses: Set<Status> = [408, 425, 429, 500, 502, 503, 504]
}

extension ResourceResponse: RedactedDescription {
  /// Status, request, and the length of the body; never its content, which may be secret.
  public var description: String { "\(status) of \(request), \(data.count) bytes" }
  /// The parts, with the length of the body instead of its content.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": headers, "data": "\(data.count) bytes", "trailers": trailers, "request": request,
        "redirects": redirects, "metrics": metrics,
      ]
    )
  }
}
