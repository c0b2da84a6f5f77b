// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestSockets
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Who waits for a connection is served once, whoever gives up beside.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct PoolLineTests {
    private let transport = SocketTransport()

    /// Sends a request; the connection may be required to be a new one.
    private func get(
      _ url: String,
      _ tls: ScriptedTLS,
      new: Bool = false,
      limit: Int = 1,
      _ environment: RequestEnvironment = RequestEnvironment()
    ) async throws -> Int {
      var options = ExchangeOptions(
        httpVersion: .http1_1,
        maxConnections: limit,
        connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile))
      )
      options.wantsNewConnection = new
      options.mayShareNewConnection = false
      let request = ResolvedRequest(method: .get, url: try ResourceURL(url), options: options)
      let context = CallContext(environment: environment, deadline: ContinuousClock.now + .seconds(20))
      return try await transport.send(request, context: context).status.code
    }

    @Test func `who takes over what another had asked for is sent once, and the next is served`() async throws {
      let (tls, isAgreed, isAnswered) = (try ScriptedTLS(), Gate(), Gate())
      let targets = Lock<[String]>([])
      let isHeld = Gate()
      let server = try ScriptedServer { connection in
        if connection.index == 1 { try connection.wait(for: isAgreed) }
        guard let session = tls.accept(connection) else { return }
        while let head = session.readHead() {
          let target = String(head.split(separator: " ")[1])
          targets.withLock { $0.append(target) }
          if target == "/held" {
            isHeld.open()
            try connection.wait(for: isAnswered)
          }
          session.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      defer { server.stop() }
      let url = "https" + server.url().dropFirst(4)
      #expect(try await get(url + "first", tls) == 200)
      let new = Task { try await get(url + "new", tls, new: true) }
      try await server.waitForConnections(2)
      let held = Task { try await get(url + "held", tls) }
      try await isHeld.wait()
      let events = RecordedEvents()
      let next = Task { try await get(url + "next", tls, RequestEnvironment(observer: events)) }
      try await events.wait(for: .queued)
      new.cancel()
      _ = await new.result
      isAgreed.open()
      // The connection that `next` has taken over comes while the only place is taken.
      while transport.capabilities.openConnections?.idle != 1 { await Task.yield() }
      isAnswered.open()
      #expect(try await held.value == 200)
      #expect(try await next.value == 200)
      #expect(try await get(url + "last", tls) == 200)
      #expect(targets.withLock(\.self).sorted() == ["/first", "/held", "/last", "/next"])
    }

    @Test func `who was served by an opening that had no owner is not served again by its own`() async throws {
      let tls = try ScriptedTLS()
      let (isAgreed, isAnswered) = ([Gate(), Gate(), Gate()], Gate())
      let hasCome = ["/first": Gate(), "/next": Gate(), "/last": Gate()]
      let targets = Lock<[String]>([])
      let server = try ScriptedServer { connection in
        try connection.wait(for: isAgreed[connection.index])
        guard let session = tls.accept(connection) else { return }
        while let head = session.readHead() {
          let target = String(head.split(separator: " ")[1])
          targets.withLock { $0.append("\(target) on \(connection.index)") }
          hasCome[target]?.open()
          if target != "/first" { try connection.wait(for: isAnswered) }
          session.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      defer { server.stop() }
      let url = "https" + server.url().dropFirst(4)
      let first = Task { try await get(url + "first", tls, limit: 3) }
      try await server.waitForConnections(1)
      // The first connection goes on to the next that waits, and the opening for that one has no owner then.
      let next = Task { try await get(url + "next", tls, limit: 3) }
      try await server.waitForConnections(2)
      isAgreed[0].open()
      #expect(try await first.value == 200)
      try await hasCome["/next"]?.wait()
      let last = Task { try await get(url + "last", tls, limit: 3) }
      try await server.waitForConnections(3)
      isAgreed[1].open()
      try await hasCome["/last"]?.wait()
      isAgreed[2].open()
      while transport.capabilities.openConnections?.idle != 1 { await Task.yield() }
      isAnswered.open()
      #expect(try await next.value == 200)
      #expect(try await last.value == 200)
      #expect(targets.withLock(\.self) == ["/first on 0", "/next on 0", "/last on 1"])
    }
  }
#endif
