// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import TestSupport
import Testing

/// Scene S1: a server stalls for 10 s, and its requests stay queued although their callers have given up.
@Suite(.onOwnThreads) struct `A storm of retries` {
  // The load is the share of the ten workers' capacity that 200 calls per second use.
  static func scene(load: Double, seconds: Int, _ middleware: [any Middleware] = []) throws -> Scene {
    try Scene(
      configuration: """
        { "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example",
                                "timeouts": { "total": "1s" } }] }
        """,
      incident: """
        { "duration": "\(seconds)s",
          "load": [{ "perSecond": 200 }],
          "calls": [{ "service": "orders", "target": "items/{id}" }],
          "servers": [{ "endpoint": "https://orders.example", "workers": 10, "time": { "mean": "\(50 * load)ms" },
                        "events": [{ "from": "10s", "to": "20s", "stall": true }] }] }
        """,
      middleware: middleware
    )
  }

  /// Sends each call up to three times, each with a new deadline of a second, as retry budgets would prevent.
  struct UnlimitedRetries: Middleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      var context = context
      for _ in 1..<3 {
        context.deadline = context.clock.now.advanced(by: .seconds(1))
        if let response = try? await next(request, context: context), response.status.isSuccessful { return response }
      }
      context.deadline = context.clock.now.advanced(by: .seconds(1))
      return try await next(request, context: context)
    }
  }

  @Test func `passes about when the queue is worked off where nobody sends again`() throws {
    // The stall leaves 2000 calls. Besides the load, the server handles 50 of them per second, until it reaches those
    // whose callers still wait.
    let recovery = try Self.scene(load: 0.8, seconds: 70).measure(seeds: 3) { $0.recovery(after: 20) }
    #expect((30...40).contains(recovery.median), "\(recovery)")
  }

  @Test func `never passes where every call is sent again without a limit`() throws {
    let scene = try Self.scene(load: 0.8, seconds: 100, [UnlimitedRetries()])
    #expect(try scene.report(seed: 1).recovery(after: 20) == .infinity)
  }
}
