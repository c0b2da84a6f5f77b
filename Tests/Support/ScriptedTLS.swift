// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The server side of TLS for a ``ScriptedServer``, which may end as badly as a script wants.
public final class ScriptedTLS: Sendable {
  /// Whether this machine has the libraries for TLS.
  public static var isPossible: Bool { FastTLS.isPossible }

  private let server: FastTLS

  /// A file with the server's self-signed certificate.
  public var authorityFile: String { server.authorityFile }

  /// Loads the certificate.
  ///
  /// - Parameters:
  ///   - http2: whether HTTP/2 is agreed on, instead of nothing.
  ///   - wantsClient: whether clients without a certificate of the same authority are refused.
  /// - Throws: an error if this machine has no OpenSSL.
  public init(http2: Bool = false, wantsClient: Bool = false) throws {
    server = try FastTLS(http2: http2, wantsClient: wantsClient)
  }

  /// Performs the TLS handshake on a connection that has not been read from; `nil` if it fails.
  public func accept(_ connection: ScriptedConnection) -> Session? {
    server.accept(connection.descriptor).map(Session.init)
  }

  /// The TLS session of one connection, for that connection's thread.
  public final class Session {
    private let session: FastTLS.Session

    fileprivate init(_ session: FastTLS.Session) { self.session = session }

    /// Reads a head and any bytes received with it; `nil` if the peer closes first.
    public func readHead() -> String? {
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while true {
        let count = buffer.withUnsafeMutableBytes { session.read($0) }
        guard count > 0 else { return nil }
        text += String(decoding: buffer[..<count], as: UTF8.self)
        if text.hasSuffix("\r\n\r\n") { return text }
      }
    }

    /// Reads exactly that many bytes; `nil` if the peer closes first.
    public func read(_ count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let more = bytes.withUnsafeMutableBytes { session.read(UnsafeMutableRawBufferPointer(rebasing: $0[filled...])) }
        guard more > 0 else { return nil }
        filled += more
      }
      return bytes
    }

    /// Reads a frame of HTTP/2, whose payload is dropped; `nil` if the peer closes first.
    public func readFrame() -> (type: UInt8, flags: UInt8, stream: UInt32)? {
      guard let head = read(9), read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) != nil else { return nil }
      return (head[3], head[4], head[5...].reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Sends text.
    public func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes.
    public func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { session.write($0) } }

    /// Ends sending.
    public func end() { session.end() }
  }
}
