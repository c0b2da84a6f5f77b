// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

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

/// Options of a stream of server-sent events.
public struct ServerEventOptions: Sendable, Hashable {
  /// The wait before reconnecting, until the server sets another one (`retry:`).
  public var retry: Duration
  /// The longest wait, whatever the number of failures and the server say.
  public var longestWait: Duration
  /// How many consecutive reconnections may fail before the last error is thrown; `nil` for any number.
  public var failureLimit: Int?
  /// Whether to reconnect when the stream ends or breaks; `nil` reconnects if the request's method is safe.
  ///
  /// Reconnecting sends the request again; a method such as POST would do its work again.
  public var reconnects: Bool?
  /// The ID to continue from: that of the last event of an earlier run.
  public var lastEventID: String
  /// The largest event in bytes.
  public var eventLimit: Int

  /// Creates options with the default values.
  public init(
    retry: Duration = .seconds(3),
    longestWait: Duration = .seconds(60),
    failureLimit: Int? = 10,
    reconnects: Bool? = nil,
    lastEventID: String = "",
    eventLimit: Int = 1 << 20
  ) {
    self.retry = retry
    self.longestWait = longestWait
    self.failureLimit = failureLimit
    self.reconnects = reconnects
    self.lastEventID = lastEventID
    self.eventLimit = eventLimit
  }
}

extension ResourceClient {
  /// Reads server-sent events and reconnects, for as long as they are read.
  ///
  /// ```swift
  /// for try await event in client.events(request) { … }
  /// ```
  /// The request is sent when the loop starts, with `Accept: text/event-stream`. When the stream ends, breaks, or is
  /// silent for longer than the read timeout (comments count as data), it is sent again after a wait, with
  /// `Last-Event-ID`, so that a server that supports it continues without gaps. Leaving the loop ends the exchange.
  /// Status 204 ends the sequence.
  ///
  /// The first connection must succeed: its failure is thrown, so that a wrong URL is noticed. Later connections are
  /// retried after transient failures, statuses such as 503 included, and not before their `Retry-After`, up to
  /// ``ServerEventOptions/longestWait``.
  ///
  /// - Parameters:
  ///   - request: the request. Its total timeout, if any, applies to each connection, and is an error of one that
  ///     brought no event.
  ///   - options: when and how to reconnect.
  /// - Returns: the events; each loop over them has its own connection.
  public func events(_ request: ResourceRequest, options: ServerEventOptions = ServerEventOptions()) -> ServerEvents {
    ServerEvents(client: self, request: request, options: options)
  }
}

/// One event that a server sent (WHATWG HTML §9.2).
public struct ServerEvent: Sendable, Hashable {
  /// The type of the event; `message` if the server sets none.
  public let type: String
  /// The data: its lines, joined by line feeds.
  public let data: String
  /// The last event ID: set by this event or an earlier one; empty if the server set none.
  ///
  /// To continue after a restart of the program, keep it and set ``ServerEventOptions/lastEventID``.
  public let id: String
  /// How its data is decoded where a call names nothing.
  var decoders = ChosenDecoders()

  /// Creates an event.
  public init(type: String = "message", data: String, id: String = "") {
    self.type = type
    self.data = data
    self.id = id
  }

  /// The data, decoded as JSON.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: the decoder; `nil` as the options of the client say.
  /// - Returns: the value.
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    by decoder: ResourceJSONDecoder? = nil
  ) throws -> Value {
    try (decoder ?? decoders.json).decode(type, from: Data(data.utf8))
  }
}
