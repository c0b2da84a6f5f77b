// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Turns are taken, waited for and returned, however a waiting call ends.
struct CallTurnsTests {
  private let clock = ManualClock()

  private var context: CallContext { CallContext(environment: RequestEnvironment(clock: clock)) }

  @Test func `a call beyond the limit fails at once if there is no queue`() async throws {
    let turns = CallTurns(.fixed(1), nil)
    try await turns.take(.normal, context)
    await #expect(throws: TransportFailure.self) { try await turns.take(.normal, context) }
    turns.giveBack()
    try await turns.take(.normal, context)
    #expect(turns.counts.active == 1)
  }

  @Test(arguments: [500, 502, 504] as [Status])
  func `failures that come fast do not make responses look slow`(_ status: Status) async throws {
    let turns = CallTurns(.adaptive(min: 5, max: 1_000, start: 50), nil)
    let context = context
    func note(_ end: AttemptEnd, _ milliseconds: Int, _ count: Int) {
      for _ in 0..<count { turns.note(end, after: .milliseconds(milliseconds), at: clock.now) }
    }
    for _ in 0..<40 { try await turns.take(.normal, context) }
    note(.answered(200), 100, 1_000)
    let before = turns.report.limit
    note(.answered(status), 1, 5_000)
    // So many that the limit may be what makes them slow.
    while turns.counts.active < before { try await turns.take(.normal, context) }
    note(.answered(200), 100, 100)
    #expect(turns.report.limit >= before)
  }

  @Test func `who waits gets the turn that is given back`() async throws {
    let turns = CallTurns(.fixed(1), QueuePolicy(length: 1, timeout: .seconds(5)))
    let context = context
    try await turns.take(.normal, context)
    async let second = turns.take(.normal, context)
    try await clock.waitForSleepers()
    try await until { turns.counts.waiting > 0 }
    turns.giveBack()
    _ = try await second
    #expect(turns.counts == (1, 0))
  }

  @Test func `who waits too long goes, and leaves nothing behind`() async throws {
    let turns = CallTurns(.fixed(1), QueuePolicy(length: 1, timeout: .seconds(5)))
    let context = context
    try await turns.take(.normal, context)
    async let second = turns.take(.normal, context)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    do {
      _ = try await second
      Issue.record("it had no turn")
    } catch { #expect((error as? TransportFailure)?.code == .overloaded) }
    #expect(turns.counts == (1, 0))
  }

  @Test(arguments: [nil, Duration.seconds(5)])
  func `a call whose deadline passes while it waits ends by its deadline`(timeout: Duration?) async throws {
    let turns = CallTurns(.fixed(1), QueuePolicy(length: 1, timeout: timeout))
    var context = context
    try await turns.take(.normal, context)
    context.deadline = clock.now.advanced(by: .seconds(1))
    async let second = turns.take(.normal, context)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    do {
      _ = try await second
      Issue.record("it had no turn")
    } catch { #expect((error as? TransportFailure)?.code == .deadlineExceeded) }
    #expect(turns.counts == (1, 0))
  }

  @Test func `of many that are cancelled at any time every turn is back`() async {
    let turns = CallTurns(.fixed(3), QueuePolicy(length: 50))
    let context = context
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let call = Task {
            try await turns.take(.normal, context)
            await Task.yield()
            turns.giveBack()
          }
          if number % 3 == 0 { call.cancel() }
          _ = try? await call.value
        }
      }
    }
    #expect(turns.counts == (0, 0))
  }

  @Test func `a call that finds no turn gives back the one of the rate`() async throws {
    var policies = ResiliencePolicies()
    policies.concurrency = .fixed(1)
    policies.rate = RatePolicy(requests: 2, per: .seconds(100))
    let state = ResilienceState(ResiliencePlan(policies, [], .standard), seed: 0)
    let stub = StubTransport(script: [.silence, .respond(.text("ok"))])
    let pipeline = Pipeline([LimitMiddleware(state: state)], transport: stub)
    let request = ResolvedRequest(url: try ResourceURL("https://s.example/x"))
    let context = context
    let first = Task { try await pipeline.send(request, context: context) }
    try await stub.waitForRequests(1)
    await #expect(throws: TransportFailure.self) { try await pipeline.send(request, context: context) }
    first.cancel()
    _ = try? await first.value
    // The second of the rate's two turns is still available.
    #expect(try await pipeline.send(request, context: context).status == 200)
    #expect(clock.sleeperCount == 0)
  }
}
