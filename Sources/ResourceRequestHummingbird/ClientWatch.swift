// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Hummingbird
  import NIOCore
  import Synchronization

  /// Notices when the client of a connection closes it, or its own side of it.
  ///
  /// Requests on a connection are handled one after another, so at most one waits.
  final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    private struct State {
      var isGone = false
      var waiting: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())

    /// Finishes when the client disconnects.
    var departure: AsyncStream<Never> {
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      let isGone = state.withLock { state in
        state.waiting = continuation
        return state.isGone
      }
      if isGone { continuation.finish() }
      return stream
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let event = event as? ChannelEvent, event == .inputClosed { leave() }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    private func leave() {
      let waiting = state.withLock { state in
        state.isGone = true
        return state.waiting
      }
      waiting?.finish()
    }
  }
#endif
