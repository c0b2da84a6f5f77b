// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The answer to a request, whatever its status: head, body, and how it came.
public struct ResourceResponse: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
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
  }

  private let shared: Shared<Parts>

  private var parts: Parts { shared.value }

  /// An answer, for tests and for those who make one themselves.
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
  }

  init(
    status: Status,
    headers: Headers,
    data: Data,
    trailers: Headers,
    method: RequestMethod,
    service: String?,
    url: ResourceURL,
    redirects: [RedirectHop],
    metrics: ExchangeMetrics,
    attempts: AttemptList,
    cache: CacheVerdict? = nil
  ) {
    shared = Shared(
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
        attempts: attempts,
        cache: cache
      )
    )
  }

  /// The status.
  public var status: Status { parts.status }

  /// The fields of the head, in order, repeated ones apart.
  public var headers: Headers { parts.headers }

  /// The body as it came, decompressed.
  ///
  /// Empty where there was none.
  public var data: Data { parts.data }

  /// Fields that came after the body.
  public var trailers: Headers { parts.trailers }

  /// What was asked in the end, after redirects.
  public var request: RequestSummary {
    RequestSummary(method: parts.method, service: parts.service, url: parts.url, target: Redaction.path(parts.url.path))
  }

  /// Where the answer came from in the end, after redirects.
  public var url: ResourceURL { parts.url }

  /// The redirects on the way, first to last.
  public var redirects: [RedirectHop] { parts.redirects }

  /// What the last exchange cost; what each redirect before it did is in ``redirects``.
  public var metrics: ExchangeMetrics { parts.metrics }

  /// Every attempt of the call, whoever sent again, in the order in which they ended: how each ended, and what it cost.
  public var attempts: [Attempt] { parts.attempts.all }

  /// What a cache had to do with the response; `nil` where its service has none.
  public var cache: CacheVerdict? { parts.cache }

  /// This response where its status is 2xx.
  ///
  /// - Throws: ``ResourceError`` with the code `unsuccessfulStatus` and the response inside.
  @discardableResult
  public func successful() throws -> ResourceResponse {
    guard status.isSuccessful else {
      throw ResourceError(
        code: .unsuccessfulStatus,
        message: "the answer is \(status)",
        request: request,
        attempts: attempts,
        isRetryable: Status.retryableStatuses.contains(status),
        mayHaveExecuted: true,
        response: self
      )
    }
    return self
  }
}

extension Status {
  /// The statuses whose cause passes: a later request may go better (RFC 9110 §15.5.9, §15.6; RFC 6585 §4).
  static let retryableStatuses: Set<Status> = [408, 425, 429, 500, 502, 503, 504]
}
