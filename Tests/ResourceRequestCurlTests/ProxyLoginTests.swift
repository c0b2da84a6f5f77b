// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Proxy logins by Digest or by any scheme that the proxy asks for, with and without tunnels.
  struct ProxyLoginTests {
    private static let challenge = #"Digest realm="p", qop="auth", nonce="n1", algorithm=SHA-256"#

    private static func refusal(_ challenges: String...) -> ScriptedResponse {
      ScriptedResponse(407, headers: challenges.map { ("Proxy-Authenticate", $0) }, "who?")
    }

    private func client(_ server: ScriptedServer, _ keys: String, port: String = "") throws -> ResourceClient {
      let document = #"""
        {"service": "far", "baseUrl": "http://far.invalid\#(port)",
         "proxy": {"url": "http://\#(server.authority)", "username": "ann", "password": "pw", \#(keys)}}
        """#
      return ResourceClient(configuration: try ResourceConfiguration(json: document))
    }

    private func post() -> ResourceRequest {
      ResourceRequest("x?y=1", method: .post, service: "far", body: .string("body"))
    }

    /// A proxy that opens a tunnel to itself for requests with this scheme, and responds inside of the tunnel.
    private static func tunnel(_ challenges: [String], takes scheme: String?) throws
      -> ScriptedServer
    {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let field = request.header("Proxy-Authorization")
          guard request.method == "CONNECT" else {
            try connection.send(ScriptedResponse(200, request.text))
            continue
          }
          if let scheme, field?.hasPrefix(scheme) != true {
            let fields = challenges.map { ("Proxy-Authenticate", $0) }
            try connection.send(ScriptedResponse(407, headers: fields, "who?"))
          } else {
            try connection.send("HTTP/1.1 200 Established\r\n\r\n")
          }
        }
      }
    }

    @Test func `requests for http go through a tunnel where that is wanted`() async throws {
      let server = try Self.tunnel([], takes: nil)
      let response = try await client(server, #""tunnel": "always""#).send(post())
      #expect(response.text == "body")
      #expect(server.requests.map(\.method) == ["CONNECT", "POST"])
      #expect(server.requests.map(\.target) == ["far.invalid:80", "/x?y=1"])
      #expect(server.requests.map { $0.header("Proxy-Authorization") != nil } == [true, false])
      // One and the same program asks, so the proxy's log tells it by name.
      #expect(server.requests.map { $0.headers(named: "User-Agent").count } == [1, 1])
      #expect(server.requests[0].header("User-Agent") == server.requests[1].header("User-Agent"))
    }

    @Test(arguments: ["any", "digest"], [0, 6, 20_000])
    func `a status 407 from behind a tunnel is an answer`(login: String, count: Int) async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.method == "CONNECT" {
            try connection.send("HTTP/1.1 200 Established\r\n\r\n")
          } else {
            try connection.send(Self.refusal("Basic realm=x", Self.challenge))
          }
        }
      }
      defer { server.stop() }
      let client = try client(server, #""tunnel": "always", "login": "\#(login)""#)
      var request = ResourceRequest("x", method: count == 0 ? .get : .post, service: "far", timeout: .seconds(20))
      if count > 0 { request.body = .data(Data(count: count)) }
      #expect(try await client.send(request).status == 407)
    }

    @Test func `a proxy that cannot be reached or refuses is named, with the reason`() async throws {
      let port = try ClosedPort().port
      let document = #"{"defaults": {"proxy": {"url": "http://127.0.0.1:\#(port)"}}}"#
      let client = ResourceClient(configuration: try ResourceConfiguration(json: document))
      let failure = await #expect(throws: ResourceError.self) {
        try await client.send(ResourceRequest("http://far.invalid/"))
      }
      #expect(failure?.code == .proxyFailed)
      #expect(failure?.message.contains("127.0.0.1:\(port): Connection refused") == true)
    }

    @Test(arguments: [("digest", "Digest "), ("any", "Digest ")])
    func `a tunnel is opened with the digest that the proxy asks for`(login: String, scheme: String)
      async throws
    {
      let server = try Self.tunnel(["Basic realm=p", Self.challenge], takes: scheme)
      let client = try client(server, #""tunnel": "always", "login": "\#(login)""#)
      let response = try await client.send(post())
      #expect(response.text == "body")
      #expect(server.requests.map(\.method) == ["CONNECT", "CONNECT", "POST"])
      #expect(server.requests[0].header("Proxy-Authorization") == nil)
      #expect(
        server.requests[1].header("Proxy-Authorization")?.contains(#"uri="far.invalid:80""#) == true
      )
      #expect(server.requests[2].header("Proxy-Authorization") == nil)
      #expect(response.attempts.count == 1)
    }

    @Test
    func
      `a proxy that asks for Basic gets it where any login will do, and nothing where it must be a digest`()
      async throws
    {
      let server = try Self.tunnel(["Basic realm=p"], takes: "Basic ")
      #expect(
        try await client(server, #""tunnel": "always", "login": "any""#).send(post()).status == 200
      )
      let strict = try client(server, #""tunnel": "always", "login": "digest""#)
      let error = await #expect(throws: ResourceError.self) { try await strict.send(post()) }
      #expect(error?.code == .proxyFailed)
      #expect(error?.mayHaveExecuted == false)
      let fields = server.requests.map { $0.header("Proxy-Authorization") }
      #expect(fields.filter { $0?.hasPrefix("Basic ") == true }.count == 1)
    }

    @Test
    func
      `a proxy that reads the request gets a digest of it once it has asked, and at once from then on`()
      async throws
    {
      let server = try ScriptedServer(
        responses: [Self.refusal("Basic realm=p", Self.challenge), ScriptedResponse()],
        repeatsLast: true
      )
      let client = try client(server, #""login": "digest""#)
      let response = try await client.send(post())
      #expect(response.status == 200)
      #expect(response.attempts.map(\.reason) == [.first, .login])
      #expect(try await client.send(post()).attempts.count == 1)
      #expect(
        server.requests.map(\.target) == Array(repeating: "http://far.invalid/x?y=1", count: 3)
      )
      #expect(server.requests.map(\.text) == ["body", "body", "body"])
      let fields = server.requests.map { $0.header("Proxy-Authorization") ?? "" }
      #expect(fields[0] == "")
      #expect(
        fields[1].hasPrefix(
          #"Digest username="ann", realm="p", nonce="n1", uri="http://far.invalid/x?y=1""#
        )
      )
      #expect(fields[1].hasSuffix("nc=00000001"))
      #expect(fields[2].hasSuffix("nc=00000002"))
    }

    @Test(arguments: ["", ":80"])
    func `an empty query and a default port are in the digest as the request line has them`(port: String) async throws {
      let responses = [Self.refusal(Self.challenge), ScriptedResponse()]
      let server = try ScriptedServer(responses: responses, repeatsLast: true)
      let client = try client(server, #""login": "digest""#, port: port)
      #expect(try await client.send(ResourceRequest("x?", service: "far")).status == 200)
      #expect(server.requests.map(\.target) == ["http://far.invalid/x?", "http://far.invalid/x?"])
      let field = server.requests.last?.header("Proxy-Authorization")
      #expect(field?.contains(#"uri="http://far.invalid/x?""#) == true)
    }

    @Test
    func `a refused login to a proxy fails the call after one answer, and nothing was carried out`()
      async throws
    {
      let server = try ScriptedServer(responses: [Self.refusal(Self.challenge)], repeatsLast: true)
      let client = try client(server, #""login": "digest""#)
      let error = await #expect(throws: ResourceError.self) { try await client.send(post()) }
      #expect(error?.code == .proxyFailed)
      #expect(error?.mayHaveExecuted == false)
      #expect(server.requests.count == 2)
    }

    @Test
    func
      `a proxy that reads the request gets Basic where any login will do, and the password not before it asked`()
      async throws
    {
      let server = try ScriptedServer(
        responses: [Self.refusal("Basic realm=p"), ScriptedResponse()],
        repeatsLast: true
      )
      #expect(try await client(server, #""login": "any""#).send(post()).status == 200)
      let basic = "Basic " + Data("ann:pw".utf8).base64EncodedString()
      #expect(server.requests.map { $0.header("Proxy-Authorization") } == [nil, basic])
    }

    @Test
    func `a proxy that reads the request and asks for Basic gets no password where it must be a digest`() async throws {
      let server = try ScriptedServer(responses: [Self.refusal("Basic realm=p")], repeatsLast: true)
      let error = await #expect(throws: ResourceError.self) {
        try await client(server, #""login": "digest""#).send(post())
      }
      #expect(error?.code == .proxyFailed)
      #expect(server.requests.map { $0.header("Proxy-Authorization") } == [nil])
    }

    @Test
    func `a token endpoint is asked through the proxy with the digest that it asks for`() async throws {
      let token = ScriptedResponse(
        200,
        headers: [("Content-Type", "application/json")],
        #"{"access_token": "tk", "token_type": "Bearer"}"#
      )
      let server = try ScriptedServer(
        responses: [Self.refusal(Self.challenge), token, ScriptedResponse(200, "done")],
        repeatsLast: true
      )
      let document = #"""
        {"service": "far", "baseUrl": "http://far.invalid",
         "auth": {"type": "oauth2", "tokenUrl": "http://far.invalid/token", "clientId": "c", "clientSecret": "s"},
         "proxy": {"url": "http://\#(server.authority)", "username": "ann", "password": "pw", "login": "digest"}}
        """#
      let client = ResourceClient(configuration: try ResourceConfiguration(json: document))
      let response = try await client.send(ResourceRequest("x", service: "far"))
      #expect(response.status == 200)
      #expect(server.requests.prefix(2).map(\.target) == Array(repeating: "http://far.invalid/token", count: 2))
      #expect(server.requests[1].header("Proxy-Authorization")?.hasPrefix("Digest ") == true)
      #expect(server.requests.last?.header("Authorization") == "Bearer tk")
    }

    @Test(arguments: [#""login": "digest""#, #""tunnel": "always""#])
    func `a proxy of SOCKS has neither`(key: String) {
      let document =
        #"{"service": "a", "baseUrl": "http://a.b", "proxy": {"url": "socks5://p.example", \#(key)}}"#
      let error = #expect(throws: ConfigurationError.self) {
        try ResourceConfiguration(json: document)
      }
      #expect(error.map { "\($0)" }?.contains("is for proxies of http:// and https://") == true)
    }
  }
#endif
