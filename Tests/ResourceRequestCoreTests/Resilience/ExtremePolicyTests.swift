// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// Policies that a program made from any numbers: nothing traps, and calls end.
@Suite(.onOwnThreads) struct ExtremePolicyTests {
  typealias Change = @Sendable (inout ResiliencePolicies) -> Void

  private static let wholes = [Int.min, -1, 0, 1, 1 << 40, Int.max]
  private static let numbers = [-Double.infinity, -1e300, -1, -0.0, .leastNonzeroMagnitude, 1, 1e300, .infinity, .nan]
  // A Duration holds far more than its whole seconds in a word.
  private static let times: [Duration] = [
    .seconds(-1e20), .seconds(Int64.min), .nanoseconds(-1), .zero, .nanoseconds(1), .longest, .seconds(Int64.max),
    .seconds(1e20),
  ]

  private static func each<Value: Sendable>(
    _ values: [Value],
    _ changes: (@Sendable (inout ResiliencePolicies, Value) -> Void)...
  ) -> [Change] {
    changes.flatMap { change in
      values.map { value -> Change in { @Sendable policies in change(&policies, value) } }
    }
  }

  static let kinds: [(name: String, changes: [Change])] = [
    (
      "retry",
      each(wholes, { $0.retry = .attempts($1) }, { $0.retry = RetryPolicy(replayBytes: $1) })
        + each(
          times,
          { $0.retry = RetryPolicy(attempts: 5, backoff: RetryBackoff(base: $1)) },
          { $0.retry = RetryPolicy(attempts: 5, backoff: RetryBackoff(max: $1)) },
          { $0.retry = RetryPolicy(attempts: .max, backoff: RetryBackoff(base: $1, max: $1)) },
          { $0.retry = RetryPolicy(retryAfterLimit: $1) }
        )
    ),
    (
      "retryBudget",
      each(wholes) { $0.retryBudget = RetryBudgetPolicy(tokens: $1) }
        + each(
          numbers,
          { $0.retryBudget = RetryBudgetPolicy(perSuccess: $1) },
          { $0.retryBudget = RetryBudgetPolicy(minPerSecond: $1) },
          { $0.retryBudget = RetryBudgetPolicy(perSuccess: $1, tokens: .max, minPerSecond: $1) }
        )
    ),
    (
      "hedge",
      each(numbers, { $0.hedge = HedgePolicy(after: .quantile($1)) }, { $0.hedge = HedgePolicy(maxExtraLoad: $1) })
        + each(
          times,
          { $0.hedge = HedgePolicy(after: .fixed($1), maxExtraLoad: 1) },
          { $0.hedge = HedgePolicy(after: .fixed(.milliseconds(1)), min: $1, maxExtraLoad: 1) },
          { $0.hedge = HedgePolicy(after: .fixed(.milliseconds(1)), max: $1, maxExtraLoad: 1) }
        ) + each(wholes) { $0.hedge = HedgePolicy(after: .fixed(.milliseconds(1)), attempts: $1, maxExtraLoad: 1) }
    ),
    (
      "outliers",
      each(wholes, { $0.outliers = OutlierPolicy(consecutive: $1) }) { $0.outliers = outliers(of: $1) }
        + each(numbers, { $0.outliers = OutlierPolicy(maxEjected: $1) }) { $0.outliers = outliers(above: $1) }
        + each(
          times,
          { $0.outliers = OutlierPolicy(consecutive: 1, ejectFor: $1) },
          { $0.outliers = OutlierPolicy(consecutive: 1, maxEjectFor: $1) },
          { $0.outliers = outliers(within: $1) }
        )
    ),
    (
      "breaker",
      each(wholes, { $0.breaker = BreakerPolicy(failureRate: FailureRate(of: 1), openFor: .zero, probes: $1) })
        + each(
          times,
          { $0.breaker = BreakerPolicy(failureRate: FailureRate(of: 1), slow: $1) },
          { $0.breaker = BreakerPolicy(failureRate: FailureRate(of: 1), openFor: $1) },
          { $0.breaker = BreakerPolicy(failureRate: FailureRate(of: 1), maxOpenFor: $1) },
          { $0.breaker = BreakerPolicy(failureRate: FailureRate(of: 1, within: $1)) }
        )
    ),
    (
      "slowStart",
      each(times) { ($0.slowStart, $0.outliers) = (SlowStartPolicy(window: $1), quick) }
        + each(
          numbers,
          { ($0.slowStart, $0.outliers) = (SlowStartPolicy(window: .seconds(1), aggression: $1), quick) },
          { ($0.slowStart, $0.outliers) = (SlowStartPolicy(window: .seconds(1), min: $1), quick) }
        )
    ),
    ("panic", each(numbers, { $0.panicBelow = $1 }, { $0.overprovision = $1 })),
    (
      "concurrency",
      each(
        wholes,
        { $0.concurrency = .fixed($1) },
        { $0.concurrency = .adaptive(min: $1, max: $1, start: $1) },
        { $0.concurrency = .adaptive(min: 1, max: .max, start: $1) },
        { ($0.concurrency, $0.queue) = (.fixed(1), QueuePolicy(length: $1)) }
      ) + each(times) { ($0.concurrency, $0.queue) = (.fixed(1), QueuePolicy(length: 9, timeout: $1)) }
    ),
    (
      "rate",
      each(wholes, { $0.rate = RatePolicy(requests: $1) }, { $0.rate = RatePolicy(requests: 2, burst: $1) })
        + each(
          times,
          { $0.rate = RatePolicy(requests: 1, per: $1, burst: .max) },
          { $0.rate = RatePolicy(requests: .max, per: $1) }
        )
    ),
    (
      "throttle",
      each(numbers, { $0.throttle = ThrottlePolicy(ratio: $1, atLeast: 0) })
        + each(numbers) { $0.throttle = ThrottlePolicy(atLeast: 0, most: $1) }
        + each(wholes) { $0.throttle = ThrottlePolicy(atLeast: $1) }
        + each(times) { $0.throttle = ThrottlePolicy(window: $1, atLeast: 0) }
    ),
    (
      "deadline",
      each(times) { $0.deadline = DeadlinePolicy(header: "X-Left", reserve: $1) }
        + each(numbers) { $0.deadline = DeadlinePolicy(header: "X-Left", atLeast: $1) }
    ),
    (
      "chaos",
      each(times) { $0.chaos = ChaosPolicy(delay: .init(share: 1, time: $1)) }
        + each(
          numbers,
          { $0.chaos = ChaosPolicy(reset: $1) },
          { $0.chaos = ChaosPolicy(status: .init(share: $1, status: 503), reset: 0.1) }
        )
    ),
  ]

