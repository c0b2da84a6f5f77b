// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The server's side of TLS for a ``ScriptedServer``, which ends as badly as a script wants.
public final class ScriptedTLS: Sendable {
  /// Whether this machine has what is needed.
  public static var isPossible: Bool { FastTLS.isPossible }

  private let server: FastTLS

  /// A file with the server's certificate, which is its own authority.
  public var authorityFile: String { server.authorityFile }

  /// Reads the certificate.
  ///
  /// - Parameter wantsClient: whether a client without a certificate of the same authority is refused.
  /// - Throws: where this machine has no OpenSSL.
  public init(wantsClient: Bool = false) throws {
    server = try FastTLS(http2: false, wantsClient: wantsClient)
  }

  /// Agrees on TLS over a connection that nothing was read from; `nil` where that fails.
  public func accept(_ connection: ScriptedConnection) -> Session? {
    server.accept(connection.descriptor).map(Session.init)
  }

  /// One connection's, for its own thread.
  public final class Session {
    private let session: FastTLS.Session

    fileprivate init(_ session: FastTLS.Session) { self.session = session }

    /// Reads a head, with whatever came with it; `nil` where the peer ends first.
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

    /// Sends text.
    public func send(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { session.write($0) }
    }

    /// Says that nothing more is coming.
    public func end() { session.end() }
  }
}
