// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One connection of a server that speaks HTTP/2 with prior knowledge, frame by frame.
public struct FrameServer {
  private let connection: ScriptedConnection
  /// What has arrived of the bodies of requests that are not whole.
  private var bodies: [UInt32: [UInt8]] = [:]

  /// Serves a connection that nothing has been read from.
  public init(_ connection: ScriptedConnection) { self.connection = connection }

  /// Serves until `request` returns `false`; it is called with each whole request.
  ///
  /// - Parameters:
  ///   - settings: the first frame.
  ///   - begins: called with the stream of each request as it begins.
  ///   - acknowledged: called when the client has taken in the settings.
  ///   - pong: called with each answer to a `PING`.
  ///   - opens: called with the stream and the bytes of each window that the client opens; stream 0 is the connection.
  ///   - resets: called with the stream and the error code of each `RST_STREAM`.
  ///   - request: called with the stream and the body of a request.
  /// - Throws: what the connection or a closure throws.
  public mutating func serve(
    _ settings: [UInt8] = RawFrame.settings,
    begins: (UInt32) throws -> Void = { _ in },
    acknowledged: () throws -> Void = {},
    pong: () throws -> Void = {},
    opens: (UInt32, Int) throws -> Void = { _, _ in },
    resets: (UInt32, Int) throws -> Void = { _, _ in },
    _ request: (UInt32, [UInt8]) throws -> Bool
  ) throws {
    _ = try connection.read(24)
    try connection.send(settings)
    while true {
      let head = try connection.read(9)
      let payload = try connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
      let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
      switch (head[3], head[4] & 1) {
      case (4, 1): try acknowledged()
      case (4, 0): try connection.send(RawFrame.of(4, flags: 1))
      case (6, 0): try connection.send(RawFrame.of(6, flags: 1, payload))
      case (6, 1): try pong()
      case (3, _): try resets(stream, Int(payload.reduce(0) { $0 << 8 | UInt32($1) }))
      case (8, _): try opens(stream, Int(payload.reduce(0) { $0 << 8 | UInt32($1) }))
      case (0, let ends), (1, let ends):
        if head[3] == 1 { try begins(stream) }
        bodies[stream, default: []] += head[3] == 0 ? payload : []
        guard ends == 1 else { continue }
        guard try request(stream, bodies.removeValue(forKey: stream) ?? []) else { return }
      default: continue
      }
    }
  }
}
