// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Starts requests at a fixed rate, whether or not earlier ones have ended.
///
/// Latency counts from the moment a request was due, so that a client that stalls is charged for all requests that
/// became due meanwhile, not for one (coordinated omission).
enum OpenLoad {
  /// The reported quantiles: the usual percentiles, and points between them for a curve.
  private static let shares: [Double] = (0...16).map { 1 - 0.5 * pow(10, -Double($0) / 4) }

  static func run(_ contender: some Contender, _ workload: Workload, rate: Int) async throws -> Report {
    let rate = max(1, rate)
    // The first second opens connections and warms caches.
    _ = await requests(contender, rate: rate, count: rate, Latencies())
    let latencies = Latencies()
    let before = ProcessState.now()
    let start = ContinuousClock.now
    let tally = await requests(contender, rate: rate, count: Int(Double(rate) * workload.seconds), latencies)
    var report = Report(workload, tally, start.duration(to: .now), before: before, after: ProcessState.now())
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("p999", 0.999), ("p9999", 0.9999)] {
      report["\(name)Microseconds"] = latencies.microseconds(at: share)
    }
    report["curve"] = shares.map { [$0, latencies.microseconds(at: $0)] }
    return report
  }

  private static func requests(
    _ contender: some Contender,
    rate: Int,
    count: Int,
    _ latencies: Latencies
  ) async -> Tally {
    let tally = Tally()
    let ended = DispatchGroup()
    await withCheckedContinuation { (all: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        Pace.run(rate, count: count) { due in
          ended.enter()
          Task {
            do {
              let bytes = try await contender.exchange()
              latencies.record(due.duration(to: .now))
              tally.completed(bytes: bytes)
            } catch {
              tally.failed(error)
            }
            ended.leave()
          }
        }
        ended.notify(queue: .global()) { all.resume() }
      }
    }
    return tally
  }
}
