// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What happens to a stream of server-sent events, events included; see ``ServerEvents/updates``.
public enum ServerEventUpdate: Sendable {
  /// A connection is open: the head of its response.
  case connected(ResponseHead)
  /// An event.
  case event(ServerEvent)
  /// A comment, the text behind the colon: servers send them to keep connections alive (WHATWG HTML §9.2.6).
  case comment(String)
  /// The stream ended, or broke with an error, and is asked for again after this time.
  case reconnecting(after: Duration, cause: ResourceError?)

  /// The event, where it is one.
  public var event: ServerEvent? {
    if case .event(let event) = self { event } else { nil }
  }
}
