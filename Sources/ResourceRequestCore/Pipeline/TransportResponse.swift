// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The answer to one exchange, as a transport returns it.
public struct TransportResponse: Sendable, Hashable {
  /// The final status.
  public var status: Status
  /// The fields of the head, in order, repeated ones apart.
  public var headers: Headers
  /// The body, empty where there was none.
  public var body: IncomingBody
  /// Fields that came after the body.
  public var trailers: Headers
  /// What the exchange cost.
  public var metrics: ExchangeMetrics

  /// An answer.
  public init(
    status: Status,
    headers: Headers = Headers(),
    body: IncomingBody = IncomingBody(),
    trailers: Headers = Headers(),
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.trailers = trailers
    self.metrics = metrics
  }
}
