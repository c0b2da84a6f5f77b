// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Healthy, resting, probed, healthy: the state machine that ejection and breaker share.
struct EndpointHealthTests {
  private let start = ContinuousClock.Instant.now
  private let ejection = HealthRules(OutlierPolicy())
  private let breaker = HealthRules(BreakerPolicy())

  private func seconds(_ seconds: Double) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

  private func note(
    _ health: inout EndpointHealth,
    _ verdict: EndpointVerdict,
    _ rules: HealthRules,
    at second: Double = 0,
    mayRest: Bool = true,
    isProbe: Bool = true
  ) -> EndpointHealth.Change? {
    health.note(verdict, from: health.period, isProbe: isProbe, at: seconds(second), rules, jitter: 0, mayRest: mayRest)
  }

  @Test func `five failures in a row eject, and a success between them begins anew`() {
    var health = EndpointHealth(ejection)
    for verdict in [EndpointVerdict.failure, .failure, .failure, .failure, .success, .failure, .failure, .failure] {
      #expect(note(&health, verdict, ejection) == nil)
    }
    _ = note(&health, .failure, ejection)
    #expect(note(&health, .failure, ejection) == .rests(.consecutive(5), until: seconds(30)))
    #expect(health.restsUntil == seconds(30))
  }

  @Test func `where other instances doubt it, one failure is enough, and without one it stays`() {
    var health = EndpointHealth(ejection)
    func note(_ verdict: EndpointVerdict) -> EndpointHealth.Change? {
      health.note(
        verdict,
        from: health.period,
        isProbe: false,
        at: start,
        ejection,
        jitter: 0,
        mayRest: true,
        isDoubted: true
      )
    }
    #expect(note(.success) == nil && health.isHealthy)
    #expect(note(.failure) == .rests(.hinted, until: seconds(30)))
  }

  @Test func `one failure to connect is enough`() {
    var health = EndpointHealth(ejection)
    #expect(note(&health, .unreachable, ejection) == .rests(.unreachable, until: seconds(30)))
  }

  @Test func `none rests where too few others are left`() {
    var health = EndpointHealth(ejection)
    #expect(note(&health, .unreachable, ejection, mayRest: false) == nil)
    #expect(health.isHealthy)
  }

  @Test func `it comes back after a probe that goes well, and rests again after one that does not`() {
    var health = EndpointHealth(ejection)
    _ = note(&health, .unreachable, ejection)
    health.wake(at: seconds(29), ejection)
    #expect(!health.hasProbe)
    health.wake(at: seconds(30), ejection)
    #expect(health.takeProbe() == true)
    #expect(health.takeProbe() == false)
    // It rests no longer than before: a failed probe costs only one request.
    #expect(note(&health, .failure, ejection, at: 31) == .rests(.failedProbe, until: seconds(61)))
    health.wake(at: seconds(61), ejection)
    #expect(health.takeProbe() == true)
    #expect(note(&health, .success, ejection, at: 62) == .returned)
    #expect(health.isHealthy)
    #expect(health.healthySince == seconds(62))
  }

  @Test func `an unused permit is returned`() {
    var health = EndpointHealth(ejection)
    _ = note(&health, .unreachable, ejection)
    health.wake(at: seconds(30), ejection)
    #expect(health.takeProbe() == true)
    #expect(note(&health, .none, ejection, at: 31) == nil)
    #expect(health.hasProbe)
  }

  @Test func `who had no permit gives none back`() {
    var health = EndpointHealth(ejection)
    _ = note(&health, .unreachable, ejection)
    health.wake(at: seconds(30), ejection)
    #expect(health.takeProbe() == true)
    // A request that was sent there in panic, and cancelled.
    #expect(note(&health, .none, ejection, at: 31, isProbe: false) == nil)
    #expect(!health.hasProbe)
  }

