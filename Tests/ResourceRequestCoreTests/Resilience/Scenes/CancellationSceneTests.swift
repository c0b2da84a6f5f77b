// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Scene S10: calls that are cancelled anywhere (in a queue, a wait, a probe or a hedge) leak nothing.
extension `Scenes of resilience` {
  @Suite struct CancellationSceneTests {
    /// A server that responds or fails at random.
    private func stub(_ bits: @escaping @Sendable () -> UInt64) -> StubTransport {
      StubTransport { _, _ in
        let drawn = bits()
        for _ in 0..<(drawn & 3) {
          try Task.checkCancellation()
          await Task.yield()
        }
        switch (drawn >> 8) % 8 {
        case 0: return TransportResponse(status: 503)
        case 1: throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
        case 2: throw TransportFailure(code: .connectionClosed, message: "reset", phase: .sent)
        case 3: throw TransportFailure(code: .attemptTimeout, message: "late", phase: .sent)
        default: return TransportResponse(status: 200)
        }
      }
    }

    @Test(arguments: [
      #""retry":{"attempts":3},"outliers":{"consecutive":2,"maxEjected":"100%"}"#,
      #""hedge":{"after":"1ms","attempts":3,"maxExtraLoad":"100%"},"outliers":{"consecutive":2}"#,
      #""retry":3,"queue":{"length":20,"timeout":"1s"},"concurrency":3,"rate":{"requests":1000}"#,
      #""retry":3,"queue":{"length":20},"concurrency":{"adaptive":{"min":1,"max":4,"start":2}}"#,
    ])
    func `whenever calls are cancelled, every permit is back`(policies: String) async throws {
      let endpoints = (0..<3).map { #"{"url":"https://e\#($0).example"}"# }.joined(separator: ",")
      let configuration = try ResourceConfiguration(
        json: #"{"backendServices":[{"service":"s","endpoints":[\#(endpoints)],\#(policies)}]}"#
      )
      let router = Router(configuration, standardHeaders: Headers())
      let plan = try #require(router.destinations.first { $0.service == "s" }).plan
      let state = ResilienceState(plan, seed: 1)
      let clock = ManualClock()
      // Advances to the next sleeper again and again, and lets other tasks run in between.
      let time = Task {
        while !Task.isCancelled {
          clock.advanceToNextSleeper()
          await Task.yield()
        }
      }
      defer { time.cancel() }
      let random = Lock(SplitMix64(9))
      let bits: @Sendable () -> UInt64 = { random.withLock { $0.next() } }
      var middleware: [any Middleware] = []
      if plan.limits { middleware.append(LimitMiddleware(state: state)) }
      middleware.append(plan.configured.hedge == nil ? RetryMiddleware(state: state) : HedgeMiddleware(state: state))
      let pipeline = Pipeline(middleware, transport: stub(bits))
      let environment = RequestEnvironment(clock: clock, randomBits: bits)
      let request = ResolvedRequest(url: try ResourceURL("https://e0.example/x"))
      let rounds = `Scenes of resilience`.isWhole ? 25_000 : 500
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<rounds {
          if number >= 32 { await group.next() }
          let delay = bits() % 24
          group.addTask {
            let call = Task { try await pipeline.send(request, context: CallContext(environment: environment)) }
            for _ in 0..<delay { await Task.yield() }
            call.cancel()
            _ = try? await call.value
          }
        }
      }
      #expect(state.pool?.active == 0)
      if let turns = state.turns { #expect(turns.counts == (0, 0)) }
      #expect(state.budget.withLock(\.tokens) <= 100)
      for (_, entry) in state.pool?.listed ?? [] {
        // A probe permit that is neither free nor passed has leaked.
        if case .probing(let free, let passed) = entry.health.state { #expect(free + passed == 1, "\(entry.health)") }
      }
    }
  }
}
