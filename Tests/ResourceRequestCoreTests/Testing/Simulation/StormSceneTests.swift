// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

/// Scene S1: a server stalls for 10 s, and what was asked meanwhile stays in its queue although its callers have gone.
@Suite struct `A storm of retries` {
  // The load is the part of what the ten workers can do that comes in, at 200 calls a second.
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

  /// Sends every call three times, each for a second, whatever came before: what budgets are there to prevent.
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
    // The stall leaves 2000 calls, of which the server works off 50 a second beside the load, to the last second's.
    let recovery = try Self.scene(load: 0.8, seconds: 70).measure(seeds: 3) { $0.recovery(after: 20) }
    #expect((30...40).contains(recovery.median), "\(recovery)")
  }

  @Test func `never passes where every call is sent again without a limit`() throws {
    let scene = try Self.scene(load: 0.8, seconds: 100, [UnlimitedRetries()])
    #expect(try scene.report(seed: 1).recovery(after: 20) == .infinity)
  }
}