  @Test func `what began in an earlier period changes nothing`() {
    var health = EndpointHealth(ejection)
    let before = health.period
    _ = note(&health, .unreachable, ejection)
    health.wake(at: seconds(30), ejection)
    _ = health.takeProbe()
    #expect(
      health.note(.success, from: before, isProbe: true, at: seconds(31), ejection, jitter: 0, mayRest: true) == nil
    )
    #expect(health.note(.none, from: before, isProbe: true, at: seconds(31), ejection, jitter: 0, mayRest: true) == nil)
    #expect(!health.hasProbe)
  }

  @Test func `repetition makes the rest longer up to a limit, and time takes it back`() {
    var health = EndpointHealth(ejection)
    var now = 0.0
    func eject() -> Double {
      guard case .rests(_, let until)? = note(&health, .unreachable, ejection, at: now) else { return 0 }
      let length = seconds(now).duration(to: until).inSeconds
      now += length
      health.wake(at: seconds(now), ejection)
      _ = health.takeProbe()
      _ = note(&health, .success, ejection, at: now)
      return length
    }
    #expect((0..<11).map { _ in eject() } == [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300])
    now += 60
    #expect(eject() == 300)
    now += 3000
    #expect(eject() == 30)
  }

  @Test func `jitter makes it shorter`() {
    var health = EndpointHealth(ejection)
    let change = health.note(.unreachable, from: 0, isProbe: false, at: start, ejection, jitter: 0.1, mayRest: true)
    #expect(change == .rests(.unreachable, until: seconds(27)))
  }

  @Test func `a breaker opens at its share, doubles with failed probes, and closes after three`() {
    var health = EndpointHealth(breaker)
    for _ in 0..<10 { #expect(note(&health, .success, breaker) == nil) }
    for _ in 0..<9 { #expect(note(&health, .failure, breaker) == nil) }
    #expect(note(&health, .failure, breaker) == .rests(.rate(failed: 10, of: 20), until: seconds(5)))
    var now = 5.0
    for expected in [10.0, 20, 40, 60, 60] {
      health.wake(at: seconds(now), breaker)
      #expect(health.takeProbe() == true)
      #expect(note(&health, .failure, breaker, at: now) == .rests(.failedProbe, until: seconds(now + expected)))
      now += expected
    }
    health.wake(at: seconds(now), breaker)
    #expect((0..<4).map { _ in health.takeProbe() } == [true, true, true, false])
    #expect(note(&health, .success, breaker, at: now) == nil)
    #expect(note(&health, .success, breaker, at: now) == nil)
    #expect(note(&health, .success, breaker, at: now) == .returned)
  }

  @Test func `what counts differs`() {
    let timeout = AttemptEnd.failed(.attemptTimeout, phase: .sent, mayHaveExecuted: true)
    let refused = AttemptEnd.failed(.connectFailed, phase: .connecting, mayHaveExecuted: false)
    let untrusted = AttemptEnd.failed(.certificateRejected, phase: .connecting, mayHaveExecuted: false)
    let unsent = AttemptEnd.failed(.attemptTimeout, phase: .queued, mayHaveExecuted: false)
    let foreign = AttemptEnd.failed(.protocolViolation, phase: .receiving, mayHaveExecuted: true)
    #expect(ejection.verdict(of: .answered(500), after: .zero) == .failure)
    #expect(breaker.verdict(of: .answered(500), after: .zero) == .success)
    #expect(breaker.verdict(of: .answered(503), after: .zero) == .failure)
    for rules in [ejection, breaker] {
      #expect(rules.verdict(of: .answered(429), after: .zero) == .success)
      #expect(rules.verdict(of: timeout, after: .zero) == .failure)
      #expect(rules.verdict(of: unsent, after: .zero) == .none)
      #expect(rules.verdict(of: foreign, after: .zero) == .failure)
      #expect(rules.verdict(of: .abandoned, after: .zero) == .none)
    }
    for end in [refused, untrusted] {
      #expect(ejection.verdict(of: end, after: .zero) == .unreachable)
      #expect(breaker.verdict(of: end, after: .zero) == .failure)
    }
    let slow = HealthRules(BreakerPolicy(slow: .seconds(1)))
    #expect(slow.verdict(of: .answered(200), after: .seconds(1.5)) == .failure)
  }

  @Test func `checks leave it out and bring it back, and nothing else does meanwhile`() {
    let policy = HealthPolicy(path: "/", healthy: 2, unhealthy: 3)
    var health = EndpointHealth(ejection)
    func check(_ isGood: Bool) -> EndpointHealth.Change? { health.noteCheck(isGood: isGood, at: seconds(0), policy) }
    #expect([false, false, true, false, false].map(check) == [nil, nil, nil, nil, nil])
    #expect(check(false) == .failsChecks)
    #expect(health.reason == .check && !health.isHealthy && !health.hasProbe)
    health.wake(at: seconds(1000), ejection)
    #expect(note(&health, .success, ejection) == nil)
    #expect([true, false, true].map(check) == [nil, nil, nil])
    #expect(check(true) == .returned)
    #expect(health.isHealthy)
  }

  @Test func `checks that reach it end a rest for not being reached, and no other`() {
    let policy = HealthPolicy(path: "/", healthy: 2)
    var restarted = EndpointHealth(ejection)
    // Checks before the rest do not count.
    for _ in 0..<5 { #expect(restarted.noteCheck(isGood: true, at: seconds(0), policy) == nil) }
    _ = note(&restarted, .unreachable, ejection, at: 1)
    #expect(restarted.noteCheck(isGood: true, at: seconds(2), policy) == nil)
    #expect(restarted.noteCheck(isGood: false, at: seconds(3), policy) == nil)
    #expect(restarted.noteCheck(isGood: true, at: seconds(4), policy) == nil)
    #expect(restarted.noteCheck(isGood: true, at: seconds(5), policy) == .mayReturn)
    #expect(restarted.noteCheck(isGood: true, at: seconds(6), policy) == nil)
    restarted.wake(at: seconds(6), ejection)
    #expect(restarted.hasProbe && !restarted.isHealthy)
    #expect(note(&restarted, .success, ejection, at: 6) == .returned)
    var failed = EndpointHealth(ejection)
    for _ in 0..<5 { _ = note(&failed, .failure, ejection) }
    for _ in 0..<5 { #expect(failed.noteCheck(isGood: true, at: seconds(1), policy) == nil) }
    #expect(failed.restsUntil == seconds(30))
  }

  @Test func `a breaker opens within seconds of the last success, however many there were before`() {
    var health = EndpointHealth(breaker)
    for call in 0..<6000 { #expect(note(&health, .success, breaker, at: Double(call) / 200) == nil) }
    let changed = (0..<2000).first { note(&health, .failure, breaker, at: 30 + Double($0) / 200) != nil }
    #expect(changed == 600, "30 s of successes, and 3 s of failures")
  }

  @Test func `one success in a while keeps a breaker closed whose rate is not exceeded`() {
    var health = EndpointHealth(breaker)
    for call in 0..<6000 { _ = note(&health, .success, breaker, at: Double(call) / 200) }
    for call in 0..<2000 {
      let verdict: EndpointVerdict = call % 500 == 499 ? .success : .failure
      #expect(note(&health, verdict, breaker, at: 30 + Double(call) / 200) == nil)
    }
  }
}