  private static let quick = OutlierPolicy(consecutive: 1, ejectFor: .milliseconds(1))

  private static func outliers(above: Double = 0.5, of count: Int = 1, within: Duration = .seconds(1)) -> OutlierPolicy
  {
    OutlierPolicy(failureRate: FailureRate(above: above, of: count, within: within), ejectFor: .milliseconds(1))
  }

  /// Answers, fails and resets in turn, within a few milliseconds.
  private final class Peer: Transport {
    let capabilities = TransportCapabilities(connectsToEndpoints: true)
    private let calls = Lock(0)

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let number = calls.withLock { number in
        number += 1
        return number
      }
      let end = context.clock.now.advanced(by: .milliseconds(number % 7))
      if let deadline = context.deadline, deadline < end {
        try await context.clock.sleep(until: deadline)
        throw TransportFailure(code: .deadlineExceeded, message: "late", phase: .sent)
      }
      try await context.clock.sleep(until: end)
      switch number % 5 {
      case 1: return .status(503, headers: number % 2 == 0 ? [:] : ["Retry-After": "99999999999"])
      case 2: throw TransportFailure(code: .connectionClosed, message: "reset", phase: .sent)
      default: return .text("ok")
      }
    }
  }

  private static func client(
    _ change: Change,
    endpoints: Int,
    timeouts: Timeouts = Timeouts(total: .seconds(2), attempt: .milliseconds(300)),
    _ clock: any RequestClock
  ) throws -> ResourceClient {
    var service = BackendService(name: "s", baseURL: try ResourceURL("https://s.example"))
    service.endpoints = try (0..<endpoints).map {
      // Weights are numbers of a program, too.
      ServiceEndpoint(try ResourceURL("https://e\($0).example").origin, weight: [1, .max, .min][$0 % 3])
    }
    service.settings.timeouts = timeouts
    change(&service.settings.resilience)
    let random = Lock(SeededGenerator(seed: 1))
    return ResourceClient(
      configuration: ResourceConfiguration(services: [service]),
      transport: Peer(),
      options: ClientOptions(
        environment: RequestEnvironment(clock: clock, randomBits: { random.withLock { $0.next() } }),
        allowsChaos: true
      )
    )
  }

  /// Sends calls, a few beside one another and many one after the other, and shows all that is known in between.
  private static func use(_ client: ResourceClient, _ virtual: VirtualCalls) throws {
    let request = ResourceRequest("x", service: "s")
    func show() throws {
      #expect(try !client.explain(request).description.isEmpty)
      #expect(!client.status.description.isEmpty)
    }
    try show()
    let ended = virtual.run(
      (0..<3).map { _ in
        {
          for _ in 0..<8 {
            _ = try? await client.send(request)
            try? await client.options.environment.clock.sleep(
              until: client.options.environment.clock.now.advanced(by: .milliseconds(40))
            )
          }
        }
      }
    )
    #expect(ended)
    try show()
  }

  @Test(arguments: kinds.map(\.name), [1, 3])
  func `no number of a policy traps, and calls end`(_ name: String, endpoints: Int) throws {
    let changes = try #require(Self.kinds.first { $0.name == name }).changes
    for change in changes {
      let virtual = VirtualCalls()
      try Self.use(try Self.client(change, endpoints: endpoints, virtual.clock), virtual)
    }
  }

  @Test func `no timeout traps, with or without the standard policies`() throws {
    for time in Self.times {
      for timeouts in [
        Timeouts(total: .seconds(1), attempt: .after(time)), Timeouts(total: .after(time), attempt: .milliseconds(100)),
        Timeouts(total: .after(time), attempt: .after(time)),
      ] {
        for policies in [ResiliencePolicies(.standard), ResiliencePolicies()] {
          let virtual = VirtualCalls()
          let client = try Self.client({ $0 = policies }, endpoints: 1, timeouts: timeouts, virtual.clock)
          try Self.use(client, virtual)
        }
      }
    }
  }

  @Test func `no pause between health checks is negative, or longer than a clock can say`() {
    for time in Self.times {
      let policy = HealthPolicy(path: "/", interval: time, timeout: time, idleInterval: time)
      for idle in [Duration.zero, .longest] {
        let pause = policy.pause(idleFor: idle)
        #expect(pause >= .milliseconds(1) && pause <= .longest)
        #expect(pause * 1.0 >= .zero)
      }
    }
  }

  @Test func `a quantile of any share is a time that was seen`() {
    var histogram = LatencyHistogram()
    for number in 1...100 { histogram.note(.milliseconds(number)) }
    for time in Self.times { histogram.note(time) }
    for share in Self.numbers {
      #expect(histogram.quantile(share).map { $0 >= .zero } == true)
    }
  }

  @Test func `a rest of zero forgets its repetitions instead of trapping`() {
    for rest in Self.times {
      var rules = HealthRules(OutlierPolicy(consecutive: 1, ejectFor: rest, maxEjectFor: rest))
      rules.probes = 1
      var health = EndpointHealth(rules)
      var now = ContinuousClock.now
      for _ in 0..<5 {
        let period = health.period
        _ = health.note(.failure, from: period, isProbe: false, at: now, rules, jitter: 0, mayRest: true)
        guard let until = health.restsUntil else { break }
        now = max(now, until)
        health.wake(at: now, rules)
        #expect(health.takeProbe() == true)
        _ = health.note(.success, from: health.period, isProbe: true, at: now, rules, jitter: 0, mayRest: true)
        #expect(health.isHealthy)
      }
    }
  }

  @Test func `the longest waits are the sum of all, however many attempts there are`() {
    let backoff = RetryBackoff(base: .milliseconds(50), max: .milliseconds(700))
    for attempts in 1...40 {
      let sum = (1..<max(attempts, 1)).reduce(Duration.zero) { $0 + backoff.limit(before: $1) }
      #expect(backoff.limits(of: attempts) == sum)
    }
    #expect(backoff.limits(of: .max) == .longest && backoff.limits(of: .min) == .zero)
    for time in Self.times {
      for count in Self.wholes { #expect((Duration.zero...(.longest)).contains(time.times(count))) }
    }
  }
}
