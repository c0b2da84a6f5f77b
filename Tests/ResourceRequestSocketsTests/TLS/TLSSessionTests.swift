// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import Foundation
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  /// A client session against OpenSSL's server, both in memory.
  struct TLSSessionTests {
    private let folder: TestFolder
    private let authority: TestCertificate
    private let leaf: TestCertificate
    private let trusted: TLSOptions

    init() throws {
      folder = try TestFolder()
      authority = try TestCertificate("authority")
      leaf = try TestCertificate("leaf", names: "DNS:api.test,DNS:*.wild.test,IP:127.0.0.1,IP:::1", issuer: authority)
      trusted = TLSOptions(caFile: try folder.write(authority.text, "ca.pem"))
    }

    private func client(
      _ options: TLSOptions? = nil,
      host: String = "api.test",
      _ protocols: [ApplicationProtocol] = ApplicationProtocol.allCases
    ) throws -> TLSSession {
      try TLSSession(try TLSContext(TLSMaterial(options ?? trusted, protocols)), host: host)
    }

    private func pair(
      _ options: TLSOptions? = nil,
      host: String = "api.test",
      peer: TLSPeer.Options = TLSPeer.Options(),
      of certificate: TestCertificate? = nil,
      piece: Int = .max
    ) throws -> TLSPair {
      try TLSPair(try client(options, host: host), try TLSPeer.Server(certificate ?? leaf, peer), piece: piece)
    }

    private static var only1_2: TLSPeer.Options { TLSPeer.Options(versions: (TLS1_2_VERSION, TLS1_2_VERSION)) }
    private static var only1_3: TLSPeer.Options { TLSPeer.Options(versions: (TLS1_3_VERSION, TLS1_3_VERSION)) }

    @Test(arguments: [1, 7, 4096, Int.max], [true, false])
    func `both ends agree and large data goes both ways, however the bytes are cut`(
      _ piece: Int,
      _ isNew: Bool
    ) throws {
      let pair = try pair(peer: isNew ? Self.only1_3 : Self.only1_2, piece: piece)
      #expect(pair.handshake() == .done)
      #expect(pair.client.version == (isNew ? "TLSv1.3" : "TLSv1.2"))
      #expect(pair.peer.serverName == "api.test")
      #expect(pair.client.peerKeyPin == leaf.pin)
      let size = piece < 4096 ? 60_000 : 400_000
      let plain = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
      #expect(plain.withUnsafeBytes { pair.client.write($0) } == nil)
      let cipher = pair.takeOutput()
      #expect(cipher.count < plain.count + (plain.count / 16_384 + 1) * 64)
      pair.peer.give(cipher)
      #expect(pair.peer.read() == plain)
      pair.peer.write(plain)
      #expect(pair.deliver() == .wantsMore)
      #expect(pair.received == plain)
      #expect(!pair.client.hasUnread)
    }

    private static let hosts: [(String, Bool)] = [
      ("api.test", true), ("API.test.", true), ("x.wild.test", true), ("127.0.0.1", true), ("[::1]", true),
      ("[::1%eth0]", true), ("other.test", false), ("a.b.wild.test", false), ("wild.test", false),
      ("127.0.0.2", false), ("[::2]", false), ("leaf", false),
    ]

    @Test(arguments: hosts)
    func `the certificate must have the name or the address`(_ host: String, _ isRight: Bool) throws {
      let pair = try pair(host: host)
      let progress = pair.handshake()
      #expect((progress == .done) == isRight)
      let isAddress = host.utf8.first == UInt8(ascii: "[") || host.utf8.first == UInt8(ascii: "1")
      #expect((pair.peer.serverName == nil) == isAddress)
      guard !isRight, case .failed(let failure) = progress else { return }
      #expect(failure.code == .certificateRejected)
      #expect(failure.isBeforeRequest)
      let name = host.utf8.first == UInt8(ascii: "[") ? "::2" : host
      #expect(failure.message("it").hasSuffix("it is not for the \(isAddress ? "address" : "name") \(name)"))
    }

    @Test func `the common name counts only without alternative names`() throws {
      for names in [nil, "IP:127.0.0.1", "email:a@api.test", "DNS:other.test"] {
        let certificate = try TestCertificate("api.test", names: names, issuer: authority)
        #expect((try pair(of: certificate).handshake() == .done) == (names == nil), "\(names ?? "none")")
      }
    }

    @Test func `unknown authorities, expired certificates and self-signed ones are refused, each with its reason`()
      throws
    {
      let expired = try TestCertificate("old", names: "DNS:api.test", issuer: authority, days: 1)
      let stranger = try TestCertificate("stranger", names: "DNS:api.test", issuer: try TestCertificate("other"))
      let own = try TestCertificate("api.test", names: "DNS:api.test")
      let reasons = [
        (expired, "certificate has expired"), (stranger, "unable to get local issuer certificate"),
        (own, "self-signed certificate"),
      ]
      for (certificate, reason) in reasons {
        for peer in [Self.only1_2, Self.only1_3] {
          let pair = try pair(peer: peer, of: certificate)
          #expect(pair.handshake() == .failed(.untrusted(reason)))
          // The server is told.
          #expect(pair.client.handshake() == .failed(.untrusted(reason)))
        }
        #expect(try self.pair(.insecureSkipVerify(), of: certificate).handshake() == .done)
      }
      #expect(try pair(TLSOptions()).handshake() == .failed(.untrusted("unable to get local issuer certificate")))
    }

    @Test func `one of several pinned keys must be the server's, also unverified`() throws {
      var options = trusted
      options.pinnedPublicKeys = [PublicKeyPin(of: [1, 2]), leaf.pin]
      #expect(try pair(options).handshake() == .done)
      for var wrong in [trusted, .insecureSkipVerify()] {
        wrong.pinnedPublicKeys = [authority.pin]
        #expect(try pair(wrong).handshake() == .failed(.unpinned))
      }
      #expect(TLSFailure.unpinned.code == .certificateRejected)
      #expect(TLSFailure.unpinned.message("it") == "it has none of the pinned public keys")
    }

    @Test func `a server older than the minimum version is refused`() throws {
      var options = trusted
      options.minimumVersion = .v1_3
      guard case .failed(let failure) = try pair(options, peer: Self.only1_2).handshake() else {
        Issue.record("agreed")
        return
      }
      #expect(failure.code == .tlsHandshakeFailed)
      let old = TLSPeer.Options(versions: (TLS1_VERSION, TLS1_1_VERSION))
      guard case .failed = try pair(peer: old).handshake() else {
        Issue.record("agreed")
        return
      }
    }

    @Test func `the server chooses among the offered protocols, and nothing else`() throws {
      for (chosen, spoken) in [("h2", ApplicationProtocol.http2), ("http/1.1", .http1_1), (nil, .http1_1)] {
        let pair = try pair(peer: TLSPeer.Options(chosen: chosen))
        #expect(pair.handshake() == .done)
        #expect(pair.client.alpn == chosen)
        #expect(pair.client.applicationProtocol == spoken)
        #expect(pair.client.security == "TLSv1.3 / TLS_AES_256_GCM_SHA384" + (chosen.map { ", ALPN \($0)" } ?? ""))
      }
      let server = try TLSPeer.Server(leaf, TLSPeer.Options(chosen: "h2"))
      let pair = try TLSPair(try client([.http1_1]), server)
      guard case .failed(let failure) = pair.handshake() else {
        Issue.record("agreed")
        return
      }
      #expect(failure.code == .tlsHandshakeFailed)
    }

    private func client(_ protocols: [ApplicationProtocol]) throws -> TLSSession { try client(nil, protocols) }

    @Test(arguments: [true, false])
    func `a client certificate is shown, with its intermediates`(_ isNew: Bool) throws {
      let middle = try TestCertificate("middle", issuer: authority)
      let own = try TestCertificate("client", names: "DNS:client.test", issuer: middle)
      var options = trusted
      options.certificate = try folder.write(own.text + middle.text, "client.pem")
      options.key = try folder.write(own.keyText(password: "secret"), "client.key")
      options.keyPassword = "secret"
      var peer = isNew ? Self.only1_3 : Self.only1_2
      peer.clientAuthority = authority
      let pair = try pair(options, peer: peer)
      #expect(pair.handshake() == .done)
      #expect(pair.peer.handshake())
      #expect(SSL_get_verify_result(pair.peer.session) == Int(X509_V_OK))
    }

    @Test func `a client without a certificate is refused by one code, whatever the version`() throws {
      // OpenSSL 3.0 has words for the first alert only.
      for (peer, alert, named) in [(Self.only1_2, 40, "40 (handshake failure)"), (Self.only1_3, 116, "116")] {
        var peer = peer
        peer.clientAuthority = authority
        let pair = try pair(peer: peer)
        let progress = pair.handshake()
        var failure: TLSFailure?
        if case .failed(let found) = progress { failure = found }
        if case .failed(let found) = pair.reading { failure = found }
        #expect(failure?.alert == alert)
        #expect(failure?.code == .tlsHandshakeFailed)
        #expect(failure?.isBeforeRequest == true)
        let end = alert == 116 ? ", which is about the client's certificate" : ""
        #expect(
          failure?.message("it") == "the TLS handshake with it failed: the server has refused with alert \(named)\(end)"
        )
      }
    }

    @Test func `close_notify ends a session, and an end without it is a failure`() throws {
      let pair = try pair()
      #expect(pair.client.failureAtEnd == .ended(.handshaking))
      #expect(TLSFailure.ended(.handshaking).isBeforeRequest)
      pair.handshake()
      #expect(pair.client.failureAtEnd == .ended(.handshaken))
      pair.peer.write("half".utf8)
      pair.deliver()
      #expect(pair.client.failureAtEnd == .ended(.answered))
      #expect(pair.client.failureAtEnd?.code == .connectionClosed)
      #expect(!pair.client.hasReceivedCloseNotify)
      pair.peer.write("rest".utf8)
      pair.peer.close()
      #expect(pair.deliver() == .closed)
      #expect(pair.received == Array("halfrest".utf8))
      #expect(pair.client.hasReceivedCloseNotify)
      #expect(pair.client.failureAtEnd == nil)
      pair.client.close()
      pair.peer.give(pair.takeOutput())
      #expect(pair.peer.read().isEmpty)
      #expect(SSL_get_shutdown(pair.peer.session) & SSL_RECEIVED_SHUTDOWN != 0)
    }

    @Test func `what is no TLS fails, before and after the handshake`() throws {
      let plain = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
      let fresh = try pair()
      _ = fresh.client.handshake()
      let progress = plain.withUnsafeBytes { bytes in
        fresh.client.give(bytes)
        return fresh.client.handshake()
      }
      guard case .failed(let failure) = progress else {
        Issue.record("agreed")
        return
      }
      #expect(failure.code == .tlsHandshakeFailed)
      #expect(
        failure.message("it")
          == "the TLS handshake with it failed: it answers with something other than TLS (wrong version number); is it http?"
      )
      for garbage in [plain, [23, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32)] {
        let pair = try pair()
        pair.handshake()
        pair.receive(garbage)
        guard case .failed(let failure) = pair.reading else {
          Issue.record("read")
          return
        }
        #expect(failure.code == .protocolViolation)
        #expect(!failure.isBeforeRequest)
        // It stays so, nothing more is encrypted, and the server gets an alert.
        #expect(plain.withUnsafeBytes { pair.client.write($0) } == failure)
        #expect(!pair.takeOutput().isEmpty)
      }
    }

    @Test func `a changed record is not taken for data, and what came before it is`() throws {
      let pair = try pair()
      pair.handshake()
      pair.peer.write("first".utf8)
      let good = pair.peer.take()
      pair.peer.write("second".utf8)
      var bad = pair.peer.take()
      bad[bad.count - 1] ^= 1
      pair.receive(good + bad)
      #expect(pair.received == Array("first".utf8))
      guard case .failed(.broken) = pair.reading else {
        Issue.record("read")
        return
      }
    }

    @Test func `what a reader does not take stays in the session, in order`() throws {
      let pair = try pair()
      pair.handshake()
      let plain = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
      pair.peer.write(plain)
      let cipher = pair.peer.take()
      var small = [UInt8](repeating: 0, count: 100)
      for half in [cipher[..<50_000], cipher[50_000...]] {
        let half = Array(half)
        half.withUnsafeBytes { bytes in
          pair.client.give(bytes)
          guard case .bytes(100) = small.withUnsafeMutableBytes({ pair.client.read(into: $0) }) else {
            Issue.record("read")
            return
          }
          pair.received += small
          pair.client.keepRest()
        }
        #expect(pair.client.hasUnread)
      }
      pair.read(999)
      #expect(pair.received == plain)
      #expect(!pair.client.hasUnread)
    }

    @Test(arguments: [40, 200])
    func `key updates beside data are followed, and a flood of them is the end`(count: Int) throws {
      let pair = try pair(peer: TLSPeer.Options())
      pair.handshake()
      for _ in 0..<count {
        SSL_key_update(pair.peer.session, SSL_KEY_UPDATE_REQUESTED)
        pair.peer.handshake()
        pair.deliver()
      }
      pair.peer.write("last".utf8)
      pair.deliver()
      if count == 40 {
        #expect(pair.received == Array("last".utf8))
        // Data makes up for them.
        pair.peer.write(repeatElement(0, count: 2 << 20))
        for _ in 0..<40 {
          SSL_key_update(pair.peer.session, SSL_KEY_UPDATE_NOT_REQUESTED)
          pair.peer.write([1])
        }
        pair.deliver()
        #expect(pair.received.count == 4 + 2 << 20 + 40)
      } else {
        #expect(pair.received.isEmpty)
        guard case .failed(.broken(let reason)) = pair.reading else {
          Issue.record("read")
          return
        }
        #expect(reason.contains("handshake"))
        // Nothing more is answered.
        #expect(pair.takeOutput().count < 100 * 64)
      }
    }

    @Test func `a server that renegotiates is refused`() throws {
      let pair = try pair(peer: Self.only1_2)
      pair.handshake()
      _ = pair.takeOutput()
      #expect(SSL_renegotiate(pair.peer.session) == 1)
      pair.peer.handshake()
      pair.deliver()
      // An alert, and no ClientHello.
      let alert = pair.takeOutput()
      #expect(alert.first == 21)
      #expect(pair.received.isEmpty)
      // The server may have acted on a request by then: it has not refused the handshake, whatever its alert.
      pair.peer.give(alert)
      pair.peer.handshake()
      #expect(pair.peer.read().isEmpty)
      pair.deliver()
      guard case .failed(let failure) = pair.reading else {
        Issue.record("\(pair.reading)")
        return
      }
      #expect(failure.alert == 40 && failure.code == .connectionClosed && !failure.isBeforeRequest, "\(failure)")
    }
  }
#endif
