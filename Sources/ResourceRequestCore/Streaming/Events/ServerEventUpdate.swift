// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An update of an event stream; see ``ServerEvents/updates``.
public enum ServerEventUpdate: Sendable {
  /// A connection is open: the head of its response.
  case connected(ResponseHead)
  /// An event.
  case event(ServerEvent)
  /// A comment: the text after the colon. Servers send comments to keep connections alive (WHATWG HTML §9.2.6).
  case comment(String)
  /// The stream ended, or broke with an error, and reconnects after this time.
  case reconnecting(after: Duration, cause: ResourceError?)

  /// The event, if the update is one.
  public var event: ServerEvent? {
    if case .event(let event) = self { event } else { nil }
  }
}
