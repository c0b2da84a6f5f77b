// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestSimulation

@Suite(.onOwnThreads) struct `The time and chance of a simulation` {
  @Test func `the logarithm and the power of e are those of the mathematicians`() {
    #expect(PortableMath.ln(1) == 0)
    #expect(abs(PortableMath.ln(2) - 0.6931471805599453) < 1e-16)
    #expect(abs(PortableMath.ln(1e-300) + 690.7755278982137) < 1e-12)
    #expect(PortableMath.exp(0) == 1)
    #expect(abs(PortableMath.exp(1) - 2.718281828459045) < 1e-15)
    #expect(PortableMath.exp(-2000) == 0)
    for value in stride(from: -20.0, through: 20, by: 0.37) {
      #expect(abs(PortableMath.ln(PortableMath.exp(value)) - value) < 1e-13)
    }
  }

  @Test func `the quantiles of the normal distribution are those of the tables`() {
    #expect(PortableMath.normalQuantile(0.5) == 0)
    #expect(abs(PortableMath.normalQuantile(0.99) - 2.3263478740) < 1e-8)
    #expect(abs(PortableMath.normalQuantile(0.01) + 2.3263478740) < 1e-8)
    #expect(abs(PortableMath.normalQuantile(0.975) - 1.9599639845) < 1e-8)
    #expect(abs(PortableMath.normalQuantile(0.001) + 3.0902323062) < 1e-8)
  }

  @Test func `a seed gives the same numbers, evenly spread, and each purpose others`() {
    var one = SeededRandom(seed: 42, stream: 1)
    var same = SeededRandom(seed: 42, stream: 1)
    var other = SeededRandom(seed: 42, stream: 2)
    let numbers = (0..<1000).map { _ in one.unit() }
    #expect(numbers == (0..<1000).map { _ in same.unit() })
    #expect(numbers[0] != other.unit())
    #expect(numbers.allSatisfy { $0 > 0 && $0 < 1 })
    #expect((0.47...0.53).contains(numbers.reduce(0, +) / 1000))
    let mean = (0..<20_000).reduce(0.0) { sum, _ in sum + one.exponential(mean: 3) } / 20_000
    #expect((2.9...3.1).contains(mean))
  }

  @Test func `what was planned happens in order of time, at one moment in order of planning`() {
    let time = VirtualTime()
    let log = Lock<[Int]>([])
    for (name, moment) in [(1, 50), (2, 10), (3, 50), (4, 10), (5, 30)] as [(Int, VirtualMoment)] {
      time.plan(at: moment) { log.withLock { $0.append(name) } }
    }
    let calledOff = time.plan(at: 20) { log.withLock { $0.append(6) } }
    time.callOff(calledOff)
    while time.advance() {}
    #expect(log.withLock { $0 } == [2, 4, 5, 1, 3])
    #expect(time.now == 50)
  }

  @Test func `a heap gives back many moments in order`() {
    var heap = MomentHeap()
    var random = SeededRandom(seed: 3)
    for plan in 0..<2000 { heap.push(.init(moment: VirtualMoment(random.below(300)), plan: UInt64(plan))) }
    var last: MomentHeap.Entry?
    var count = 0
    while let entry = heap.pop() {
      if let last { #expect(last < entry) }
      last = entry
      count += 1
    }
    #expect(count == 2000)
  }

  @Test func `durations become moments, rounded up, and what is too long never comes`() {
    #expect(VirtualMoment(Duration.milliseconds(3)) == 3_000_000)
    #expect(VirtualMoment(Duration(attoseconds: 1)) == 1)
    #expect(VirtualMoment(Duration.longest) == .never)
    #expect(VirtualMoment.never.after(5) == .never)
    #expect(VirtualMoment(seconds: 1e30) == .never)
  }

  @Test func `load comes in as often as its steps say`() {
    let incident = Simulation.Incident(
      duration: .seconds(30),
      load: [
        .init(at: .seconds(5), perSecond: 200), .init(at: .seconds(10), perSecond: 0),
        .init(at: .seconds(20), perSecond: 50),
      ],
      calls: [],
      servers: []
    )
    let plan = LoadPlan(incident)
    var random = SeededRandom(seed: 9)
    var now: VirtualMoment = 0
    var perStep = [0, 0, 0, 0]
    while let next = plan.next(after: now, &random) {
      #expect(next > now)
      now = next
      perStep[next < 5_000_000_000 ? 0 : next < 10_000_000_000 ? 1 : next < 20_000_000_000 ? 2 : 3] += 1
    }
    #expect(perStep[0] == 0 && perStep[2] == 0)
    #expect((900...1100).contains(perStep[1]))
    #expect((430...570).contains(perStep[3]))
  }
}
