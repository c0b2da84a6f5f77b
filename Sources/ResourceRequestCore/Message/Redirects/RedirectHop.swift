// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A redirect that was followed.
public struct RedirectHop: Sendable, Hashable {
  /// The status of the redirect.
  public let status: Status
  /// The URL that redirected.
  public let url: ResourceURL
  /// Its `Location` field, as received, secrets included; printing the hop redacts them.
  public let location: String
  /// The metrics of its exchange.
  ///
  /// If the rest of a large body was cancelled, they cover what was received.
  public let metrics: ExchangeMetrics
}

extension RedirectHop: RedactedDescription {
  /// The status, source and destination, redacted.
  public var description: String { "\(status) \(url) → \(shownLocation)".onOneLine }
  /// The parts, redacted.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["status": status, "url": url, "location": shownLocation, "metrics": metrics]
    )
  }

  /// What was sent with a secret in its path may be sent back with it.
  private var shownLocation: String { url.shownPath == nil ? Redaction.reference(location) : Redaction.mark }
}
