// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingSocks
import Foundation

/// FlyingFox's sockets without Nagle's algorithm.
///
/// FlyingFox writes the head and the body of a response separately. On a kept-alive connection, the body would wait for
/// the client's acknowledgement of the head, which takes 40 ms.
struct PromptSockets<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The first socket seen is the listener, and accepted sockets inherit the option; if it cannot be set, responses
    // are slower.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
