// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// The line of calls before a rate limit: what is sent, in which order, whoever leaves it.
struct RateLineTests {
  private let start = ContinuousClock.Instant.now

  private func moment(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  /// Runs the line until nobody waits, and returns when each call passed, in order.
  private func passes(_ line: inout RateLine, _ waiting: [UInt64]) -> [(ticket: UInt64, seconds: Double)] {
    var waiting = waiting
    var passes: [(UInt64, Double)] = []
    while let next = waiting.compactMap({ line.moment(of: $0) }).min() {
      // Whoever sleeps until then wakes, the latest first.
      for ticket in waiting.reversed() where line.moment(of: ticket).map({ $0 <= next }) ?? false {
        let (step, other) = line.step(of: ticket, at: next, before: nil)
        for gone in [step == .passes ? ticket : nil, other].compactMap(\.self) {
          passes.append((gone, start.duration(to: next).inSeconds))
          waiting.removeAll { $0 == gone }
        }
      }
    }
    return passes
  }

  private func line(_ count: Int, burst: Int = 1) -> (RateLine, [UInt64]) {
    var line = RateLine(RateMeter(RatePolicy(requests: 10, burst: burst)))
    _ = line.arrive(at: start, before: nil)
    let tickets = (0..<count).map { _ in line.arrive(at: start, before: nil).ticket }
    return (line, tickets)
  }

  @Test func `the calls behind one that leaves move up by one turn`() {
    var (line, tickets) = self.line(6)
    let left = tickets.remove(at: 1)
    _ = line.leave(left)
    let passes = passes(&line, tickets)
    #expect(passes.map(\.ticket) == tickets)
    for (pass, expected) in zip(passes.map(\.seconds), [0.1, 0.2, 0.3, 0.4, 0.5]) {
      #expect(abs(pass - expected) < 1e-9)
    }
    #expect(line.count == 0)
    // The next call has the turn behind the last.
    guard case .waits(let next) = line.arrive(at: moment(0.5), before: nil).step else {
      return #expect(Bool(false), "it passed at once")
    }
    #expect(abs(start.duration(to: next).inSeconds - 0.6) < 1e-9)
  }

  @Test func `nobody waits for a turn that a pause has put beyond the deadline, whoever left the line before`() {
    var (line, tickets) = self.line(4)
    // The last call has the first turn, and the pause moves all.
    _ = line.leave(tickets[0])
    line.pause(until: moment(0.25), at: moment(0.05))
    let deadline = moment(0.45)
    _ = line.step(of: tickets[3], at: moment(0.31), before: deadline)
    let (step, _) = line.step(of: tickets[3], at: moment(0.41), before: deadline)
    if case .waits(let next) = step { #expect(next < deadline) }
    guard case .late = line.step(of: tickets[3], at: moment(0.41), before: deadline).step else {
      return #expect(Bool(false), "it goes on waiting")
    }
  }

  @Test(arguments: [1, 4]) func `whoever leaves and comes, the rate holds and nobody overtakes`(burst: Int) throws {
    var random = SplitMix64(UInt64(burst))
    for _ in 0..<300 {
      var (line, tickets) = self.line(random.below(12), burst: burst)
      tickets.removeAll { $0 == 0 }
      for _ in 0..<random.below(16) {
        if random.next() % 2 == 0, !tickets.isEmpty {
          _ = line.leave(tickets.remove(at: random.below(tickets.count)))
        } else {
          let ticket = line.arrive(at: start, before: nil).ticket
          if ticket > 0 { tickets.append(ticket) }
        }
      }
      let passes = passes(&line, tickets)
      try #require(passes.map(\.ticket) == tickets)
      for (early, late) in zip(passes, passes.dropFirst(burst)) {
        #expect(late.seconds - early.seconds >= Double(burst) * 0.1 - 1e-6)
      }
    }
  }

  @Test func `a turn that is given back at once is the first call's in line, an old one is lost`() {
    let early = self.line(3)
    var line = early.0
    let tickets = early.1
    let last = line.giveBack(of: start, at: start)
    #expect(last == tickets[2])
    let passed = passes(&line, tickets)
    #expect(passed.map(\.ticket) == tickets)
    #expect(passed.map { ($0.seconds * 10).rounded() } == [0, 1, 2])
    let late = self.line(3)
    var other = late.0
    #expect(other.giveBack(of: start, at: moment(1)) == nil)
    #expect(passes(&other, late.1).map { ($0.seconds * 10).rounded() } == [1, 2, 3])
  }

  @Test func `a second has no more sends than allowed while waiting calls are cancelled`() async throws {
    let clock = ManualClock()
    let gate = RateGate(RatePolicy(requests: 10, burst: 1))
    let begin = clock.now
    let sent = Lock<[Double]>([])
    func call() -> Task<Void, any Error> {
      Task {
        try await gate.pass(CallContext(environment: RequestEnvironment(clock: clock)))
        sent.withLock { $0.append(begin.duration(to: clock.now).inSeconds) }
      }
    }
    func settle(_ waiting: Int) async throws { try await until { gate.waiting == waiting } }
    let first = call()
    try await first.value
    var calls: [Task<Void, any Error>] = []
    for number in 1...20 {
      calls.append(call())
      try await settle(number)
    }
    for number in 0..<10 { calls[number].cancel() }
    try await settle(10)
    for number in 11...20 {
      calls.append(call())
      try await settle(number)
    }
    while gate.waiting > 0 {
      let before = sent.withLock { $0.count }
      try await clock.waitForSleepers(gate.waiting)
      clock.advanceToNextSleeper()
      // It reads the clock before that moves on.
      try await until { sent.withLock({ $0.count }) != before }
    }
    for call in calls { _ = await call.result }
    let times = sent.withLock { $0.sorted() }
    #expect(times.count == 21)
    for (early, late) in zip(times, times.dropFirst()) { #expect(late - early >= 0.1 - 1e-6, "\(times)") }
    #expect(abs((times.last ?? 0) - 2) < 1e-6)
  }
}
