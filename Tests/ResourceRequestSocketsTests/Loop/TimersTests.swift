// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  struct TimersTests {
    @Test func `entries come out in the order of their moments, whatever was added and removed`() {
      var generator = SeededGenerator(seed: 7)
      var timers = Timers()
      let entries = (0..<500).map { _ in Timed() }
      var moments: [ObjectIdentifier: UInt64] = [:]
      for _ in 0..<5_000 {
        let entry = entries[Int.random(in: 0..<entries.count, using: &generator)]
        if Bool.random(using: &generator) {
          let moment = UInt64.random(in: 1...1_000, using: &generator)
          timers.wake(entry, by: moment)
          moments[ObjectIdentifier(entry)] = min(moment, moments[ObjectIdentifier(entry)] ?? .max)
        } else {
          timers.remove(entry)
          moments[ObjectIdentifier(entry)] = nil
        }
        #expect(timers.earliest == moments.values.min())
      }
      var last: UInt64 = 0
      while let next = timers.earliest {
        #expect(next >= last)
        #expect(timers.popExpired(at: next - 1) == nil)
        let entry = timers.popExpired(at: next)
        #expect(entry.flatMap { moments.removeValue(forKey: ObjectIdentifier($0)) } == next)
        last = next
      }
      #expect(moments.isEmpty)
    }

    @Test func `an entry is never moved back`() {
      var timers = Timers()
      let entry = Timed()
      timers.wake(entry, by: 10)
      timers.wake(entry, by: 20)
      #expect(timers.earliest == 10)
      timers.wake(entry, by: .max)
      #expect(timers.popExpired(at: 10) === entry)
      #expect(timers.earliest == nil)
    }
  }
#endif
