// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestCore

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  @Suite(.everyWire)
  struct ConnectionLimitTests {
    #if TSAN
      /// Under ThreadSanitizer ten thousand take minutes, in which no other test is served.
      private static let tasks = 1_000
    #else
      private static let tasks = 10_000
    #endif

    @Test func `ten thousand requests wait for sockets and none fails`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      let transport = CurlTransport(SocketBudget(descriptors: 32))
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")))
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<Self.tasks {
          group.addTask { try await transport.send(request, context: CallContext()).status }
        }
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
      #expect(server.connections.count <= SocketBudget(descriptors: 32).exchanges)
    }

    @Test func `ten thousand tasks open no more connections than the standard limit`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<Self.tasks {
          group.addTask { try await client.send(ResourceRequest(server.url("/"))).status }
        }
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
      #expect(server.connections.count <= ExchangeOptions.standardConnections)
    }

    @Test func `one that waits for a place has not been sent, which who cancels it is told`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.wait(for: gate)
          try connection.send(ScriptedResponse(200, "ok"))
        }
      }
      defer { server.stop() }
      let transport = CurlTransport()
      var request = ResolvedRequest(url: try ResourceURL(server.url("/")))
      request.options.maxConnections = 1
      let (asked, events, phase) = (request, RecordedEvents(), CancelledPhase())
      let first = Task { try await transport.send(asked, context: CallContext()) }
      try await server.waitForRequests(1)
      phase.note(.sent)
      let second = Task {
        var context = CallContext(environment: RequestEnvironment(observer: events))
        context.cancelled = phase
        return try await transport.send(asked, context: context)
      }
      try await events.wait(for: .queued)
      #expect(phase.phase == .queued)
      gate.open()
      #expect(try await [first.value, second.value].map(\.status) == [200, 200])
      #expect(phase.phase == .sent)
    }

    @Test(arguments: [Int.max, 50])
    func `no more connections are opened than the limit of an origin and those that were given up`(
      perConnection: Int
    ) async throws {
      let server = try ScriptedServer { connection in
        for count in 1... {
          guard try connection.nextRequest() != nil else { return }
          // Closes the connection after this many requests, as nginx does after a thousand.
          let isLast = count == perConnection
          try connection.send(ScriptedResponse(200, headers: isLast ? [("Connection", "close")] : [], "ok"))
          if isLast { return }
        }
      }
      defer { server.stop() }
      let (transport, requests) = (CurlTransport(), 2000)
      let options = ExchangeOptions(maxConnections: 16)
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      try await withThrowingTaskGroup(of: Status.self) { group in
        for _ in 0..<requests {
          group.addTask { try await transport.send(request, context: CallContext()).status }
        }
        for try await status in group where status != 200 { Issue.record("\(status)") }
      }
      #expect(server.connections.count <= 16 + requests / perConnection)
    }

    @Test func `waiting for a connection counts against the deadline`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.wait(for: gate)
        try connection.send(ScriptedResponse(200, "ok"))
      }
      let transport = CurlTransport()
      let options = ExchangeOptions(maxConnections: 1)
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      async let first = transport.send(request, context: CallContext())
      try await server.waitForRequests(1)
      let context = CallContext(deadline: ContinuousClock.now.advanced(by: .milliseconds(50)))
      let failure = await #expect(throws: TransportFailure.self) { try await transport.send(request, context: context) }
      #expect(failure?.code == .deadlineExceeded)
      #expect(failure?.phase == .queued)
      #expect(failure?.mayHaveExecuted == false)
      gate.open()
      #expect(try await first.status == 200)
      #expect(server.connections.count == 1)
    }

    @Test func `an idle connection is closed after its idle time`() async throws {
      let server = try ScriptedServer.echo()
      let transport = CurlTransport()
      let options = ExchangeOptions(connection: ConnectionOptions(idleTime: .milliseconds(20)))
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      _ = try await transport.send(request, context: CallContext())
      try await server.waitForPeerClose()
      #expect(try await transport.send(request, context: CallContext()).status == 200)
      #expect(server.connections.count == 2)
    }

    @Test func `a slow answer is not taken for an idle connection`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
          try connection.wait(for: gate)
          try connection.send("ok")
        }
      }
      let transport = CurlTransport()
      let options = ExchangeOptions(connection: ConnectionOptions(idleTime: .milliseconds(1)))
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      async let response = transport.send(request, context: CallContext())
      try await server.waitForRequests(1)
      // Meanwhile another connection becomes idle and is closed.
      let other = try ScriptedServer.echo()
      _ = try await transport.send(
        ResolvedRequest(url: try ResourceURL(other.url("/")), options: options),
        context: CallContext()
      )
      try await other.waitForPeerClose()
      gate.open()
      #expect(try await response.status == 200)
    }
  }
#endif
