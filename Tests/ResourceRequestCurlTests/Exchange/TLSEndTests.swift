// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// How TLS ends: before the request, instead of a response, and after one.
  @Suite(.everyWire, .enabled(if: ScriptedTLS.isPossible), .timeLimit(.minutes(2)))
  struct TLSEndTests {
    private func send(
      _ server: ScriptedServer,
      _ path: String,
      _ tls: TLSOptions,
      body: Int = 0,
      isStream: Bool = false,
      over transport: CurlTransport = CurlTransport()
    ) async throws -> String {
      var options = ExchangeOptions(connection: ConnectionOptions(tls: tls))
      if isStream { options.streamWindow = 64 << 10 }
      let request = ResolvedRequest(
        method: body > 0 ? .post : .get,
        url: try ResourceURL("https://\(server.authority)\(path)"),
        body: body > 0 ? OutgoingBody(Data(count: body)) : nil,
        options: options
      )
      let response = try await transport.send(request, context: CallContext())
      guard let stream = response.body.stream else { return String(decoding: response.body.bytes, as: UTF8.self) }
      var text = ""
      while let chunk = try await stream.next() { text += String(decoding: chunk, as: UTF8.self) }
      return text
    }

    @Test(arguments: [false, true])
    func `a file of authorities that is replaced is read again for the next connection, and ends what is resumed`(
      _ wasTrusted: Bool
    ) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).pem")
      defer { try? FileManager.default.removeItem(at: file) }
      let tls = try ScriptedTLS()
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection), session.readHead() != nil else { return connection.close() }
        session.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
      }
      defer { server.stop() }
      let transport = CurlTransport()
      func response() async throws -> String {
        try await send(server, "/", TLSOptions(caFile: file.path), over: transport)
      }
      // Some other authority.
      let others = try String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8)
      let end = "-----END CERTIFICATE-----\n"
      let other = try #require(others.components(separatedBy: end).first) + end
      let own = try String(contentsOfFile: tls.authorityFile, encoding: .utf8)
      for authority in wasTrusted ? [own, other] : [other, own] {
        try Data(authority.utf8).write(to: file)
        if authority == other {
          let failure = await #expect(throws: TransportFailure.self) { try await response() }
          #expect(failure?.code == .certificateRejected)
        } else {
          #expect(try await response() == "ok")
        }
      }
    }

    @Test(arguments: [0, 100, 3_000_000])
    func `a client that TLS 1.3 refuses late is refused by one code, and its request was not executed`(
      _ size: Int
    ) async throws {
      let tls = try ScriptedTLS(wantsClient: true)
      let server = try ScriptedServer { connection in
        if tls.accept(connection) == nil { connection.close() }
      }
      defer { server.stop() }
      // Over one shared transport and over new ones in turn: a refused connection is not kept.
      let transport = CurlTransport()
      for round in 0..<20 {
        let failure = await #expect(throws: TransportFailure.self) {
          try await send(
            server,
            "/",
            TLSOptions(caFile: tls.authorityFile),
            body: size,
            over: round % 2 == 0 ? transport : CurlTransport()
          )
        }
        #expect(failure?.code == .tlsHandshakeFailed, "\(failure.map { "\($0)" } ?? "")")
        #expect(failure?.mayHaveExecuted == false)
      }
    }

    @Test(arguments: [true, false])
    func `a connection that breaks off within a handshake may go better another time`(_ resets: Bool) async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.read(1)
        if resets { connection.reset() } else { connection.closeSending() }
      }
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(ResourceRequest("https://\(server.authority)/"))
      }
      #expect(error?.code == .connectionClosed)
      #expect(error?.isRetryable == true)
      #expect(error?.mayHaveExecuted == false)
    }

    /// Sends the response to `GET /end` and then ends, with or without a proper end of TLS.
    private func answering(_ answer: String, _ tls: ScriptedTLS, isInOrder: Bool) throws -> ScriptedServer {
      try ScriptedServer { connection in
        guard let session = tls.accept(connection) else { return }
        while let head = session.readHead() {
          guard head.hasPrefix("GET /end ") else {
            session.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwarm")
            continue
          }
          session.send(answer)
          if isInOrder { session.end() }
          return
        }
      }
    }

    @Test(arguments: [true, false], [true, false])
    func `a body that the end of the connection ends needs the word of TLS that it does`(
      _ isStream: Bool,
      _ isWarm: Bool
    ) async throws {
      let tls = try ScriptedTLS()
      let options = TLSOptions(caFile: tls.authorityFile)
      for body in ["", "half"] {
        let answer = "HTTP/1.1 200 OK\r\n\r\n" + body
        let cut = try answering(answer, tls, isInOrder: false)
        let whole = try answering(answer, tls, isInOrder: true)
        defer {
          cut.stop()
          whole.stop()
        }
        let transport = CurlTransport()
        if isWarm {
          for server in [cut, whole] { #expect(try await send(server, "/", options, over: transport) == "warm") }
        }
        #expect(try await send(whole, "/end", options, isStream: isStream, over: transport) == body)
        let failure = await #expect(throws: TransportFailure.self) {
          try await send(cut, "/end", options, isStream: isStream, over: transport)
        }
        #expect(failure?.code == .connectionClosed)
        var lenient = options
        lenient.closeNotify = .optional
        #expect(try await send(cut, "/end", lenient, isStream: isStream, over: transport) == body)
      }
    }

    @Test func `other bodies say themselves where they end`() async throws {
      let tls = try ScriptedTLS()
      let answers = [
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
      ]
      for answer in answers {
        let server = try answering(answer, tls, isInOrder: false)
        defer { server.stop() }
        #expect(try await send(server, "/end", TLSOptions(caFile: tls.authorityFile)) == "body")
      }
    }

    @Test(arguments: [true, false])
    func `HTTP/2 in the first line of an answer needs a connection that speaks it`(_ isWarm: Bool) async throws {
      let tls = try ScriptedTLS()
      let server = try answering("HTTP/2 200 \r\ncontent-length: 2\r\n\r\nok", tls, isInOrder: true)
      defer { server.stop() }
      let transport = CurlTransport()
      let options = TLSOptions(caFile: tls.authorityFile)
      if isWarm { #expect(try await send(server, "/", options, over: transport) == "warm") }
      let failure = await #expect(throws: TransportFailure.self) {
        try await send(server, "/end", options, over: transport)
      }
      #expect(failure?.code == .protocolViolation)
    }
  }
#endif
