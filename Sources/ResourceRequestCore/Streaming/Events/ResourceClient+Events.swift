// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
  ///   - request: the request. Its total timeout, if any, applies to each connection.
  ///   - options: when and how to reconnect.
  /// - Returns: the events; each loop over them has its own connection.
  public func events(_ request: ResourceRequest, options: ServerEventOptions = ServerEventOptions()) -> ServerEvents {
    ServerEvents(client: self, request: request, options: options)
  }
}
