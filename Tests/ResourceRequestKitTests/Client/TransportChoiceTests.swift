// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && Curl && os(Linux)
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// What the options of a client say of its transport and its connections.
  struct TransportChoiceTests {
    private func server() throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          _ = try connection.readBody(of: head)
          try connection.send(ScriptedResponse(200, "ok"))
        }
      }
    }

    @Test(
      arguments: [
        (TransportChoice.standard, "sockets", "sockets, and libcurl for proxies"), (.sockets, "sockets", "sockets"),
        (.curl, "libcurl", "libcurl"),
      ]
    )
    func `the chosen transport sends, and events and status name it`(
      _ choice: TransportChoice,
      _ name: String,
      _ whole: String
    ) async throws {
      let server = try server()
      defer { server.stop() }
      let events = RecordedEvents()
      var options = ClientOptions(environment: RequestEnvironment(observer: events))
      options.transport = choice
      let client = ResourceClient(options: options)
      #expect(try await client.send(ResourceRequest(server.url())).text == "ok")
      #expect(events.events(of: .connected).map(\.transport) == [name])
      #expect(client.status.transport == whole)
      #expect(client.status.text(columns: 80).contains("transport: \(whole)"))
    }

    @Test func `the sockets alone refuse a proxy, and say what to do`() async throws {
      var options = ClientOptions()
      options.transport = .sockets
      let settings = ServiceSettings(connection: ConnectionOptions(proxy: ProxyRules(try Proxy("http://127.0.0.1:1"))))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings), options: options)
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(ResourceRequest("http://127.0.0.1:1/"))
      }
      #expect(error?.code == .unsupported)
      #expect(error.map { "\($0)" }?.contains("choose another transport") == true)
    }

    @Test(arguments: [TransportChoice.sockets, .curl])
    func `a limit of connections in the options holds where the configuration names none`(
      _ choice: TransportChoice
    ) async throws {
      let server = try server()
      defer { server.stop() }
      var options = ClientOptions()
      options.transport = choice
      options.maxConnections = 3
      let client = ResourceClient(options: options)
      let own = ResourceClient(
        configuration: ResourceConfiguration(defaults: ServiceSettings(maxConnections: 1)),
        options: options
      )
      for (client, most) in [(client, 3), (own, 1)] {
        let before = server.connections.count
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 0..<30 { group.addTask { try await client.send(ResourceRequest(server.url())).text } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "ok", count: 30))
        #expect((1...most).contains(server.connections.count - before))
      }
    }
  }
#endif
