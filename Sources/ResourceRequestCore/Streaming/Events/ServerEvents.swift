// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The events a server sends, over as many connections as it takes.
///
/// Made by ``ResourceClient/events(_:options:)``.
public struct ServerEvents: AsyncSequence, Sendable {
  let client: ResourceClient
  let request: ResourceRequest
  let options: ServerEventOptions

  /// The events, from ``ServerEventOptions/lastEventID`` on.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Takes the events of one loop.
  ///
  /// When it goes, its connection does.
  public final class Iterator: AsyncIteratorProtocol {
    private let feed: ServerEventFeed

    init(_ events: ServerEvents) {
      feed = ServerEventFeed(events)
    }

    /// The next event, when there is one; `nil` when the server says that there are none any more, or the stream ended
    /// and is not to be connected again.
    ///
    /// - Throws: ``ResourceError``: `unsuccessfulStatus`, `decodingFailed` for a response that is no stream of events,
    ///   `bodyTooLarge` for an event that is; or what ended the exchange for good; or `CancellationError`.
    public func next() async throws -> ServerEvent? {
      while let update = try await feed.next() {
        if case .event(let event) = update { return event }
      }
      return nil
    }
  }
}
