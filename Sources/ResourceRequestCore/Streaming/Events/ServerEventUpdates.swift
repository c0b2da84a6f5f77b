// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Everything that happens to a stream of server-sent events: connections, comments, reconnections and the events.
///
/// Made by ``ServerEvents/updates``. It ends and fails as ``ServerEvents`` does.
public struct ServerEventUpdates: AsyncSequence, Sendable {
  let events: ServerEvents

  /// The updates; each loop has a connection of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(ServerEventFeed(events, keepsComments: true)) }

  /// Takes the updates of one loop.
  ///
  /// When it goes, its connection does.
  public final class Iterator: AsyncIteratorProtocol {
    private let feed: ServerEventFeed

    init(_ feed: ServerEventFeed) {
      self.feed = feed
    }

    /// The next update, when there is one; `nil` at the end.
    ///
    /// - Throws: as ``ServerEvents/Iterator/next()``.
    public func next() async throws -> ServerEventUpdate? { try await feed.next() }
  }
}

extension ServerEvents {
  /// The events together with comments, connections and reconnections, for whoever shows the state of a stream.
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
