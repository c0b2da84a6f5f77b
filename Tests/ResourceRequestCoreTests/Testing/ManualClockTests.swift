// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
  @Test func `moment and date move together and by what they were told`() {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1000))
    let start = clock.now
    clock.advance(by: .milliseconds(1500))
    #expect(start.duration(to: clock.now) == .milliseconds(1500))
    #expect(clock.date == Date(timeIntervalSince1970: 1001.5))
  }

  @Test func `time does not run backwards`() {
    let clock = ManualClock()
    let start = clock.now
    clock.advance(by: .seconds(-1))
    #expect(clock.now == start)
  }

  @Test func `a sleeper wakes when its moment has come and not before`() async throws {
    let clock = ManualClock()
    let moment = clock.now.advanced(by: .seconds(3))
    let sleeper = Task { try await clock.sleep(until: moment) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    #expect(clock.sleeperCount == 1)
    #expect(clock.untilNextSleeper == .seconds(1))
    clock.advance(by: .seconds(1))
    try await sleeper.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a moment that has come needs no sleep`() async throws {
    let clock = ManualClock()
    try await clock.sleep(until: clock.now)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `sleepers wake by moment, each at its own`() async throws {
    let clock = ManualClock()
    let start = clock.now
    let woken = RecordedEvents()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in [3, 1, 2] {
        group.addTask {
          try await clock.sleep(until: start.advanced(by: .seconds(seconds)))
          woken.observe(RequestEvent(id: UInt64(seconds), moment: clock.now, kind: .finished))
        }
      }
      try await clock.waitForSleepers(3)
      for count in 1...3 {
        #expect(clock.advanceToNextSleeper() == .seconds(1))
        try await woken.wait(for: .finished, count: count)
      }
      #expect(clock.advanceToNextSleeper() == nil)
      try await group.waitForAll()
    }
    #expect(woken.events.map(\.id) == [1, 2, 3])
  }

  @Test func `a cancelled sleeper wakes at once with a cancellation, and the others sleep on`() async throws {
    let clock = ManualClock()
    let moment = clock.now.advanced(by: .seconds(1))
    let cancelled = Task { try await clock.sleep(until: moment) }
    let other = Task { try await clock.sleep(until: moment) }
    try await clock.waitForSleepers(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    try await other.value
  }

  @Test func `a task that is cancelled already does not fall asleep`() async {
    let clock = ManualClock()
    let moment = clock.now.advanced(by: .seconds(1))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: moment)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `who waits for sleepers can be cancelled`() async {
    let clock = ManualClock()
    let task = Task { try await clock.waitForSleepers() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `cancelling and advancing at once wakes each sleeper once`() async throws {
    for _ in 0..<200 {
      let clock = ManualClock()
      let moment = clock.now.advanced(by: .seconds(1))
      let sleeper = Task { try await clock.sleep(until: moment) }
      async let advance: Void = clock.advance(by: .seconds(1))
      sleeper.cancel()
      await advance
      switch await sleeper.result {
      case .success: break
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }

  /// The time grows with the number of sleepers, and not with its square.
  @Test func `very many sleepers wake and leave`() async throws {
    let clock = ManualClock()
    let start = clock.now
    let count = 20_000
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        // Every other sleeper sleeps forever.
        let seconds = number % 2 == 0 ? Int64.max / 4 : Int64((number &* 7919) % 10_007 + 1)
        group.addTask {
          do {
            try await clock.sleep(until: start.advanced(by: .seconds(seconds)))
            return true
          } catch {
            return false
          }
        }
      }
      try await clock.waitForSleepers(count)
      while let next = clock.untilNextSleeper, next < .seconds(20_000) { clock.advance(by: .seconds(5)) }
      #expect(clock.sleeperCount == count / 2)
      for _ in 0..<(count / 2) { #expect(try await group.next() == true) }
      group.cancelAll()
      while let woke = try await group.next() { #expect(!woke) }
    }
    #expect(clock.sleeperCount == 0)
    #expect(clock.untilNextSleeper == nil)
  }

  @Test func `any duration moves the clock, by 292 years at the most`() {
    let clock = ManualClock()
    let start = clock.now
    for _ in 0..<3 { clock.advance(by: .seconds(Int64.max)) }
    clock.advance(by: .seconds(Int64.min))
    #expect(start.duration(to: clock.now) == .nanoseconds(Int64.max) * 3)
  }
}
