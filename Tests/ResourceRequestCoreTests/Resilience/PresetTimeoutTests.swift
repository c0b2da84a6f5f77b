// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which calls the attempt timeout of the preset cuts: those that may be sent again after it.
struct PresetTimeoutTests {
  /// The time of the first attempt of a call, and the one that `explain` shows.
  private func time(
    _ method: RequestMethod = .get,
    _ keys: String = "",
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) async throws -> (Duration?, String?) {
    let document = #"""
      {"service": "s", "baseUrl": "http://h.example", "resilience": "standard", "timeouts": {"total": "30s"}\#(keys)}
      """#
    let clock = ManualClock()
    let seen = Lock<Duration?>(nil)
    let now = clock.now
    let stub = StubTransport { _, context in
      seen.withLock { $0 = context.deadline.map { now.duration(to: $0) } }
      return .status(200)
    }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    var request = ResourceRequest("x", method: method, service: "s")
    change(&request)
    let each = try client.explain(request).sections.flatMap(\.facts).first { $0.name == "each" }?.value
    _ = try await client.send(request)
    return (seen.withLock(\.self), each)
  }

  @Test func `who may be sent again has a third of its own total for each attempt`() async throws {
    #expect(try await time() == (.seconds(10), "≤ 10 s"))
    #expect(try await time { $0.timeouts.total = .after(.seconds(3)) } == (.seconds(1), "≤ 1 s"))
    #expect(try await time(.post) { $0.idempotencyKey = "k" } == (.seconds(10), "≤ 10 s"))
    #expect(try await time(.post, #", "idempotencyKey": {}"#) == (.seconds(10), "≤ 10 s"))
  }

  @Test func `who is sent once has the whole time`() async throws {
    #expect(try await time(.post) == (.seconds(30), nil))
    #expect(try await time { $0.retry = .never } == (.seconds(30), nil))
    #expect(try await time(.get, #", "hedge": {}"#) == (.seconds(30), nil))
    #expect(try await time(.get, #", "retry": "none""#) == (.seconds(30), nil))
    #expect(try await time(.get, #", "retry": {"on": [503]}"#) == (.seconds(30), nil))
    let once = OutgoingBody(length: 2 << 20, isReplayable: false) {
      AsyncThrowingStream<Data, any Error> {
        $0.yield(Data(count: 2 << 20))
        $0.finish()
      }
    }
    #expect(try await time(.put) { $0.body = .made(once, type: "a/b") }.0 == .seconds(30))
    let again = try await UpstreamAttempt.with(UpstreamAttempt(number: 2, allowsRetries: false)) { try await time() }
    #expect(again.0 == .seconds(30))
  }

  @Test func `an attempt timeout that is set applies to every call`() async throws {
    #expect(try await time(.post) { $0.timeouts.attempt = .after(.seconds(2)) } == (.seconds(2), "≤ 2 s"))
  }
}
