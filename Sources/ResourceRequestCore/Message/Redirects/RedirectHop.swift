// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A redirect that was followed.
public struct RedirectHop: Sendable, Hashable {
  /// The status of the redirect.
  public let status: Status
  /// The URL that redirected.
  public let url: ResourceURL
  /// Its `Location` field, as received, secrets included; printing the hop shows none.
  public let location: String
  /// The metrics of its exchange.
  ///
  /// Where the rest of a large body was cancelled, as far as it was known then.
  public let metrics: ExchangeMetrics

  package init(
    status: Status,
    url: ResourceURL,
    location: String,
    metrics: ExchangeMetrics = ExchangeMetrics()
  ) {
    self.status = status
    self.url = url
    self.location = location
    self.metrics = metrics
  }
}

extension RedirectHop: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status, where it came from and where it points, without the secrets of either.
  public var description: String { "\(status) \(url) → \(Redaction.reference(location))".onOneLine }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The parts, without secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["status": status, "url": url, "location": Redaction.reference(location), "metrics": metrics]
    )
  }
}
