// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

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
      let context = CallContext(environment: environment, deadline: ContinuousClock.now + .seconds(60))
      return try await transport.send(request, context: context).status.code
    }

    @Test func `who waits behind one with a lower limit is served when that one gives up`() async throws {
      let (tls, isHeld, isAnswered) = (try ScriptedTLS(), Gate(), Gate())
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection) else { return }
        while let head = session.readHead() {
          if head.contains("/held") {
            isHeld.open()
            try connection.wait(for: isAnswered)
          }
          session.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
      }
      defer { server.stop() }
      let url = "https" + server.url().dropFirst(4)
      let held = Task { try await get(url + "held", tls, limit: 10) }
      try await isHeld.wait()
      let events = RecordedEvents()
      let environment = RequestEnvironment(observer: events)
      let low = Task { try await get(url + "low", tls, environment) }
      try await events.wait(for: .queued)
      let high = Task { try await get(url + "high", tls, limit: 10, environment) }
      try await events.wait(for: .queued, count: 2)
      low.cancel()
      _ = await low.result
      #expect(try await high.value == 200)
      isAnswered.open()
      #expect(try await held.value == 200)
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
      try await until { transport.capabilities.openConnections?.idle == 1 }
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
      try await until { transport.capabilities.openConnections?.idle == 1 }
      isAnswered.open()
      #expect(try await next.value == 200)
      #expect(try await last.value == 200)
      #expect(targets.withLock(\.self) == ["/first on 0", "/next on 0", "/last on 1"])
    }

    @Test func `who waits while a connection is found ended is served by another, once`() async throws {
      let isAnswered = Gate()
      let count = Lock(0)
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          count.withLock { $0 += 1 }
          try connection.wait(for: isAnswered)
          try connection.send(ScriptedResponse(200, "ok"))
        }
      }
      defer { server.stop() }
      let url = try ResourceURL(server.url())
      let send = { @Sendable [transport] (lifetime: DestinationLifetime?) in
        var options = ExchangeOptions()
        options.lifetime = lifetime
        let request = ResolvedRequest(method: .get, url: url, options: options)
        let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
        return try await transport.send(request, context: context).status
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { _ = try await send(nil) } }
        try await server.waitForConnections(3)
        isAnswered.open()
        try await group.waitForAll()
      }
      // The one used last is taken first, and then found ended.
      let lifetime = DestinationLifetime()
      #expect(try await send(lifetime) == 200)
      lifetime.end(at: 1)
      #expect(try await send(nil) == 200)
      #expect(count.withLock(\.self) == 5)
      #expect(transport.capabilities.openConnections == OpenConnections(active: 0, idle: 2))
      #expect(server.connections.count == 3)
    }

    @Test func `who asks for a new connection gets one where idle ones hold all places`() async throws {
      let transport = SocketTransport(SocketBudget(descriptors: 4))
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(200, "ok")) }
      }
      defer { server.stop() }
      for new in [false, true, true] {
        var options = ExchangeOptions()
        options.wantsNewConnection = new
        let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url()), options: options)
        let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
        #expect(try await transport.send(request, context: context).status == 200)
      }
      #expect(server.connections.count == 3)
    }

    @Test(arguments: [true, false])
    func `an origin without a connection goes before the line of one that has all places`(isKept: Bool) async throws {
      // Room for three connections.
      let transport = SocketTransport(SocketBudget(descriptors: 8))
      let (isHeld, answered) = (Gate(), Lock(0))
      let field = isKept ? "" : "Connection: close\r\n"
      let busy = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.wait(for: isHeld)
          answered.withLock { $0 += 1 }
          try connection.send("HTTP/1.1 200 OK\r\n\(field)Content-Length: 0\r\n\r\n")
          if !isKept { return connection.closeSending() }
        }
      }
      defer { busy.stop() }
      let other = try ScriptedServer { connection in
        _ = try connection.nextRequest()
        try connection.send(ScriptedResponse(200, "ok"))
      }
      defer { other.stop() }
      let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
      let line = try (0..<1000).map { _ in try ResolvedRequest(method: .get, url: ResourceURL(busy.url())) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for request in line { group.addTask { _ = try await transport.send(request, context: context) } }
        try await until { transport.capabilities.openConnections?.active == 3 }
        let request = ResolvedRequest(method: .get, url: try ResourceURL(other.url()))
        let loop = transport.taskExecutor
        let served = Task(executorPreference: loop) { try await transport.send(request, context: context).status }
        // The loop runs its jobs in order: the request is in line.
        await Task(executorPreference: loop) {}.value
        isHeld.open()
        #expect(try await served.value == 200)
        #expect(answered.withLock(\.self) < 1000)
        try await group.waitForAll()
      }
    }

    @Test func `a connection that was opened for nobody is idle for no longer than others`() async throws {
      let tls = try ScriptedTLS()
      let (isAgreed, isAnswered) = ([Gate(), Gate()], Gate())
      let server = try ScriptedServer { connection in
        try connection.wait(for: isAgreed[connection.index])
        guard let session = tls.accept(connection) else { return }
        while session.readHead() != nil { session.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        isAnswered.open()
      }
      defer { server.stop() }
      let options = ExchangeOptions(
        httpVersion: .http1_1,
        connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile), idleTime: .milliseconds(50))
      )
      let url = try ResourceURL("https" + server.url().dropFirst(4))
      let send = { @Sendable [transport] in
        _ = try await transport.send(ResolvedRequest(method: .get, url: url, options: options), context: CallContext())
      }
      let first = Task(operation: send)
      try await server.waitForConnections(1)
      let next = Task(operation: send)
      try await server.waitForConnections(2)
      isAgreed[0].open()
      _ = try await (first.value, next.value)
      isAgreed[1].open()
      // Both are opened, and both are closed.
      try await until { transport.capabilities.openConnections == OpenConnections(active: 0, idle: 0) }
      try await isAnswered.wait()
    }
  }
#endif
