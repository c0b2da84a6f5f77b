// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestConformance
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// A transport with several loops.
  @Suite(.timeLimit(.minutes(2)))
  struct LoopSetTests {
    private func request(_ server: ScriptedServer, _ options: ExchangeOptions = .init()) throws -> ResolvedRequest {
      ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
    }

    private static func loops(_ count: Int, _ descriptors: Int) -> LoopSet {
      LoopSet(count, SocketBudget(descriptors: descriptors)) {
        try LoopCore.start($0, drainTime: CurlTransport.drainTime)
      }
    }

    @Test func `what goes to one origin runs on one loop, what differs in its connection may run on another`() throws {
      let loops = Self.loops(4, 512)
      var homes: Set<ObjectIdentifier> = []
      for number in 0..<200 {
        let url = try ResourceURL("http://host\(number).example:8080/")
        let home = try loops.home(of: Lane(ResolvedRequest(url: url)))
        homes.insert(ObjectIdentifier(home))
        let other = ResolvedRequest(method: .post, url: try ResourceURL("http://host\(number).example:8080/other?a=b"))
        #expect(try loops.home(of: Lane(other)) === home)
      }
      // One of the four loops is not drawn in about one of 10²⁴ runs.
      #expect(homes.count == 4)
    }

    @Test(arguments: [-3, 0, 1]) func `fewer than one loop is one`(_ count: Int) throws {
      let loops = Self.loops(count, 64)
      let request = ResolvedRequest(url: try ResourceURL("http://host.example/"))
      #expect(try loops.home(of: Lane(request)) === loops.executor)
    }

    @Test func `a deadline begins when the request is sent, however long its task has computed`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let transport = CurlTransport()
      let request = try request(server)
      let executor = try #require(transport.taskExecutor)
      let status = try await Task(executorPreference: executor) {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(1_500) {}
        let context = CallContext(deadline: .now.advanced(by: .milliseconds(1_400)))
        return try await transport.send(request, context: context).status
      }.value
      #expect(status == 200)
    }

    @Test func `a deadline ends an exchange however busy tasks keep the loop`() async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let transport = CurlTransport()
      let executor = try #require(transport.taskExecutor)
      let busy = Task(executorPreference: executor) { while !Task.isCancelled { await Task.yield() } }
      defer { busy.cancel() }
      let context = CallContext(deadline: .now.advanced(by: .milliseconds(300)))
      let request = try request(server)
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(request, context: context)
      }
      #expect(failure?.code == .deadlineExceeded)
    }

    @Test func `loops share the descriptors`() {
      let whole = SocketBudget(descriptors: 1024)
      #expect(whole.divided(by: 1) == whole)
      #expect(whole.divided(by: 4) == SocketBudget(descriptors: 256))
      #expect(whole.divided(by: 4).exchanges * 4 <= whole.exchanges + 4 * 64)
    }

    @Test func `a limit of connections is exact on many origins at once`() async throws {
      let servers = try (0..<6).map { _ in
        try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      }
      defer { for server in servers { server.stop() } }
      let transport = CurlTransport(loops: 3)
      try await withThrowingTaskGroup(of: Status.self) { group in
        for server in servers {
          let request = try request(server, ExchangeOptions(maxConnections: 2))
          for _ in 0..<60 {
            group.addTask { try await transport.send(request, context: CallContext()).status }
          }
        }
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
      for server in servers {
        #expect((1...2).contains(server.connections.count))
        #expect(server.requests.count == 60)
      }
    }

    @Test func `a task that prefers the transport's thread reaches every origin from it`() async throws {
      let servers = try (0..<6).map { _ in
        try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      }
      defer { for server in servers { server.stop() } }
      let transport = CurlTransport(loops: 3)
      let executor = try #require(transport.taskExecutor)
      let requests = try servers.map { try request($0) }
      let statuses = try await Task(executorPreference: executor) {
        var statuses: [Status] = []
        for request in requests { statuses.append(try await transport.send(request, context: CallContext()).status) }
        return statuses
      }.value
      #expect(statuses == Array(repeating: 200, count: 6))
    }

    @Test(arguments: TransportConformance.cases.filter { CurlConformanceTests.exclusions[$0.name] == nil })
    func `several loops keep to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws
    {
      try await conformanceCase.run(against: CurlTransport(loops: 3))
    }
  }
#endif
