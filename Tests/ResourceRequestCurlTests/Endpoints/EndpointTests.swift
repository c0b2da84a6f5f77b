// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Connections to an endpoint, with requests for the original URL.
  @Suite(.timeLimit(.minutes(2)))
  struct EndpointTests {
    private let transport = CurlTransport()

    private func send(
      _ url: String,
      at endpoint: Endpoint?,
      options: ExchangeOptions = ExchangeOptions()
    ) async throws -> TransportResponse {
      var request = ResolvedRequest(url: try ResourceURL(url), options: options)
      request.endpoint = endpoint
      return try await transport.send(request, context: CallContext())
    }

    private func failure(
      _ url: String,
      at endpoint: Endpoint?,
      options: ExchangeOptions = ExchangeOptions()
    ) async -> TransportFailure? {
      await #expect(throws: TransportFailure.self) { try await send(url, at: endpoint, options: options) }
    }

    @Test func `a hundred requests in turn arrive where they should, as the URL says`() async throws {
      let servers = [try ScriptedServer.echo(), try ScriptedServer.echo()]
      let endpoints = try servers.map { try Endpoint($0.authority) }
      for number in 0..<100 {
        let turn = number % 2
        let response = try await send("http://api.invalid/\(turn)/\(number)", at: endpoints[turn])
        #expect(response.metrics.peerPort == servers[turn].port)
        #expect(response.metrics.reusedConnection == (number > 1))
      }
      for (turn, server) in servers.enumerated() {
        #expect(server.requests.count == 50)
        #expect(server.requests.allSatisfy { $0.path.hasPrefix("/\(turn)/") && $0.header("Host") == "api.invalid" })
        #expect(server.connections.count == 1)
      }
    }

    @Test func `no request is sent on another endpoint's connection, however many there are at once`() async throws {
      let servers = try (0..<4).map { _ in try ScriptedServer.echo() }
      let endpoints = try servers.map { try Endpoint($0.authority) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<400 {
          group.addTask {
            // Every fourth request has no endpoint and goes where the URL leads.
            let turn = number % 4
            let url = "http://\(servers[3].authority)/\(turn)"
            let response = try await send(url, at: turn == 3 ? nil : endpoints[turn])
            #expect(try EchoedRequest(json: response.body.bytes).target == "/\(turn)")
          }
        }
        try await group.waitForAll()
      }
      for (turn, server) in servers.enumerated() {
        #expect(server.requests.map(\.path) == Array(repeating: "/\(turn)", count: 100))
        #expect(server.requests.allSatisfy { $0.header("Host") == servers[3].authority })
      }
    }

    @Test func `without an endpoint a request goes where its URL leads, and nowhere an endpoint was`() async throws {
      let server = try ScriptedServer.echo()
      #expect(try await send("http://api.invalid/", at: Endpoint(server.authority)).status == 200)
      #expect(await failure("http://api.invalid/", at: nil)?.code == .nameNotResolved)
      #expect(try await send("http://api.invalid/", at: Endpoint(server.authority)).metrics.reusedConnection)
    }

    @Test func `an endpoint may be a name, which is looked up, and an IPv6 address`() async throws {
      let server = try ScriptedServer.echo()
      let named = try Endpoint(host: "localhost", port: server.port)
      #expect(try await send("http://api.invalid/", at: named).metrics.peerPort == server.port)
      let other = try ScriptedServer.echo(on: .ipv6)
      #expect(try await send("http://127.0.0.1:1/", at: Endpoint(other.authority)).metrics.peerAddress == "::1")
      let nobody = await failure(
        "http://127.0.0.1:\(server.port)/",
        at: try Endpoint("nobody.invalid:80", name: "green")
      )
      #expect(nobody?.code == .nameNotResolved)
      #expect(nobody?.message.contains("nobody.invalid of the endpoint green (nobody.invalid:80)") == true)
      #expect(server.requests.count == 1)
    }

    @Test func `an endpoint goes before the addresses and the socket of the options`() async throws {
      let server = try ScriptedServer.echo()
      let options = ExchangeOptions(
        connection: ConnectionOptions(
          unixSocket: "/nowhere.sock",
          fixedAddresses: [try FixedAddress("api.invalid:80", ["127.0.0.9"])]
        )
      )
      #expect(try await send("http://api.invalid/", at: Endpoint(server.authority), options: options).status == 200)
    }

    @Test func `addresses that are fixed for a name hold for an endpoint of that name`() async throws {
      let server = try ScriptedServer.echo()
      for addresses in [["127.0.0.1"], ["127.0.0.9", "127.0.0.1"]] {
        let fixed = try FixedAddress("blue.invalid:\(server.port)", addresses)
        let options = ExchangeOptions(connection: ConnectionOptions(fixedAddresses: [fixed]))
        let endpoint = try Endpoint("blue.invalid:\(server.port)")
        #expect(try await send("http://api.invalid/", at: endpoint, options: options).status == 200)
      }
      #expect(server.requests.map { $0.header("Host") } == ["api.invalid", "api.invalid"])
    }

    @Test func `a socket of the machine is an endpoint`() async throws {
      let paths = [ScriptedServer.freeSocketPath(), ScriptedServer.freeSocketPath()]
      defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
      let servers = try paths.map { try ScriptedServer.echo(onSocketAt: $0) }
      let straight = try ScriptedServer.echo()
      for number in 0..<30 {
        let endpoint = number % 3 == 2 ? nil : try Endpoint("unix:\(paths[number % 3])")
        _ = try await send("http://\(straight.authority)/\(number % 3)", at: endpoint)
      }
      for (turn, server) in (servers + [straight]).enumerated() {
        #expect(server.requests.map(\.path) == Array(repeating: "/\(turn)", count: 10))
        #expect(server.requests.allSatisfy { $0.header("Host") == straight.authority })
        #expect(server.connections.count == 1)
      }
    }

    @Test func `a dead endpoint is a failed connection that names it`() async throws {
      let closed = try ClosedPort()
      let server = try ScriptedServer.echo()
      let failure = await failure(server.url("/"), at: try Endpoint("127.0.0.1:\(closed.port)", name: "blue"))
      #expect(failure?.code == .connectFailed)
      #expect(failure?.phase == .connecting)
      #expect(failure?.mayHaveExecuted == false)
      let place = "http://\(server.authority) at endpoint blue (127.0.0.1:\(closed.port))"
      #expect(failure?.message.contains(place) == true)
      let path = ScriptedServer.freeSocketPath()
      let missing = await self.failure(server.url("/"), at: try Endpoint(unixSocket: path))
      #expect(missing?.code == .connectFailed)
      #expect(missing?.message.contains("at endpoint unix:\(path)") == true)
      let options = ExchangeOptions(connection: ConnectionOptions(unixSocket: path))
      let configured = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      let unnamed = await #expect(throws: TransportFailure.self) {
        try await CurlTransport().send(configured, context: CallContext())
      }
      #expect(unnamed?.message.contains("by the Unix-domain socket \(path)") == true)
      #expect(server.connections.isEmpty)
    }

    @Test func `the limit of connections is one of origin and endpoint`() async throws {
      let gate = Gate()
      let held = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.wait(for: gate)
        try connection.send(ScriptedResponse(204))
      }
      let free = try ScriptedServer.echo()
      let options = ExchangeOptions(maxConnections: 1)
      let first = Task { try await send("http://api.invalid/", at: Endpoint(held.authority), options: options) }
      try await held.waitForRequests(1)
      // If the limit applied to the origin, this request would wait behind the first.
      #expect(try await send("http://api.invalid/", at: Endpoint(free.authority), options: options).status == 200)
      gate.open()
      #expect(try await first.value.status == 204)
    }

    @Test func `a proxy carries a request to its endpoint`() async throws {
      let server = try ScriptedServer.echo()
      let proxy = try ScriptedServer { connection in
        let request = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
        // From here on, the proxy acts as the endpoint.
        let tunnelled = try connection.readRequest()
        try connection.send(ScriptedResponse(200, request.target + " " + (tunnelled.header("Host") ?? "")))
      }
      let rules = ProxyRules(try Proxy("http://\(proxy.authority)"), except: ProxyExceptions("127.0.0.1"))
      let options = ExchangeOptions(connection: ConnectionOptions(proxy: rules))
      let response = try await send("http://api.invalid/x", at: Endpoint("blue.invalid:81"), options: options)
      #expect(String(decoding: response.body.bytes, as: UTF8.self) == "blue.invalid:81 api.invalid")
      // Proxy exceptions apply to the address that packets are sent to.
      #expect(try await send("http://api.invalid/", at: Endpoint(server.authority), options: options).status == 200)
      #expect(proxy.connections.count == 1)
    }

    @Test func `events tell the peer that was connected to`() async throws {
      let server = try ScriptedServer.echo()
      let events = Lock<[RequestEvent]>([])
      struct Observer: EventObserver {
        let events: Lock<[RequestEvent]>
        func observe(_ event: RequestEvent) { events.withLock { $0.append(event) } }
      }
      var request = ResolvedRequest(url: try ResourceURL("http://api.invalid/"))
      request.endpoint = try Endpoint(server.authority)
      let environment = RequestEnvironment(observer: Observer(events: events))
      _ = try await transport.send(request, context: CallContext(environment: environment))
      let peers = events.withLock { $0.compactMap(\.peer) }
      #expect(peers == [server.authority])
    }
  }
#endif
