// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The server's end of a protocol over one connection: plaintext in and out, without a socket.
protocol Conversation {
  /// Takes what the client has sent; nothing at its end.
  mutating func receive(_ bytes: [UInt8])

  /// What is to be done next.
  mutating func advance(_ now: ContinuousClock.Instant) -> ConversationMove
}

/// What a conversation has its connection do.
enum ConversationMove {
  case send([UInt8])
  /// Read, and go on; until a time at the latest.
  case read(until: ContinuousClock.Instant?)
  /// Go on at a time, without reading.
  case pause(until: ContinuousClock.Instant)
  /// Nothing, until the server ends.
  case hold
  case end
  case reset
}
