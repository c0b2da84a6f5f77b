// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Requests wait for their turns, also during pauses.
struct RateGateTests {
  private let clock = ManualClock()

  private func context(_ deadline: Duration? = nil) -> CallContext {
    var context = CallContext(environment: RequestEnvironment(clock: clock))
    context.deadline = deadline.map { clock.now.advanced(by: $0) }
    return context
  }

  private func pause(_ gate: RateGate, _ seconds: Int) {
    gate.note(TransportResponse(status: 429, headers: ["Retry-After": "\(seconds)"]), context())
  }

  @Test func `who waited through a pause goes out at the rate, in order`() async throws {
    let gate = RateGate(RatePolicy(requests: 5, burst: 1, obey: [.retryAfter]))
    let start = clock.now
    try await gate.pass(context())
    let sent = Lock<[Duration]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...12 {
        let context = context()
        group.addTask { [clock] in
          try await gate.pass(context)
          sent.withLock { $0.append(start.duration(to: clock.now)) }
        }
        // Each request has its turn before the next one arrives.
        try await clock.waitForSleepers(number)
      }
      pause(gate, 3)
      while let next = clock.untilNextSleeper {
        let (before, sleepers) = (sent.withLock(\.count), clock.sleeperCount)
        clock.advance(by: next)
        // Waits until the request that woke has been sent or sleeps again.
        try await until { sent.withLock(\.count) != before || clock.sleeperCount >= sleepers }
      }
      try await group.waitForAll()
    }
    let gaps = sent.withLock { zip($0, $0.dropFirst()).map { $1 - $0 } }
    #expect(sent.withLock { $0.first }.map { $0 >= .seconds(3) } == true)
    #expect(gaps.allSatisfy { $0 >= .milliseconds(199) }, "\(gaps)")
    #expect(sent.withLock { $0.last }.map { $0 <= .milliseconds(5_500) } == true)
  }

  @Test func `a pause that puts a turn beyond its deadline ends the wait, and the turn is the next one's`() async throws
  {
    let gate = RateGate(RatePolicy(requests: 5, burst: 1, obey: [.retryAfter]))
    try await gate.pass(context())
    let context = context(.seconds(1))
    async let waiting: Void = gate.pass(context)
    try await clock.waitForSleepers()
    pause(gate, 3)
    clock.advance(by: .milliseconds(200))
    do {
      try await waiting
      Issue.record("it went out within the pause")
    } catch { #expect((error as? TransportFailure)?.code == .rateLimited) }
  }
}
