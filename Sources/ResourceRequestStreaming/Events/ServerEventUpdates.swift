// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// All updates of an event stream: events, comments, connections and reconnections.
///
/// Created by ``ServerEvents/updates``. It ends and fails like ``ServerEvents``.
public struct ServerEventUpdates: AsyncSequence, Sendable {
  let events: ServerEvents

  /// Returns an iterator; each loop has its own connection.
  public func makeAsyncIterator() -> Iterator { Iterator(ServerEventFeed(events, keepsComments: true)) }

  /// Iterates over the updates of one loop.
  ///
  /// Releasing it closes the connection.
  public final class Iterator: AsyncIteratorProtocol {
    private let feed: ServerEventFeed

    init(_ feed: ServerEventFeed) {
      self.feed = feed
    }

    /// The next update; `nil` at the end.
    ///
    /// - Throws: like ``ServerEvents/Iterator/next()``.
    public func next() async throws -> ServerEventUpdate? { try await feed.next() }
  }
}

extension ServerEvents {
  /// The events together with comments, connections and reconnections, to show the state of a stream.
  ///
  /// ```swift
  /// for try await update in client.events(request).updates {
  ///   switch update {
  ///   case .connected: print("live")
  ///   case .event(let event): print(event.data)
  ///   case .comment: break
  ///   case .reconnecting(let wait, let cause): print("again in \(wait)", cause.map { "\($0)" } ?? "")
  ///   }
  /// }
  /// ```
  public var updates: ServerEventUpdates { ServerEventUpdates(events: self) }
}

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
