// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The answer to a request, whatever its status: head, body, and how it came.
public struct ResourceResponse: Sendable, Hashable {
  /// The status.
  public let status: Status
  /// The fields of the head, in order, repeated ones apart.
  public let headers: Headers
  /// The body as it came, decompressed.
  ///
  /// Empty where there was none.
  public let data: Data
  /// Fields that came after the body.
  public let trailers: Headers
  /// What was asked in the end, after redirects.
  public let request: RequestSummary
  /// Where the answer came from in the end, after redirects.
  public let url: ResourceURL
  /// The redirects on the way, first to last.
  public let redirects: [RedirectHop]
  /// What the last exchange cost.
  public let metrics: ExchangeMetrics

  /// An answer, for tests and for those who make one themselves.
  public init(
    status: Status,
    headers: Headers = Headers(),
    data: Data = Data(),
    trailers: Headers = Headers(),
    method: Method = .get,
    service: String? = nil,
    url: ResourceURL,
    redirects: [RedirectHop] = [],
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    self.status = status
    self.headers = headers
    self.data = data
    self.trailers = trailers
    self.request = RequestSummary(method: method, service: service, url: url, target: url.path)
    self.url = url
    self.redirects = redirects
    self.metrics = metrics
  }

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
        isRetryable: Status.passing.contains(status),
        mayHaveExecuted: true,
        response: self
      )
    }
    return self
  }
}

extension Status {
  /// The statuses whose cause passes: a later request may go better (RFC 9110 §15.5.9, §15.6; RFC 6585 §4).
  static let passing: Set<Status> = [408, 425, 429, 500, 502, 503, 504]
}
