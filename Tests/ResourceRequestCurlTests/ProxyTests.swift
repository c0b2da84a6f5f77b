// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct ProxyTests {
    private let transport = CurlTransport()

    private func send(
      _ url: String,
      _ rules: ProxyRules?,
      at endpoint: String? = nil,
      options: ExchangeOptions = ExchangeOptions()
    ) async throws -> TransportResponse {
      var options = options
      options.connection = ConnectionOptions(proxy: rules)
      var request = ResolvedRequest(url: try ResourceURL(url), options: options)
      request.endpoint = try endpoint.map { try Endpoint($0) }
      return try await transport.send(request, context: CallContext())
    }

    private func failure(
      _ url: String,
      _ rules: ProxyRules,
      at endpoint: String? = nil,
      options: ExchangeOptions = ExchangeOptions()
    ) async -> TransportFailure? {
      await #expect(throws: TransportFailure.self) { try await send(url, rules, at: endpoint, options: options) }
    }

    @Test func `a proxy gets the whole URL, and its own credentials`() async throws {
      let server = try ScriptedServer.echo()
      let proxy = try Proxy("http://\(server.authority)", username: "ann", password: "p:w")
      _ = try await send("http://far.invalid/path?x=1", ProxyRules(proxy))
      let request = try #require(server.requests.first)
      #expect(request.target == "http://far.invalid/path?x=1")
      #expect(request.header("Host") == "far.invalid")
      #expect(request.header("Proxy-Authorization") == "Basic YW5uOnA6dw==")
    }

    @Test func `a proxy's password from a file is what the file holds now`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let folder = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      func write(_ text: String, to name: String, age: TimeInterval) throws -> String {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        let changed = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        return path
      }
      _ = try write("one", to: "password", age: 60)
      let document = #"""
        {"service": "far", "baseUrl": "http://far.invalid",
         "proxy": {"url": "http://\#(server.authority)", "username": "ann", "password": "${file:password}"}}
        """#
      let configuration = try ResourceConfiguration(contentsOf: try write(document, to: "backends.json", age: 60))
      let client = ResourceClient(configuration: configuration, transport: transport)
      for (age, password) in [(60.0, "one"), (30, "two"), (20, "three")] {
        _ = try write(password, to: "password", age: age)
        _ = try await client.send(ResourceRequest("x", service: "far"))
      }
      let sent = server.requests.map { $0.header("Proxy-Authorization") }
      #expect(sent == ["one", "two", "three"].map { "Basic " + Data("ann:\($0)".utf8).base64EncodedString() })
    }

    @Test func `exceptions go straight, and so does whoever names no proxy`() async throws {
      let server = try ScriptedServer.echo()
      let closed = try ClosedPort()
      let dead = try Proxy(closed.url(""))
      _ = try await send(server.url("/"), ProxyRules(dead, except: ProxyExceptions("127.0.0.0/8")))
      _ = try await send(server.url("/"), nil)
      #expect(await failure(server.url("/"), ProxyRules(dead))?.code == .proxyFailed)
      withExtendedLifetime(closed) {}
      _ = try await send(server.url("/"), nil)
      #expect(server.requests.map(\.target) == ["/", "/", "/"])
    }

    @Test func `a proxy that wants credentials fails the request, which was not carried out`() async throws {
      let answer = ScriptedResponse(407, headers: [("Proxy-Authenticate", "Basic realm=x")], "no")
      let server = try ScriptedServer(responses: [answer], repeatsLast: true)
      let rules = ProxyRules(try Proxy("http://\(server.authority)"))
      for url in ["http://far.invalid/", "https://far.invalid/"] {
        let failure = await failure(url, rules)
        #expect(failure?.code == .proxyFailed)
        #expect(failure?.mayHaveExecuted == false)
        #expect(failure?.message.contains("\(server.authority) requires credentials") == true)
      }
      #expect(server.requests.map(\.method) == ["GET", "CONNECT"])
      #expect(server.requests.last?.target == "far.invalid:443")
    }

    @Test(arguments: [("http://far.invalid/", "far.invalid:80"), ("http://far.invalid./", "far.invalid:80")])
    func `so does one on the way to an endpoint that is the URL's own host and port`(url: String, endpoint: String)
      async throws
    {
      let answer = ScriptedResponse(407, headers: [("Proxy-Authenticate", "Basic realm=x")], "no")
      let server = try ScriptedServer(responses: [answer], repeatsLast: true)
      let failure = await failure(url, ProxyRules(try Proxy("http://\(server.authority)")), at: endpoint)
      #expect(failure?.code == .proxyFailed)
      #expect(server.requests.map(\.method) == ["GET"])
    }

    @Test func `a tunnel that is refused says with which status`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(502, "no")])
      let failure = await failure("https://far.invalid/", ProxyRules(try Proxy("http://\(server.authority)")))
      #expect(failure?.code == .proxyFailed)
      #expect(failure?.message.contains("502") == true)
    }

    @Test(arguments: [true, false])
    func `a proxy that closes or says nothing when it is asked for a tunnel has failed, and is named`(closes: Bool)
      async throws
    {
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil, !closes {}
      }
      let rules = ProxyRules(try Proxy("http://\(server.authority)"))
      var options = ExchangeOptions()
      if !closes { options.connectTimeout = .milliseconds(300) }
      let failure = await failure("https://far.invalid/", rules, options: options)
      #expect(failure?.code == .proxyFailed)
      #expect(failure?.mayHaveExecuted == false)
      #expect(
        failure?.message.contains("the proxy http://\(server.authority) on the way to https://far.invalid ") == true
      )
    }

    @Test func `HTTP/2 by prior knowledge is refused through a proxy that would pass HTTP/1.1 on`() async throws {
      let server = try ScriptedServer.echo()
      let rules = ProxyRules(try Proxy("http://\(server.authority)"))
      let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
      let failure = await failure("http://far.invalid/", rules, options: options)
      #expect(failure?.code == .unsupported)
      #expect(server.connections.isEmpty)
    }

    @Test func `a status 407 of the server itself is an answer`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(407, "mine")])
      #expect(try await send(server.url("/"), nil).status == 407)
    }

    @Test func `SOCKS with names lets the proxy look up, with user and password`() async throws {
      let server = try ScriptedServer { connection in
        // RFC 1928 §3: version, methods; RFC 1929: user and password.
        let methods = try connection.read(Int(try connection.read(2)[1]))
        // Nobody asked for Kerberos, which is 1.
        #expect(methods.contains(2) && !methods.contains(1))
        try connection.send([5, 2])
        let user = try connection.read(Int(try connection.read(2)[1]))
        let password = try connection.read(Int(try connection.read(1)[0]))
        #expect(user + password == Array("annsecret".utf8))
        try connection.send([1, 0])
        // §4: connect to a name.
        let request = try connection.read(5)
        #expect(Array(request[..<4]) == [5, 1, 0, 3])
        let name = try connection.read(Int(request[4]))
        _ = try connection.read(2)
        try connection.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 80])
        _ = try connection.readRequest()
        try connection.send(ScriptedResponse(200, String(decoding: name, as: UTF8.self)))
      }
      let proxy = try Proxy("socks5h://\(server.authority)", username: "ann", password: "secret")
      let response = try await send("http://far.invalid/", ProxyRules(proxy))
      #expect(response.body.bytes == Data("far.invalid".utf8))
      #expect(server.scriptFailures.isEmpty)
    }

    @Test(arguments: ["http", "https"])
    func `a SOCKS proxy that says nothing has failed, and is named`(scheme: String) async throws {
      let server = try ScriptedServer { connection in try connection.waitForPeerClose() }
      defer { server.stop() }
      var options = ExchangeOptions()
      options.connectTimeout = .milliseconds(300)
      let rules = ProxyRules(try Proxy("socks5h://\(server.authority)"))
      let failure = await failure("\(scheme)://far.invalid/", rules, options: options)
      #expect(failure?.code == .proxyFailed)
      #expect(failure?.message.contains("socks5h://\(server.authority)") == true, "\(failure?.message ?? "")")
    }

    @Test func `a SOCKS proxy that refuses has failed`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.read(Int(try connection.read(2)[1]))
        try connection.send([5, 0xFF])
      }
      let rules = ProxyRules(try Proxy("socks5h://\(server.authority)"))
      #expect(await failure("http://far.invalid/", rules)?.code == .proxyFailed)
    }
  }
#endif
