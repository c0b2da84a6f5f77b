// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Server-sent events, over as many connections as needed.
///
/// Created by ``ResourceClient/events(_:options:)``.
public struct ServerEvents: AsyncSequence, Sendable {
  let client: ResourceClient
  let request: ResourceRequest
  let options: ServerEventOptions

  /// Returns an iterator that starts from ``ServerEventOptions/lastEventID``.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Iterates over the events of one loop.
  ///
  /// Releasing it closes the connection.
  public final class Iterator: AsyncIteratorProtocol {
    private let feed: ServerEventFeed

    init(_ events: ServerEvents) {
      feed = ServerEventFeed(events)
    }

    /// The next event; `nil` after status 204, or when the stream has ended and does not reconnect.
    ///
    /// - Throws: ``ResourceError``: `unsuccessfulStatus`, `decodingFailed` for a response that is not an event
    ///   stream, `bodyTooLarge` for an event above the limit, or the error that finally ended the exchange; or
    ///   `CancellationError`.
    public func next() async throws -> ServerEvent? {
      while let update = try await feed.next() {
        if case .event(let event) = update { return event }
      }
      return nil
    }
  }
}
