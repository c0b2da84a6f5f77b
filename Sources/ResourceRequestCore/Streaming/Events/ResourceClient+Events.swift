// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// The events a server sends, for as long as they are read.
  ///
  /// ```swift
  /// for try await event in client.events(request) { … }
  /// ```
  /// The request goes out when the loop begins, with `Accept: text/event-stream`. When the stream ends or breaks, or is
  /// silent for longer than the read timeout (comments count), it goes out again after a while, with `Last-Event-ID`, so
  /// that nothing is missed where the server can go on. Leaving the loop ends it on the wire. An answer with status 204
  /// ends the sequence.
  ///
  /// The first connection must succeed: its failure is thrown, so that a wrong address is seen. Later ones are tried
  /// again where the failure is one that passes, a status such as 503 included, and not before its `Retry-After`, as
  /// far as ``ServerEventOptions/longestWait`` allows.
  ///
  /// - Parameters:
  ///   - request: what to ask for. Its total timeout, if it has one, holds for each connection.
  ///   - options: how the stream is kept up.
  /// - Returns: the events; each loop over them has a connection of its own.
  public func events(_ request: ResourceRequest, options: ServerEventOptions = ServerEventOptions()) -> ServerEvents {
    ServerEvents(client: self, request: request, options: options)
  }
}
