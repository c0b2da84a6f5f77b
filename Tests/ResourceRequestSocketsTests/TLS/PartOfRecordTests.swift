// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// A part of a record behind a response: what it will say was not asked for either.
  @Suite(.timeLimit(.minutes(2)))
  struct PartOfRecordTests {
    /// Sends a response and a part of the record of another, whose rest comes with the next request.
    @Test(arguments: [1, 5, 6, 40])
    func `a record of which a part has come is no response to the next request`(_ part: Int) async throws {
      let server = try ScriptedServer { connection in
        let peer = try TLSPeer(TLSPeer.Server(TestCertificate("server", names: "DNS:a.test", issuer: nil)))
        while !peer.handshake() {
          try connection.send(peer.take())
          peer.give(try connection.readAvailable())
        }
        var request = peer.read()
        while !request.ends(with: "\r\n\r\n".utf8) {
          try connection.send(peer.take())
          peer.give(try connection.readAvailable())
          request += peer.read()
        }
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal".utf8)
        let response = peer.take()
        guard connection.index == 0 else { return try connection.send(response) }
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged".utf8)
        let other = peer.take()
        try connection.send(response + other.prefix(part))
        guard try !connection.readAvailable().isEmpty else { return }
        try connection.send(other.dropFirst(part) + [])
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let request = ResolvedRequest(
        method: .get,
        url: try ResourceURL("https" + server.url().dropFirst(4)),
        options: ExchangeOptions(connection: ConnectionOptions(tls: .insecureSkipVerify()))
      )
      for _ in 0..<2 {
        #expect(try await transport.send(request, context: CallContext()).body.bytes == Data("real".utf8))
      }
      #expect(server.connections.count == 2)
    }

    // The ticket of a session in which the client has shown a certificate needs two records of 512 bytes.
    // The rest comes, or nothing more.
    @Test(arguments: [true, false])
    func `a message of TLS of which a part has come holds an upload up, and ends nothing`(_ goesOn: Bool) async throws {
      let folder = try TestFolder()
      let own = try TestCertificate("client", names: "DNS:client.test", issuer: nil)
      let (isPartSent, mayGoOn) = (Gate(), Gate())
      let server = try ScriptedServer { connection in
        var options = TLSPeer.Options()
        (options.takesAnyCertificate, options.mostInRecord) = (true, 512)
        let certificate = try TestCertificate("server", names: "DNS:a.test", issuer: nil)
        let peer = try TLSPeer(TLSPeer.Server(certificate, options))
        while !peer.handshake() {
          try connection.send(peer.take())
          peer.give(try connection.readAvailable())
        }
        let tickets = peer.take()
        let record = 5 + Int(tickets[3]) << 8 + Int(tickets[4])
        #expect(record == 5 + 512 + 17)
        var text = ""
        func read(upTo word: String) throws {
          text += String(decoding: peer.read(), as: UTF8.self)
          while !text.contains(word) {
            peer.give(try connection.readAvailable())
            text += String(decoding: peer.read(), as: UTF8.self)
          }
        }
        try read(upTo: "first")
        try connection.send(Array(tickets[..<record]))
        isPartSent.open()
        guard goesOn else { return try connection.waitForPeerClose() }
        try connection.wait(for: mayGoOn)
        try connection.send(Array(tickets[record...]))
        try read(upTo: "last")
        peer.write("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        try connection.send(peer.take())
      }
      defer { server.stop() }
      var tls = TLSOptions.insecureSkipVerify()
      tls.certificate = try folder.write(own.text, "client.pem")
      tls.key = try folder.write(own.keyText(), "client.key")
      let (chunks, upload) = AsyncThrowingStream.makeStream(of: Data.self)
      upload.yield(Data("first".utf8))
      let timeouts = goesOn ? Timeouts() : Timeouts(read: .milliseconds(500))
      let options = ExchangeOptions(timeouts: timeouts, connection: ConnectionOptions(tls: tls))
      let request = ResolvedRequest(
        method: .post,
        url: try ResourceURL("https" + server.url().dropFirst(4)),
        body: OutgoingBody(length: nil, isReplayable: false) { chunks },
        options: options
      )
      async let response = SocketTransport().send(request, context: CallContext())
      try await isPartSent.wait()
      for _ in 0..<1_000 {
        upload.yield(Data("more".utf8))
        await Task.yield()
      }
      mayGoOn.open()
      upload.yield(Data("last".utf8))
      upload.finish()
      guard !goesOn else {
        #expect(try await response.status == 204)
        return
      }
      do {
        _ = try await response
        Issue.record("a response of a silent server")
      } catch { #expect((error as? TransportFailure)?.code == .readTimeout) }
    }
  }

  extension [UInt8] {
    fileprivate func ends(with other: some Collection<UInt8>) -> Bool { suffix(other.count).elementsEqual(other) }
  }
#endif
