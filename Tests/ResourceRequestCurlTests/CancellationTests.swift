// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Cancellation in every phase of a call: the call ends once, reports nothing afterwards, and the next one is served.
  ///
  /// If `CANCELLED_WITHIN` in the environment names a number of milliseconds, each phase is cancelled nine times, and
  /// the median time to the end must be shorter. The step `cancelled` of `Tests/run` does so, while nothing else runs.
  @Suite(.serialized, .timeLimit(.minutes(2)))
  struct CancellationTests {
    private static let limit = ProcessInfo.processInfo.environment["CANCELLED_WITHIN"].flatMap { Int($0) }
      .map { Duration.milliseconds($0) }

    /// A client whose service has one connection, with the events and outcomes of its calls.
    private struct Stage {
      let client: ResourceClient
      let events = RecordedEvents()
      let outcomes: AsyncStream<String>
      let outcome: AsyncStream<String>.Continuation
      let queue = DispatchQueue(label: "cancellation")

      init(_ server: ScriptedServer) throws {
        let service = BackendService(
          name: "one",
          baseURL: try ResourceURL(server.url()),
          settings: ServiceSettings(maxConnections: 1)
        )
        client = ResourceClient(
          configuration: ResourceConfiguration(services: [service]),
          options: ClientOptions(environment: RequestEnvironment(observer: events))
        )
        (outcomes, outcome) = AsyncStream.makeStream()
      }

      /// Sends a request, cancels it once the call is in its phase, and returns how long the end took.
      func cancel(_ request: ResourceRequest, when isThere: () async throws -> Void) async throws -> Duration {
        let (ended, end) = AsyncStream<Void>.makeStream()
        let handle = client.send(request, on: .queue(queue)) { [outcome] result in
          if case .failure(is CancellationError) = result {
            outcome.yield("cancelled")
          } else {
            outcome.yield("\(result)")
          }
          end.yield()
        }
        try await isThere()
        let clock = ContinuousClock()
        let spent = await clock.measure {
          handle.cancel()
          for await _ in ended { break }
        }
        #expect(events.kinds.last == .cancelled)
        return spent
      }

      /// Checks that the next call gets its response, and that the cancelled one ended once and reported nothing since.
      func finish(next url: String, service: String? = nil) async throws {
        let cancelled = try #require(events.events(of: .cancelled).first?.id)
        #expect(try await client.send(ResourceRequest(url, service: service)).text == "next")
        #expect(await client.drain(within: TimeLimit.standard))
        #expect(events.events.last { $0.id == cancelled }?.kind == .cancelled)
        queue.async { [outcome] in outcome.finish() }
        #expect(await outcomes.reduce(into: []) { $0.append($1) } == ["cancelled"])
      }
    }

    /// Runs a round once, or nine times if there is a limit.
    private func rounds(_ round: () async throws -> Duration) async throws {
      guard let limit = Self.limit else {
        _ = try await round()
        return
      }
      var spent: [Duration] = []
      for _ in 0..<9 { spent.append(try await round()) }
      #expect(spent.sorted()[4] < limit, "\(spent)")
    }

    /// Runs the script on the first connection, then responds to every request.
    private func server(_ first: @escaping ScriptedServer.Script) throws -> ScriptedServer {
      try ScriptedServer { connection in
        if connection.index == 0 { try first(connection) }
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(200, "next")) }
      }
    }

    @Test func `in the queue: it gives up its place`() async throws {
      try await rounds {
        let gate = Gate()
        let server = try server { connection in
          try connection.readRequest()
          try connection.wait(for: gate)
          try connection.send(ScriptedResponse(200, "first"))
        }
        defer { server.stop() }
        let stage = try Stage(server)
        async let first = stage.client.send(ResourceRequest("a", service: "one"))
        try await server.waitForRequests()
        let spent = try await stage.cancel(ResourceRequest("b", service: "one")) {
          try await stage.events.wait(for: .queued, count: 2)
        }
        gate.open()
        #expect(try await first.text == "first")
        try await stage.finish(next: "c", service: "one")
        #expect(server.connections.map { $0.requests.map(\.target) } == [["/a", "/c"]])
        return spent
      }
    }

    @Test(.enabled(if: SlowLookup.isPossible, "started by the step `cancelled` of Tests/run"))
    func `while its name is looked up: it does not wait for the lookup, and the next asks anew`() async throws {
      try await rounds {
        let server = try server { _ in }
        defer { server.stop() }
        // A cancelled call must not wait for the thread of the lookup, as libcurl does without CURLOPT_QUICK_EXIT.
        let lookup = SlowLookup()
        let url = "http://\(lookup.name):\(server.port)/"
        let stage = try Stage(server)
        let spent = try await stage.cancel(ResourceRequest(url)) { for await _ in lookup.begun { break } }
        lookup.finish()
        try await stage.finish(next: url)
        return spent
      }
    }

    @Test func `while it connects`() async throws {
      try await rounds {
        let server = try server { _ in }
        defer { server.stop() }
        let silent = try SilentListener()
        let stage = try Stage(server)
        let spent = try await stage.cancel(ResourceRequest(silent.url())) {
          // libcurl begins to connect in the turn of the loop that reports this event; a cancellation is handled in the
          // next one.
          try await stage.events.wait(for: .queued)
        }
        try await stage.finish(next: server.url())
        withExtendedLifetime(silent) {}
        return spent
      }
    }

    @Test func `while TLS is agreed: the connection is closed`() async throws {
      try await rounds {
        let server = try server { connection in
          // The ClientHello (RFC 8446 §4.1.2, in a record of type 22), to which nobody responds.
          #expect(try connection.read(1) == [22])
          try connection.waitForPeerClose()
        }
        defer { server.stop() }
        let stage = try Stage(server)
        let spent = try await stage.cancel(ResourceRequest("https://\(server.authority)/")) {
          try await server.wait(for: "a hello") { $0.first?.receivedCount ?? 0 > 0 }
        }
        try await server.waitForPeerClose()
        try await stage.finish(next: server.url())
        return spent
      }
    }

    @Test func `while its body is sent: the connection is closed`() async throws {
      try await rounds {
        let gate = Gate()
        let server = try server { connection in
          _ = try connection.readHead()
          // The body is larger than the socket buffers of a server that does not read.
          try connection.wait(for: gate)
          try connection.waitForPeerClose()
        }
        defer { server.stop() }
        let stage = try Stage(server)
        var request = ResourceRequest(server.url(), method: .post)
        request.body = .data(Data(count: 16 << 20))
        let spent = try await stage.cancel(request) {
          try await server.wait(for: "a head") { $0.first?.headCount == 1 }
        }
        gate.open()
        try await server.waitForPeerClose()
        try await stage.finish(next: server.url())
        #expect(server.connections.first?.requests.isEmpty == true)
        return spent
      }
    }

    @Test func `while it waits for the answer: the connection is closed`() async throws {
      try await rounds {
        let server = try server { connection in
          try connection.readRequest()
          try connection.waitForPeerClose()
        }
        defer { server.stop() }
        let stage = try Stage(server)
        let spent = try await stage.cancel(ResourceRequest(server.url())) { try await server.waitForRequests() }
        try await server.waitForPeerClose()
        try await stage.finish(next: server.url())
        return spent
      }
    }

    @Test func `while the answer comes in: the connection is closed`() async throws {
      try await rounds {
        let server = try server { connection in
          try connection.readRequest()
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
          try connection.waitForPeerClose()
        }
        defer { server.stop() }
        let stage = try Stage(server)
        let spent = try await stage.cancel(ResourceRequest(server.url())) { try await stage.events.wait(for: .head) }
        try await server.waitForPeerClose()
        try await stage.finish(next: server.url())
        return spent
      }
    }
  }
#endif
