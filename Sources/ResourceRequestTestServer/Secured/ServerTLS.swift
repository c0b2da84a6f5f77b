// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import COpenSSL

  /// The server's end of TLS over one connection, without a socket.
  final class ServerTLS {
    enum Progress {
      case done
      case wantsMore
      case failed
    }

    private let identity: ServerIdentity
    private let session: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer
    private var block = [UInt8](repeating: 0, count: 16 << 10)

    /// Begins; `nil` without memory.
    init?(_ identity: ServerIdentity) {
      guard let session = SSL_new(identity.context) else { return nil }
      guard let input = BIO_new(BIO_s_mem()), let output = BIO_new(BIO_s_mem()) else {
        SSL_free(session)
        return nil
      }
      // The session owns both.
      SSL_set_bio(session, input, output)
      SSL_set_accept_state(session)
      (self.identity, self.session, self.input, self.output) = (identity, session, input, output)
    }

    deinit { SSL_free(session) }

    /// Whether both have agreed on HTTP/2.
    var speaksHTTP2: Bool {
      var (name, count) = (UnsafePointer<UInt8>?.none, UInt32(0))
      SSL_get0_alpn_selected(session, &name, &count)
      return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }

    /// Takes ciphertext of the client.
    func give(_ cipher: [UInt8]) { BIO_write(input, cipher, Int32(clamping: cipher.count)) }

    /// Goes on with the handshake.
    func handshake() -> Progress {
      ERR_clear_error()
      let result = SSL_do_handshake(session)
      return result == 1 ? .done : SSL_get_error(session, result) == SSL_ERROR_WANT_READ ? .wantsMore : .failed
    }

    /// The plaintext that has come, and whether none follows.
    func read() -> (plain: [UInt8], isEnd: Bool) {
      var plain: [UInt8] = []
      while true {
        ERR_clear_error()
        let count = SSL_read(session, &block, Int32(block.count))
        guard count > 0 else { return (plain, SSL_get_error(session, count) != SSL_ERROR_WANT_READ) }
        plain += block[..<Int(count)]
      }
    }

    func write(_ plain: [UInt8]) {
      ERR_clear_error()
      if !plain.isEmpty { SSL_write(session, plain, Int32(clamping: plain.count)) }
    }

    /// Says that nothing follows.
    func end() {
      ERR_clear_error()
      SSL_shutdown(session)
    }

    /// The ciphertext to send.
    func takeOutput() -> [UInt8] {
      var cipher: [UInt8] = []
      while true {
        let count = BIO_read(output, &block, Int32(block.count))
        guard count > 0 else { return cipher }
        cipher += block[..<Int(count)]
      }
    }
  }
#endif
