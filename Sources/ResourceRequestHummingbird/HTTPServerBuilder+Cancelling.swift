// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Hummingbird
  public import HummingbirdCore
  import NIOCore

  extension HTTPServerBuilder {
    /// HTTP/1.1 that cancels a handler and its response's body when the client disconnects.
    ///
    /// Hummingbird's own `.http1()` does not cancel them: a handler notices when it writes. Connections are kept alive.
    public static var http1CancellingWithClient: HTTPServerBuilder {
      HTTPServerBuilder { respond in
        HTTP1Channel(
          responder: { request, writer, channel in
            let client = try await channel.pipeline.handler(type: ClientWatch.self).get()
            // Not shared: only the task that responds uses it, and this task waits for that one.
            nonisolated(unsafe) let only = OneWriter(writer)
            try await withThrowingTaskGroup(of: Void.self) { group in
              group.addTask {
                if let writer = only.writer.take() { try await respond(request, writer, channel) }
              }
              group.addTask {
                for await _ in client.departure {}
                throw CancellationError()
              }
              defer { group.cancelAll() }
              try await group.next()
            }
          },
          configuration: HTTP1Channel.Configuration(additionalChannelHandlers: [ClientWatch()])
        )
      }
    }
  }

  /// Holds a noncopyable writer until it is taken.
  private final class OneWriter {
    var writer: ResponseWriter?

    init(_ writer: consuming ResponseWriter) { self.writer = consume writer }
  }
#endif
