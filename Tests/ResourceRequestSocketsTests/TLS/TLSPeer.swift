// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import Testing

  @testable import ResourceRequestSockets

  /// The server's end of a connection, made with OpenSSL and memory.
  final class TLSPeer {
    /// What the server is like.
    struct Options {
      var versions: (oldest: Int32, newest: Int32) = (TLS1_2_VERSION, TLS1_3_VERSION)
      /// The authority that clients need a certificate of.
      var clientAuthority: TestCertificate?
      /// Whether it asks clients for a certificate, and takes any.
      var takesAnyCertificate = false
      /// The protocol it chooses, offered or not.
      var chosen: String?
      /// The most bytes of a record; at least 512.
      var mostInRecord: Int?
    }

    /// What the connections to one server share.
    final class Server {
      let context: OpaquePointer
      private let chosen: [UInt8]

      init(_ certificate: TestCertificate, _ options: Options = Options()) throws {
        context = try #require(SSL_CTX_new(TLS_server_method()))
        chosen = Array((options.chosen ?? "").utf8)
        copenssl_set_versions(context, options.versions.oldest, options.versions.newest)
        SSL_CTX_use_certificate(context, certificate.certificate)
        #expect(SSL_CTX_use_PrivateKey(context, certificate.key) == 1)
        SSL_CTX_set_session_id_context(context, [1], 1)
        if let most = options.mostInRecord { SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_SEND_FRAGMENT, most, nil) }
        if options.takesAnyCertificate { SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { _, _ in 1 } }
        if let authority = options.clientAuthority {
          SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
          X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.certificate)
        }
        guard options.chosen != nil else { return }
        let choose: SSL_CTX_alpn_select_cb_func = { _, chosen, length, _, _, server in
          guard let server else { return SSL_TLSEXT_ERR_NOACK }
          let name = Unmanaged<Server>.fromOpaque(server).takeUnretainedValue().chosen
          // Kept by the server for as long as its connections.
          name.withUnsafeBufferPointer { chosen?.pointee = $0.baseAddress }
          length?.pointee = UInt8(name.count)
          return SSL_TLSEXT_ERR_OK
        }
        SSL_CTX_set_alpn_select_cb(context, choose, Unmanaged.passUnretained(self).toOpaque())
      }

      deinit { SSL_CTX_free(context) }
    }

    let session: OpaquePointer
    private let server: Server
    private let input: OpaquePointer
    private let output: OpaquePointer

    init(_ server: Server) throws {
      self.server = server
      session = try #require(SSL_new(server.context))
      input = try #require(BIO_new(BIO_s_mem()))
      output = try #require(BIO_new(BIO_s_mem()))
      SSL_set_bio(session, input, output)
      SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    /// The name of the ClientHello.
    var serverName: String? { SSL_get_servername(session, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) } }

    func give(_ cipher: some Sequence<UInt8>) {
      let bytes = Array(cipher)
      BIO_write(input, bytes, Int32(bytes.count))
    }

    /// The ciphertext to send.
    func take() -> [UInt8] { drain { BIO_read(output, $0, $1) } }

    /// Goes on with the handshake; whether it is complete.
    @discardableResult
    func handshake() -> Bool {
      ERR_clear_error()
      return SSL_do_handshake(session) == 1
    }

    func read() -> [UInt8] {
      ERR_clear_error()
      return drain { SSL_read(session, $0, $1) }
    }

    func write(_ plain: some Sequence<UInt8>) {
      let bytes = Array(plain)
      ERR_clear_error()
      #expect(SSL_write(session, bytes, Int32(bytes.count)) == bytes.count)
    }

    func close() { SSL_shutdown(session) }

    private func drain(_ read: (UnsafeMutableRawPointer?, Int32) -> Int32) -> [UInt8] {
      var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
      while true {
        let count = part.withUnsafeMutableBytes { read($0.baseAddress, Int32($0.count)) }
        guard count > 0 else { return all }
        all += part.prefix(Int(count))
      }
    }
  }

  /// A client and a server that exchange ciphertext in pieces of a size.
  final class TLSPair {
    let client: TLSSession
    let peer: TLSPeer
    /// The most bytes given at once.
    let piece: Int
    /// What the client has read.
    var received: [UInt8] = []
    private(set) var reading = TLSSession.Reading.wantsMore

    init(_ client: TLSSession, _ server: TLSPeer.Server, piece: Int = .max) throws {
      (self.client, self.piece) = (client, piece)
      peer = try TLSPeer(server)
    }

    /// Performs the handshake and delivers what follows it, such as tickets and alerts.
    @discardableResult
    func handshake() -> TLSSession.Progress {
      var progress = client.handshake()
      for _ in 0..<10 {
        peer.give(takeOutput())
        peer.handshake()
        let answer = peer.take()
        guard !answer.isEmpty else { break }
        for part in pieces(of: answer) {
          if progress != .wantsMore {
            receive(part)
          } else {
            part.withUnsafeBytes { bytes in
              client.give(bytes)
              progress = client.handshake()
              client.keepRest()
            }
          }
        }
      }
      return progress
    }

    /// What the client wants to send.
    func takeOutput() -> [UInt8] {
      defer { client.output.drop(client.output.count) }
      return Array(client.output.bytes)
    }

    /// Gives the client what the server has to send; the last result of reading.
    @discardableResult
    func deliver() -> TLSSession.Reading {
      for part in pieces(of: peer.take()) { receive(part) }
      return reading
    }

    /// Gives the client ciphertext.
    func receive(_ cipher: [UInt8]) {
      cipher.withUnsafeBytes { bytes in
        client.give(bytes)
        read()
        client.keepRest()
      }
    }

    /// Reads until there is no more.
    func read(_ size: Int = 5000) {
      var buffer = [UInt8](repeating: 0, count: size)
      while true {
        reading = buffer.withUnsafeMutableBytes { client.read(into: $0) }
        guard case .bytes(let count) = reading else { return }
        received += buffer.prefix(count)
      }
    }

    private func pieces(of bytes: [UInt8]) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: min(piece, max(bytes.count, 1))).map {
        Array(bytes[$0..<min(bytes.count, $0 + min(piece, bytes.count))])
      }
    }
  }
#endif
