// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// How far an attempt came whose time ends.
struct AttemptPhaseTests {
  /// Another attempt of the same sending has gone out before, as one that was answered with 401.
  private struct EarlierAttempt: Middleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      let phase = CancelledPhase()
      phase.noteSent(at: context.clock.now)
      var context = context
      context.cancelled = phase
      return try await next(request, context: context)
    }
  }

  /// Holds each attempt up for longer than it may take.
  private struct Hold: Middleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      try await context.clock.sleep(until: context.clock.now.advanced(by: .seconds(60)))
      return try await next(request, context: context)
    }
  }

  @Test func `a stream's attempt that was held up has not gone out, whatever went out before it`() async throws {
    let clock = ManualClock()
    var options = ClientOptions(environment: RequestEnvironment(clock: clock))
    options.middleware = [EarlierAttempt()]
    options.attemptMiddleware = [Hold()]
    let client = ResourceClient(transport: StubTransport { _, _ in .status(200) }, options: options)
    var request = ResourceRequest("https://s.example/x")
    request.timeouts.attempt = .after(.seconds(1))
    let asked = request
    let call = Task { try await client.stream(asked) }
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: ResourceError.self) { _ = try await call.value }
    #expect(error?.code == .attemptTimeout)
    #expect(error?.mayHaveExecuted == false)
  }
}
