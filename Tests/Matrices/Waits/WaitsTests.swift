// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Whatever a call waits for, it ends in time and with the right code, and leaves its connection and its place in the
  /// queue to the next call, which the same client sends over at most one connection.
  ///
  /// Waiting for a lookup is tested in `LookupTests`, since the test must be able to hold the lookup.
  @Suite(.timeLimit(.minutes(2)))
  struct WaitsTests {
    /// Ends a call with the closure and checks what remains: once the client is gone, no descriptor of its connections.
    private func end(
      _ wait: Wait,
      total: Duration? = nil,
      pauses: Bool = false,
      by end: (WaitingService, Task<Void, any Error>) async throws -> Void
    ) async throws -> (any Error)? {
      let (error, port) = try await leave(wait, total: total, pauses: pauses, by: end)
      #expect(try await HeldResources.waitForNoConnections(at: port) == 0, "\(wait)")
      return error
    }

    private func leave(
      _ wait: Wait,
      total: Duration?,
      pauses: Bool,
      by end: (WaitingService, Task<Void, any Error>) async throws -> Void
    ) async throws -> (error: (any Error)?, port: Int) {
      let service = try WaitingService(wait, total: total)
      defer { service.server.stop() }
      var holder: Task<Void, any Error>?
      if wait == .queue {
        // The call that holds the connection does not have the timeout of those behind it.
        holder = Task {
          var first = ResourceRequest("head", service: "plain")
          first.timeouts = Timeouts(read: .seconds(60), total: .seconds(60))
          _ = try await service.client.send(first)
        }
        for await _ in service.arrived { break }
      }
      let call = Task { try await service.call(wait, pauses: pauses) }
      try await end(service, call)
      let result = await call.result
      // A token is requested for all calls, so its connection may outlast this one.
      if wait != .token, holder == nil { #expect(try service.connectionCount() <= 1, "\(wait)") }
      holder?.cancel()
      _ = await holder?.result
      #expect(try await service.next() == "next", "\(wait)")
      #expect(try service.connectionCount() <= (wait == .token ? 2 : 1), "\(wait)")
      #expect(await service.client.drain(within: TimeLimit.standard))
      guard case .failure(let error) = result else { return (nil, service.server.port) }
      return (error, service.server.port)
    }

    @Test(arguments: Wait.allCases.filter(\.hasTotalTime))
    func `a call whose time is over ends, and the next is served`(wait: Wait)
      async throws
    {
      let clock = ContinuousClock()
      let start = clock.now
      let error = try await end(wait, total: .milliseconds(400)) { _, _ in }
      let code = (error as? ResourceError)?.code
      #expect(code.map { wait.timeoutCodes.contains($0) } ?? false, "\(wait): \(String(describing: error))")
      #expect(clock.now - start < .seconds(30), "\(wait)")
    }

    @Test(arguments: Wait.allCases) func `a call that is cancelled ends, and the next is served`(wait: Wait)
      async throws
    {
      let error = try await end(wait, pauses: true) { service, call in
        try await service.waitUntilThere(wait)
        call.cancel()
      }
      #expect(error is CancellationError, "\(wait): \(String(describing: error))")
    }

    /// The number of consecutive calls: more than other tests have threads and descriptors at once.
    private var many: Int { 32 * min(4, MatrixScale.current.scale) }

    @Test(arguments: Wait.allCases) func `calls that are cancelled leave no thread and no descriptor`(wait: Wait)
      async throws
    {
      let before = try HeldResources.now()
      for _ in 0..<many {
        _ = try await leave(wait, total: nil, pauses: true) { service, call in
          try await service.waitUntilThere(wait)
          call.cancel()
        }
      }
      let after = try await before.waitForReturn(within: many)
      #expect(after.threads < before.threads + many, "\(wait)")
      #expect(after.descriptors < before.descriptors + many, "\(wait)")
    }

    @Test(arguments: Wait.allCases.filter(\.hasServer))
    func `a call whose server goes away ends, and the next is served`(wait: Wait) async throws {
      let error = try await end(wait) { service, _ in
        try await service.waitUntilThere(wait)
        service.goes.open()
      }
      #expect((error as? ResourceError).map { $0.code != .deadlineExceeded } ?? false, "\(wait)")
    }
  }
#endif
