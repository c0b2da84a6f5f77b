// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestValkey

/// Calls that wait for turns, without a server.
@Suite(.timeLimit(.minutes(1)), .onOwnThreads) struct TurnLineTests {
  private struct Away: Error {}

  private static func context(within time: Duration? = nil) -> CallContext {
    CallContext(deadline: time.map { .now.advanced(by: $0) })
  }

  @Test func `who waits behind another call ends by its own deadline`() async throws {
    // A turn every ten seconds, since the server is away.
    let line = TurnLine(
      TurnSource(FleetQuota(requests: 10, per: .seconds(1)), instances: 100) { _, _, _ in throw Away() }
    )
    try await line.pass(Self.context())
    let leader = Task { try await line.pass(Self.context()) }
    let start = ContinuousClock.now
    let failure = await #expect(throws: TransportFailure.self) {
      try await line.pass(Self.context(within: .milliseconds(300)))
    }
    #expect(failure?.code == .rateLimited)
    #expect(start.duration(to: .now) < .seconds(5))
    leader.cancel()
    await #expect(throws: CancellationError.self) { try await leader.value }
  }

  @Test func `a server that answers no caller in time is away, and callers go by their own part`() async throws {
    let source = TurnSource(FleetQuota(requests: 1000, per: .seconds(1)), instances: 1) { _, _, _ in
      throw ValkeyFailure(reason: "it does not answer in time", isOld: true, isHurried: true)
    }
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(await source.turns(1, within: .seconds(1)) { .now }.grant.count) }
    #expect(counts == [0, 0, 0, 1])
  }

  @Test func `who is cancelled while the server is asked is not told that there is no turn`() async throws {
    let line = TurnLine(
      TurnSource(FleetQuota(requests: 1000, per: .seconds(1)), instances: 1) { _, _, _ in
        while !Task.isCancelled { await Task.yield() }
        throw ValkeyFailure(reason: "it does not answer in time", isOld: true, isHurried: true)
      }
    )
    let call = Task { try await line.pass(Self.context(within: .seconds(3))) }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test func `one question that fails holds nobody up for long`() async throws {
    let asked = Lock(0)
    let line = TurnLine(
      TurnSource(FleetQuota(requests: 1000, per: .seconds(1)), instances: 200) { count, _, _ in
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        if number == 1 { throw Away() }
        return FleetQuota.Grant(count: count, wait: .zero)
      }
    )
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<60 { group.addTask { try await line.pass(Self.context()) } }
      try await group.waitForAll()
    }
    #expect(start.duration(to: .now) < .seconds(3))
  }

  @Test func `a turn is not taken behind the deadline, nor by who is cancelled`() async throws {
    let given = Lock(0)
    let line = TurnLine(
      TurnSource(FleetQuota(requests: 1000, per: .seconds(1)), instances: 1) { count, _, _ in
        given.withLock { $0 += count }
        return FleetQuota.Grant(count: count, wait: .zero)
      }
    )
    let failure = await #expect(throws: TransportFailure.self) { try await line.pass(Self.context(within: .zero)) }
    #expect(failure?.code == .rateLimited)
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      try await line.pass(Self.context())
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(given.withLock(\.self) == 0)
    try await line.pass(Self.context())
  }
}
