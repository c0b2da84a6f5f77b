// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting
import Testing

struct FaultPlanTests {
  private let lost = FaultPlan.Fault.lostResponse(
    TransportFailure(code: .connectionClosed, message: "the plan says so", phase: .sent)
  )

  private func faults(_ plan: FaultPlan, _ count: Int) -> [Bool] {
    (0..<count).map { plan.fault(at: $0) != nil }
  }

  @Test func `a scripted plan is over after its last line`() {
    #expect(faults(.scripted([nil, lost]), 4) == [false, true, false, false])
  }

  @Test func `a seed gives the same faults at every run, and another seed others`() {
    let plan = FaultPlan.seeded(7, rate: 0.5, faults: [lost])
    #expect(faults(plan, 64) == faults(.seeded(7, rate: 0.5, faults: [lost]), 64))
    #expect(faults(plan, 64) != faults(.seeded(8, rate: 0.5, faults: [lost]), 64))
  }

  @Test func `a rate is about the share of faults, and its ends are exact`() {
    let count = faults(.seeded(1, rate: 0.25, faults: [lost]), 4000).count { $0 }
    #expect((900...1100).contains(count))
    #expect(!faults(.seeded(1, rate: 0, faults: [lost]), 100).contains(true))
    #expect(!faults(.seeded(1, rate: 1, faults: [lost]), 100).contains(false))
    #expect(!faults(.seeded(1, rate: 1, faults: []), 100).contains(true))
  }

  @Test func `a lost answer has reached the server, a failure has not`() async throws {
    let stub = StubTransport { _, _ in .text("") }
    let failure = TransportFailure(code: .connectFailed, message: "the plan says so", phase: .connecting)
    let faulty = FaultyTransport(stub, plan: .scripted([.failure(failure), lost]))
    let request = ResolvedRequest(url: try ResourceURL("http://a.example/"))
    await #expect(throws: TransportFailure.self) { try await faulty.send(request, context: CallContext()) }
    #expect(stub.requests.isEmpty)
    await #expect(throws: TransportFailure.self) { try await faulty.send(request, context: CallContext()) }
    #expect(stub.requests.count == 1)
    #expect(try await faulty.send(request, context: CallContext()).status == 200)
  }
}
