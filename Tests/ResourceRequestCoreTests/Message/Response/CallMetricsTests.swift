// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The metrics of a call, per attempt and in total.
struct CallMetricsTests {
  private static let url = "http://h.example/"

  private static func cost(_ bytes: Int, _ time: Duration) -> ExchangeMetrics {
    var metrics = ExchangeMetrics(total: time)
    metrics.bytesSent = bytes
    metrics.bytesReceived = bytes * 10
    return metrics
  }

  private func attempt(
    _ number: Int,
    hop: Int = 1,
    _ outcome: Attempt.Outcome,
    _ metrics: ExchangeMetrics? = nil
  ) throws -> Attempt {
    Attempt(
      number: number,
      hop: hop,
      origin: try Origin(Self.url),
      phase: .receiving,
      duration: .seconds(9),
      outcome: outcome,
      metrics: metrics
    )
  }

  private func response(
    _ attempts: [Attempt],
    redirects: [RedirectHop] = [],
    _ last: ExchangeMetrics
  ) throws -> ResourceResponse {
    ResourceResponse(
      status: 200,
      url: try ResourceURL(Self.url),
      redirects: redirects,
      metrics: last,
      attempts: attempts
    )
  }

  @Test func `there is an entry for each attempt of each hop, and their sum`() throws {
    let last = Self.cost(3, .seconds(3))
    let attempts = [
      try attempt(1, .failed(.connectFailed)), try attempt(2, .answered(503), Self.cost(1, .seconds(1))),
      try attempt(3, .answered(200), last),
    ]
    let metrics = try response(attempts, last).metrics
    #expect(metrics.attempts == attempts)
    #expect(metrics.last == last)
    #expect(metrics.bytesSent == 4)
    #expect(metrics.bytesReceived == 40)
    // A failed attempt has no metrics, but its duration counts.
    #expect(metrics.total == .seconds(13))
  }

  @Test func `what was handed over at its head is filled in from its end`() throws {
    let (redirect, last) = (Self.cost(1, .seconds(1)), Self.cost(2, .seconds(2)))
    let hop = RedirectHop(status: 302, url: try ResourceURL(Self.url), location: "/x", metrics: redirect)
    let attempts = [
      try attempt(1, .answered(503), Self.cost(4, .seconds(4))), try attempt(2, .answered(302)),
      try attempt(3, hop: 2, .answered(200)),
    ]
    let response = try response(attempts, redirects: [hop], last)
    #expect(response.attempts.map(\.metrics) == [Self.cost(4, .seconds(4)), redirect, last])
    #expect(response.metrics.bytesSent == 7)
  }

  @Test func `without an attempt the last exchange is all there is`() throws {
    let metrics = try response([], Self.cost(2, .seconds(1))).metrics
    #expect(metrics.attempts.isEmpty)
    #expect(metrics.bytesReceived == 20)
    #expect(metrics.total == .seconds(1))
  }

  @Test func `a call that is sent again costs what all its attempts cost`() async throws {
    struct Costly: Transport {
      let capabilities = TransportCapabilities()
      let count = Lock(0)

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return TransportResponse(
          status: number == 1 ? 503 : 200,
          metrics: CallMetricsTests.cost(number, .seconds(number))
        )
      }
    }
    struct Again: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        let first = try await next(request, context: context)
        return try await next.again(request, context: context, because: .retry, leaving: first)
      }
    }
    let client = ResourceClient(transport: Costly(), options: ClientOptions(middleware: [Again()]))
    let metrics = try await client.send(ResourceRequest(Self.url)).metrics
    #expect(metrics.attempts.map(\.number) == [1, 2])
    #expect(metrics.last.bytesSent == 2)
    #expect(metrics.bytesSent == 3)
    #expect(metrics.total == .seconds(3))
  }
}
