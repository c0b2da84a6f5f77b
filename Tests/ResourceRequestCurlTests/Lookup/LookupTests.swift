// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// Host names whose lookups do not end; run by the step `cancelled` of Tests/run.
  @Suite(.serialized, .timeLimit(.minutes(2)), .enabled(if: SlowLookup.isPossible))
  struct LookupTests {
    private let transport = CurlTransport(SocketBudget(descriptors: 64))
    private let most = SocketBudget(descriptors: 64).lookups

    private func request(
      _ lookup: SlowLookup,
      port: Int = 1,
      connectTimeout: Timeout = .seconds(30)
    ) throws -> ResolvedRequest {
      var options = ExchangeOptions()
      options.connectTimeout = connectTimeout
      return ResolvedRequest(url: try ResourceURL("http://\(lookup.name):\(port)/"), options: options)
    }

    private func code(_ request: ResolvedRequest) async -> ResourceError.Code? {
      do {
        _ = try await transport.send(request, context: CallContext())
        return nil
      } catch {
        return (error as? TransportFailure)?.code
      }
    }

    /// The number of lookup threads in this process, of all transports.
    private func threadCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
        (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)) == "resource-lookup\n"
      }
    }

    @Test func `five hundred unanswered lookups take no more threads than the limit of lookups`() async throws {
      let lookups = (0..<500).map { _ in SlowLookup() }
      defer { for lookup in lookups { lookup.finish() } }
      let requests = try lookups.map { try request($0, connectTimeout: .milliseconds(100)) }
      let codes = await withTaskGroup(of: ResourceError.Code?.self) { group in
        for request in requests { group.addTask { await code(request) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.allSatisfy { $0 == .connectTimeout })
      // The lookups continue although nobody waits for them; the margin is for those of other tests.
      #expect(try threadCount() <= most + 8)
      #expect(lookups.map(\.lookupCount).reduce(0, +) <= most)
    }

    @Test func `names that are not answered keep no request to a known address waiting`() async throws {
      let server = try ScriptedServer.echo()
      let lookups = (0..<100).map { _ in SlowLookup() }
      let requests = try lookups.map { try request($0) }
      await withTaskGroup(of: Void.self) { group in
        for request in requests { group.addTask { _ = await code(request) } }
        for await _ in lookups[0].begun { break }
        let known = try? ResolvedRequest(url: ResourceURL(server.url("/")))
        #expect(known != nil)
        if let known { #expect(await code(known) == nil) }
        group.cancelAll()
      }
      for lookup in lookups { lookup.finish() }
    }

    @Test func `those who wait for a thread are served when the lookups before them end`() async throws {
      let server = try ScriptedServer.echo()
      let lookups = (0..<20).map { _ in SlowLookup() }
      let requests = try lookups.map { try request($0, port: server.port) }
      await withTaskGroup(of: ResourceError.Code?.self) { group in
        for request in requests { group.addTask { await code(request) } }
        for lookup in lookups { lookup.finish() }
        for await code in group { #expect(code == nil) }
      }
      #expect(server.requests.count == 20)
      #expect(lookups.allSatisfy { $0.lookupCount == 1 })
    }

    @Test func `a name whose lookup was abandoned can be asked for again at once`() async throws {
      let server = try ScriptedServer.echo()
      let lookup = SlowLookup()
      #expect(await code(try request(lookup, port: server.port, connectTimeout: .milliseconds(50))) == .connectTimeout)
      let next = try request(lookup, port: server.port)
      async let answer = code(next)
      lookup.finish()
      #expect(await answer == nil)
      #expect(lookup.lookupCount <= 2)
    }

    @Test func `a host of a proxy is looked up the same way`() async throws {
      let server = try ScriptedServer.echo()
      let lookup = SlowLookup()
      lookup.finish()
      let proxy = try Proxy("http://\(lookup.name):\(server.port)")
      let options = ExchangeOptions(connection: ConnectionOptions(proxy: ProxyRules(proxy)))
      let request = ResolvedRequest(url: try ResourceURL("http://behind.invalid/x"), options: options)
      let response = try await transport.send(request, context: CallContext())
      #expect(response.status == 200)
      #expect(response.metrics.nameLookup != nil)
      #expect(server.requests.map(\.target) == ["http://behind.invalid/x"])
    }

    @Test func `a lookup that outlives a time to connect keeps the loop of the sockets from nothing`() async throws {
      let server = try ScriptedServer.echo()
      let (lookup, transport, events) = (SlowLookup(), SocketTransport(), RecordedEvents())
      func send(_ request: ResolvedRequest, within limit: Duration, _ options: (inout ExchangeOptions) -> Void)
        async throws
        -> Status
      {
        var request = request
        request.options.maxConnections = 1
        options(&request.options)
        let context = CallContext(
          environment: RequestEnvironment(observer: events),
          deadline: ContinuousClock.now + limit
        )
        return try await transport.send(request, context: context).status
      }
      let slow = try request(lookup, port: server.port)
      // It has the only opening, which passes on when its own time is over, and with it the time to connect.
      async let first = #expect(throws: TransportFailure.self) {
        try await send(slow, within: .milliseconds(200)) { $0.connectTimeout = .milliseconds(400) }
      }
      try await events.wait(for: .queued)
      let second = Task { try await send(slow, within: .seconds(60)) { $0.connectTimeout = .seconds(30) } }
      #expect(await first?.code == .deadlineExceeded)
      // The time of the first to connect passes while the name is still looked up.
      let silent = try SilentListener(address: "127.0.0.1")
      let other = ResolvedRequest(url: try ResourceURL("http://127.0.0.1:\(silent.port)/"))
      let third = await #expect(throws: TransportFailure.self) { try await send(other, within: .seconds(1)) { _ in } }
      #expect(third?.code == .deadlineExceeded)
      lookup.finish()
      #expect(try await second.value == 200)
    }

    @Test(arguments: ["", "."]) func `every spelling of a name is looked up once by the loop`(end: String) async throws
    {
      let server = try ScriptedServer.echo()
      let lookup = SlowLookup(end: end)
      lookup.finish()
      let request = try request(lookup, port: server.port)
      #expect(await code(request) == nil)
      #expect(lookup.lookupCount == 1)
    }

    @Test func `a name is asked for each time where it is not to be remembered`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(ScriptedResponse(200, headers: [("Connection", "close")], "ok"))
      }
      let lookup = SlowLookup()
      lookup.finish()
      var request = try request(lookup, port: server.port)
      request.options = ExchangeOptions(connection: ConnectionOptions(nameCacheTime: .zero))
      for _ in 0..<3 { #expect(await code(request) == nil) }
      #expect(lookup.lookupCount == 3)
    }
  }
#endif
