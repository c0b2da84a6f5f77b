// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// From when the loop counts the time of an exchange.
  @Suite(.timeLimit(.minutes(2)))
  struct LoopTimeTests {
    @Test func `a deadline begins when the request is sent, however long its task has computed`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let transport = SocketTransport()
      let request = ResolvedRequest(url: try ResourceURL(server.url("/x")))
      let executor = try #require(transport.taskExecutor)
      let status = try await Task(executorPreference: executor) {
        // The turn of the loop is as long as that.
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(1_500) {}
        let context = CallContext(deadline: .now.advanced(by: .milliseconds(1_400)))
        return try await transport.send(request, context: context).status
      }.value
      #expect(status == 200)
    }

    @Test func `a server that has answered while a task computed is not silent`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let transport = SocketTransport()
      let options = ExchangeOptions(timeouts: Timeouts(read: .milliseconds(300)))
      let request = ResolvedRequest(url: try ResourceURL(server.url("/x")), options: options)
      let events = RecordedEvents()
      let executor = try #require(transport.taskExecutor)
      let status = try await Task(executorPreference: executor) {
        let context = CallContext(environment: RequestEnvironment(observer: events))
        async let response = transport.send(request, context: context)
        try await events.wait(for: .sent)
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(1_500) {}
        return try await response.status
      }.value
      #expect(status == 200)
    }

    @Test func `an exchange that takes over an opening has its own time to connect`() async throws {
      let silent = try SilentListener(address: "127.0.0.1")
      let transport = SocketTransport()
      var options = ExchangeOptions(timeouts: Timeouts(connect: .seconds(1)))
      options.maxConnections = 1
      let request = ResolvedRequest(url: try ResourceURL("http://127.0.0.1:\(silent.port)/"), options: options)
      let start = ContinuousClock.now
      let events = RecordedEvents()
      async let first = #expect(throws: TransportFailure.self) {
        let context = CallContext(
          environment: RequestEnvironment(observer: events),
          deadline: start.advanced(by: .milliseconds(800))
        )
        return try await transport.send(request, context: context)
      }
      // It has the only opening.
      try await events.wait(for: .queued)
      let second = await #expect(throws: TransportFailure.self) {
        try await transport.send(request, context: CallContext(deadline: start.advanced(by: .seconds(60))))
      }
      #expect(await first?.code == .deadlineExceeded)
      #expect(second?.code == .connectTimeout)
      #expect(start.duration(to: .now) >= .milliseconds(1_500))
      withExtendedLifetime(silent) {}
    }
  }
#endif
