// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingSocks
import Foundation

/// FlyingFox's sockets without Nagle's algorithm.
///
/// FlyingFox writes the head and the body of an answer apart. On a connection that is kept, the body would wait until the
/// client has acknowledged the head, which takes it 40 ms.
struct PromptSockets<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // Seen first is the socket that listens; those it accepts inherit the option. Without it, all is only slower.
    try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
