// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Endpoints with TLS: the URL decides which name the certificate must have, not the endpoint.
  ///
  /// The servers' certificate is valid for 127.0.0.1.
  @Suite(.enabled(if: ScriptedTLS.isPossible && FastServer.isPossible), .timeLimit(.minutes(2)))
  struct EndpointTLSTests {
    private let transport = CurlTransport()
    private let tls: ScriptedTLS
    /// The `Host` fields of all requests to all servers.
    private let hosts = Lock<[String]>([])

    init() throws { tls = try ScriptedTLS() }

    private func server(on address: LoopbackAddress = .ipv4, _ label: String = "") throws -> ScriptedServer {
      try ScriptedServer(on: address) { [tls, hosts] connection in
        guard let session = tls.accept(connection) else { return connection.close() }
        while let head = session.readHead() {
          let host = head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }
          hosts.withLock { $0.append(host.map { String($0.dropFirst(6)) } ?? "") }
          session.send("HTTP/1.1 200 OK\r\nContent-Length: \(label.utf8.count)\r\n\r\n\(label)")
        }
      }
    }

    private func send(_ url: String, at endpoint: Endpoint?, _ options: TLSOptions? = nil) async throws -> String {
      let connection = ConnectionOptions(tls: options ?? TLSOptions(caFile: tls.authorityFile))
      var request = ResolvedRequest(
        url: try ResourceURL(url),
        options: ExchangeOptions(httpVersion: .http1_1, connection: connection)
      )
      request.endpoint = endpoint
      let response = try await transport.send(request, context: CallContext())
      return String(decoding: response.body.bytes, as: UTF8.self)
    }

    @Test func `the certificate must have the URL's name, and need not have the endpoint's`() async throws {
      let other = try server(on: .ipv6)
      #expect(try await send("https://127.0.0.1:1/", at: Endpoint(other.authority)) == "")
      #expect(hosts.withLock(\.self) == ["127.0.0.1:1"])
      let right = try server()
      let failure = await #expect(throws: TransportFailure.self) {
        try await send("https://api.invalid/", at: Endpoint(right.authority))
      }
      #expect(failure?.code == .certificateRejected)
      #expect(failure?.message.contains("https://api.invalid at endpoint \(right.authority)") == true)
      #expect(hosts.withLock(\.count) == 1)
    }

    @Test func `a TLS name stands for the URL's in the certificate, and nowhere else`() async throws {
      let server = try server()
      let named = try Endpoint(server.authority, tlsName: "127.0.0.1")
      #expect(try await send("https://api.invalid/", at: named) == "")
      // It takes precedence over the service's server name.
      let options = TLSOptions(caFile: tls.authorityFile, serverName: "other.invalid")
      #expect(try await send("https://api.invalid:444/", at: named, options) == "")
      #expect(hosts.withLock(\.self) == ["api.invalid", "api.invalid:444"])
      let wrong = await #expect(throws: TransportFailure.self) {
        try await send("https://127.0.0.1:\(server.port)/", at: Endpoint(server.authority, tlsName: "api.invalid"))
      }
      #expect(wrong?.code == .certificateRejected)
    }

    @Test func `endpoints in turn keep their connections apart, also from the URL's own`() async throws {
      let servers = [try server("a"), try server("b"), try server("c")]
      for number in 0..<60 {
        let turn = number % 3
        let endpoint = turn == 2 ? nil : try Endpoint(servers[turn].authority)
        #expect(try await send("https://127.0.0.1:\(servers[2].port)/", at: endpoint) == ["a", "b", "c"][turn])
      }
      #expect(servers.map(\.connections.count) == [1, 1, 1])
    }

    @Test func `pinned keys are those of the URL's service, whichever endpoint serves`() async throws {
      let server = try server(on: .ipv6, "pinned")
      let pin = try Self.pin(of: tls.authorityFile)
      for (pins, isServed) in [([pin], true), ([PublicKeyPin(of: [1, 2, 3])], false)] {
        let options = TLSOptions(caFile: tls.authorityFile, pinnedPublicKeys: pins)
        let result = await Task { try await send("https://127.0.0.1/", at: Endpoint(server.authority), options) }.result
        switch result {
        case .success(let text): #expect(isServed && text == "pinned")
        case .failure(let error):
          #expect(!isServed)
          #expect((error as? TransportFailure)?.code == .certificateRejected)
        }
      }
    }

    @Test func `requests that share connections share none with another endpoint's`() async throws {
      let servers = try (0..<2).map { label in
        try FastServer(.http2) { request in
          FastAnswer(200, ArraySlice("\(label)\(request.target)".utf8))
        }
      }
      let connection = ConnectionOptions(tls: TLSOptions(caFile: servers[0].authorityFile))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<400 {
          group.addTask { [transport] in
            let turn = number % 2
            var request = ResolvedRequest(
              url: try ResourceURL("https://127.0.0.1/\(number)"),
              options: ExchangeOptions(connection: connection)
            )
            request.endpoint = try Endpoint("127.0.0.1:\(servers[turn].port)")
            let response = try await transport.send(request, context: CallContext())
            #expect(String(decoding: response.body.bytes, as: UTF8.self) == "\(turn)/\(number)")
            #expect(response.metrics.httpVersion == .http2)
          }
        }
        try await group.waitForAll()
      }
    }

    /// The pin of the P-256 key in a certificate file.
    private static func pin(of file: String) throws -> PublicKeyPin {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let lines = text.split(separator: "\n").drop { !$0.contains("BEGIN CERTIFICATE") }.dropFirst()
      let base64 = lines.prefix { !$0.contains("END CERTIFICATE") }.joined()
      let certificate = try #require(Data(base64Encoded: base64))
      let beginning = try #require(Data(base64Encoded: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"))
      let place = try #require(certificate.range(of: beginning))
      return PublicKeyPin(of: certificate[place.lowerBound..<(place.lowerBound + 91)])
    }
  }
#endif
