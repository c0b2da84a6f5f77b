// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// Many exchanges at once, and few descriptors.
  @Suite(.timeLimit(.minutes(2)))
  struct ManyConnectionsTests {
    private static let budget = SocketBudget(descriptors: 512)

    /// Responds once the gate lets a request through.
    private static func server(_ gate: Gate) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.wait(for: gate)
          try connection.send(ScriptedResponse(200, "ok"))
        }
      }
    }

    private func request(_ server: ScriptedServer, _ options: ExchangeOptions = .init()) throws -> ResolvedRequest {
      ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
    }

    /// Sends this many requests at once; all reach the server before it responds to the first.
    private func wave(
      _ count: Int,
      _ transport: CurlTransport,
      _ server: ScriptedServer,
      _ gate: Gate,
      _ options: ExchangeOptions = .init()
    ) async throws {
      let (before, request) = (server.requests.count, try request(server, options))
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<count {
          group.addTask { try await transport.send(request, context: CallContext()).status }
        }
        try await server.waitForRequests(before + count)
        gate.admit(count)
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
    }

    @Test func `wave after wave uses the connections of the first`() async throws {
      let gate = Gate()
      let server = try Self.server(gate)
      defer { server.stop() }
      let transport = CurlTransport(Self.budget)
      for count in [30, 30, 7, 22, 1, 30] { try await wave(count, transport, server, gate) }
      #expect(server.connections.count == 30)
      #expect(server.scriptFailures == [])
    }

    @Test func `a limit of exchanges is a limit of connections too`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer { server.stop() }
      let (transport, request) = (CurlTransport(Self.budget), try request(server, ExchangeOptions(maxConnections: 10)))
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<500 {
          group.addTask { try await transport.send(request, context: CallContext()).status }
        }
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
      #expect(server.connections.count <= 10)
    }

    @Test func `two origins use one another's places in turn, as few as there are descriptors for`() async throws {
      let gate = Gate()
      let (one, other) = (try Self.server(gate), try Self.server(gate))
      defer {
        one.stop()
        other.stop()
      }
      let budget = SocketBudget(descriptors: 32)
      let transport = CurlTransport(budget)
      for server in [one, other, one, other] { try await wave(budget.exchanges, transport, server, gate) }
      for server in [one, other] {
        #expect(server.requests.count == 2 * budget.exchanges)
        #expect(server.scriptFailures == [])
      }
    }

    @Test func `the last places are for those that come later too`() async throws {
      let gate = Gate()
      let (one, other) = (try Self.server(gate), try Self.server(gate))
      defer {
        one.stop()
        other.stop()
      }
      let budget = SocketBudget(descriptors: 32)
      let transport = CurlTransport(budget)
      for server in [one, other] { try await wave(budget.exchanges, transport, server, gate) }
      let (before, request, late) = (one.requests.count, try request(one), 6)
      try await withThrowingTaskGroup(of: Status.self) { group in
        for index in 0..<budget.exchanges {
          if index == budget.exchanges - late { try await one.waitForRequests(before + index) }
          group.addTask { try await transport.send(request, context: CallContext()).status }
        }
        try await one.waitForRequests(before + budget.exchanges)
        gate.admit(budget.exchanges)
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
    }

    @Test func `all that are under way can be cancelled, and the next are served`() async throws {
      let gate = Gate()
      let server = try Self.server(gate)
      defer { server.stop() }
      let (transport, request) = (CurlTransport(Self.budget), try request(server))
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 {
          group.addTask {
            do {
              _ = try await transport.send(request, context: CallContext())
              return false
            } catch {
              return error is CancellationError
            }
          }
        }
        try await server.waitForRequests(20)
        group.cancelAll()
        for try await wasCancelled in group { #expect(wasCancelled) }
      }
      for index in 0..<20 { try await server.waitForPeerClose(of: index) }
      gate.open()
      #expect(try await transport.send(request, context: CallContext()).status == 200)
    }

    @Test func `idle connections are closed after their idle time`() async throws {
      let gate = Gate()
      let server = try Self.server(gate)
      defer { server.stop() }
      let transport = CurlTransport(Self.budget)
      let options = ExchangeOptions(connection: ConnectionOptions(idleTime: .milliseconds(20)))
      try await wave(20, transport, server, gate, options)
      for index in 0..<20 { try await server.waitForPeerClose(of: index) }
      try await wave(20, transport, server, gate, options)
      #expect(server.connections.count == 40)
    }

    @Test func `connections end with the transport`() async throws {
      let gate = Gate()
      let server = try Self.server(gate)
      defer { server.stop() }
      try await wave(20, CurlTransport(Self.budget), server, gate)
      for index in 0..<20 { try await server.waitForPeerClose(of: index) }
    }

    @Test func `what idle connections say is no answer`() async throws {
      let (gate, unasked) = (Gate(), Gate())
      let server = try ScriptedServer { connection in
        guard try connection.nextRequest() != nil else { return }
        try connection.wait(for: gate)
        try connection.send(ScriptedResponse(200, "ok"))
        try connection.wait(for: unasked)
        try connection.send(ScriptedResponse(200, "smuggled"))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let (transport, request) = (CurlTransport(Self.budget), try request(server))
      try await wave(12, transport, server, gate)
      unasked.open()
      // Each connection is closed as soon as it receives something unexpected.
      for index in 0..<12 { try await server.waitForPeerClose(of: index) }
      gate.open()
      #expect(try await transport.send(request, context: CallContext()).body.bytes == Data("ok".utf8))
    }

    #if os(Linux)
      @Test(.enabled(if: SlowLookup.isPossible)) func `a name is looked up once for all who wait`() async throws {
        let gate = Gate()
        let server = try Self.server(gate)
        defer { server.stop() }
        let lookup = SlowLookup()
        let url = try ResourceURL(server.url("/").replacing("127.0.0.1", with: lookup.name))
        let transport = CurlTransport(Self.budget)
        lookup.finish()
        gate.open()
        try await withThrowingTaskGroup(of: Status.self) { group in
          for _ in 0..<30 {
            group.addTask {
              try await transport.send(ResolvedRequest(url: url), context: CallContext()).status
            }
          }
          for try await status in group where status != 200 { Issue.record("\(status)") }
        }
        #expect(server.requests.count == 30)
        #expect(lookup.lookupCount == 1)
      }
    #endif
  }
#endif
