// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The results of the calls of a benchmark.
struct BenchTally {
  private(set) var calls = 0
  private(set) var attempts = 0
  private(set) var bytes = 0
  /// The number of responses by status.
  private(set) var statuses: [Int: Int] = [:]
  /// The number of calls that ended without a response, by error code.
  private(set) var failures: [String: Int] = [:]
  private var latencies: [Duration] = []

  /// Records a response, with the time from when its call was due to its end.
  mutating func note(_ status: Int, after latency: Duration, attempts: Int, bytes: Int) {
    calls += 1
    self.attempts += attempts
    self.bytes += bytes
    statuses[status, default: 0] += 1
    latencies.append(latency)
  }

  /// Records a call without a response.
  mutating func note(_ code: String, after latency: Duration, attempts: Int) {
    calls += 1
    self.attempts += attempts
    failures[code, default: 0] += 1
    latencies.append(latency)
  }

  /// The number of calls without a 2xx response.
  var errors: Int { calls - statuses.reduce(0) { 200..<300 ~= $1.key ? $0 + $1.value : $0 } }

  /// The numbers of the run, with the latencies sorted.
  func summary(of elapsed: Duration) -> BenchSummary {
    BenchSummary(tally: self, sorted: latencies.sorted(), elapsed: elapsed)
  }
}
