// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The sums of a simulation, from which its report is made.
///
/// Pure.
struct ReportTotals: Sendable {
  enum AttemptKind {
    case first
    case retry(String)
    case hedge
  }

  struct Endpoint: Sendable {
    let url: String
    var attempts = 0
    var errors = 0
  }

  private struct Second: Sendable {
    var offered = 0
    var succeeded = 0
    var failed = 0
    var attempts = 0
    /// Of the calls that succeeded in it, in nanoseconds.
    var latencies: [VirtualMoment] = []
    var ejected: Set<String> = []
  }

  var endpoints: [Endpoint]
  private var seconds: [Second] = []
  private var errors: [String: Int] = [:]
  private var retries: [String: Int] = [:]
  private var hedges = 0
  /// By how many clients each endpoint is out of rotation.
  private var ejections: [String: Int] = [:]

  init(endpoints: [String]) {
    self.endpoints = endpoints.map { Endpoint(url: $0) }
  }

  mutating func offered(at now: VirtualMoment) {
    seconds[second(now)].offered += 1
  }

  /// Counts the end of a call; with an outcome, it failed.
  mutating func ended(from start: VirtualMoment, at now: VirtualMoment, _ failure: String?) {
    let second = second(now)
    if let failure {
      seconds[second].failed += 1
      errors[failure, default: 0] += 1
    } else {
      seconds[second].succeeded += 1
      seconds[second].latencies.append(now - start)
    }
  }

  mutating func attempted(_ server: Int, at now: VirtualMoment, _ kind: AttemptKind) {
    endpoints[server].attempts += 1
    seconds[second(now)].attempts += 1
    switch kind {
    case .first: break
    case .retry(let reason): retries[reason, default: 0] += 1
    case .hedge: hedges += 1
    }
  }

  mutating func ejection(of endpoint: String, _ isEjected: Bool, at now: VirtualMoment) {
    let second = second(now)
    ejections[endpoint, default: 0] += isEjected ? 1 : -1
    if isEjected { seconds[second].ejected.insert(endpoint) }
  }

  /// The place of a moment's second, with those before it.
  private mutating func second(_ now: VirtualMoment) -> Int {
    let place = Int(now / 1_000_000_000)
    while seconds.count <= place {
      var second = Second()
      // Endpoints that were out of rotation still are.
      for (endpoint, count) in ejections where count > 0 { second.ejected.insert(endpoint) }
      seconds.append(second)
    }
    return place
  }

  // MARK: The report

  func report(seed: UInt64, end: VirtualMoment) -> Simulation.Report {
    var totals = self
    _ = totals.second(max(0, end - 1))
    let attempts = endpoints.reduce(0) { $0 + $1.attempts }
    let sums = totals.seconds.reduce(into: (calls: 0, succeeded: 0, failed: 0)) { sums, second in
      sums.calls += second.offered
      sums.succeeded += second.succeeded
      sums.failed += second.failed
    }
    var perEndpoint: [String: Simulation.Report.Endpoint] = [:]
    for endpoint in endpoints {
      perEndpoint[endpoint.url] = .init(
        attempts: endpoint.attempts,
        share: attempts == 0 ? 0 : (Double(endpoint.attempts) / Double(attempts) * 10_000).rounded() / 10_000,
        errors: endpoint.errors
      )
    }
    return Simulation.Report(
      seed: seed,
      summary: .init(
        calls: sums.calls,
        succeeded: sums.succeeded,
        failed: sums.failed,
        attempts: attempts,
        perEndpoint: perEndpoint,
        latency: .init(Quantiles(totals.seconds.flatMap(\.latencies))),
        errors: errors,
        retries: retries,
        hedges: hedges
      ),
      timeline: totals.seconds.enumerated().map { index, second in
        let quantiles = Quantiles(second.latencies)
        return .init(
          t: index,
          offered: second.offered,
          succeeded: second.succeeded,
          failed: second.failed,
          attempts: second.attempts,
          p50: quantiles[0.5],
          p99: quantiles[0.99],
          ejected: second.ejected.sorted()
        )
      }
    )
  }
}

/// Times in ascending order, for percentiles.
struct Quantiles {
  private let sorted: [VirtualMoment]

  init(_ times: [VirtualMoment]) {
    sorted = times.sorted()
  }

  /// The shortest time that at least this share of all times do not exceed, in milliseconds with three decimal places;
  /// `nil` if there are none.
  subscript(share: Double) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let rank = (Double(sorted.count) * share).rounded(.up)
    let time = sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    return (Double(time) / 1000).rounded() / 1000
  }
}
