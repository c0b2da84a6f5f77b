// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The answer to one exchange, as a transport returns it.
public struct TransportResponse: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var status: Status
    var headers: Headers
    var body: IncomingBody
    var trailers: Headers
    var metrics: ExchangeMetrics
  }

  /// As with ``ResolvedRequest``: everything between the transport and the client hands it on.
  private final class Storage: Sendable {
    let parts: Parts

    init(_ parts: Parts) {
      self.parts = parts
    }
  }

  private var storage: Storage

  private var parts: Parts {
    get { storage.parts }
    set { storage = Storage(newValue) }
  }

  /// An answer.
  public init(
    status: Status,
    headers: Headers = Headers(),
    body: IncomingBody = IncomingBody(),
    trailers: Headers = Headers(),
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    storage = Storage(Parts(status: status, headers: headers, body: body, trailers: trailers, metrics: metrics))
  }

  /// The final status.
  public var status: Status {
    get { parts.status }
    set { parts.status = newValue }
  }

  /// The fields of the head, in order, repeated ones apart.
  public var headers: Headers {
    get { parts.headers }
    set { parts.headers = newValue }
  }

  /// The body, empty where there was none.
  public var body: IncomingBody {
    get { parts.body }
    set { parts.body = newValue }
  }

  /// Fields that came after the body.
  public var trailers: Headers {
    get { parts.trailers }
    set { parts.trailers = newValue }
  }

  /// What the exchange cost.
  public var metrics: ExchangeMetrics {
    get { parts.metrics }
    set { parts.metrics = newValue }
  }

  /// Whether two answers are equal in all that came.
  public static func == (one: Self, other: Self) -> Bool {
    one.storage === other.storage || one.parts == other.parts
  }

  /// Feeds the parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(parts)
  }
}
