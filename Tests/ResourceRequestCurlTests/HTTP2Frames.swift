// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport

/// HTTP/2 frames on the first stream (RFC 9113 §6), and a server that sends them.
enum HTTP2Frames {
  static let settings = frame(4)
  /// `:status: 200` (RFC 7541, index 8 of the static table); the stream continues.
  static let head = frame(1, flags: 4, stream: 1, [0x88])

  static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) -> [UInt8] {
    Array(number(payload.count).dropFirst()) + [type, flags] + number(stream) + payload
  }

  /// A head with a length (index 28 of the static table is the name).
  static func head(length: Int, status: UInt8 = 0x88, ends: Bool = false) -> [UInt8] {
    frame(1, flags: ends ? 5 : 4, stream: 1, [status, 0x0F, 0x0D] + text("\(length)"))
  }

  static func body(_ text: String, ends: Bool) -> [UInt8] {
    frame(0, flags: ends ? 1 : 0, stream: 1, Array(text.utf8))
  }

  /// A trailer, which ends the stream.
  static func trailer(_ name: String, _ value: String) -> [UInt8] {
    frame(1, flags: 5, stream: 1, [0] + text(name) + text(value))
  }

  static func reset(_ code: Int) -> [UInt8] { frame(3, stream: 1, number(code)) }

  static func goAway(last: Int, _ code: Int) -> [UInt8] { frame(7, number(last) + number(code)) }

  /// A server that responds to the head of a request with these frames, sends more once a gate is open, and then closes
  /// the connection or waits for the peer to close it.
  static func server(
    _ frames: [UInt8],
    then more: (gate: Gate, frames: [UInt8])? = nil,
    closes: Bool = true,
    sawHead: @escaping @Sendable () -> Void = {}
  ) throws -> ScriptedServer {
    try ScriptedServer { connection in
      _ = try connection.read(24)
      try connection.send(settings)
      while true {
        let head = try connection.read(9)
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        _ = try connection.read(length)
        if head[3] == 4, head[4] == 0 { try connection.send(frame(4, flags: 1)) }
        guard head[3] == 1 else { continue }
        sawHead()
        try connection.send(frames)
        if let more {
          try connection.wait(for: more.gate)
          try connection.send(more.frames)
        }
        if closes { connection.closeSending() }
        try connection.waitForPeerClose()
        return
      }
    }
  }

  private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8(value >> 24 & 0xFF), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }
}
