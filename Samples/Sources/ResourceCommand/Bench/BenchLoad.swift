// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Calls a client repeatedly for a while and counts the results.
struct BenchLoad: Sendable {
  /// When calls begin.
  enum Shape: Hashable, Sendable {
    /// A number of callers, each of which starts its next call when its last one has ended.
    case closed(callers: Int)
    /// A fixed number of calls starts per second, whether or not earlier ones have ended, as with independent users.
    case open(rate: Double, mostInFlight: Int)
  }

  let client: ResourceClient
  let request: ResourceRequest
  let shape: Shape
  let time: Duration

  /// Runs until the time is over and the calls then in flight have ended.
  func run() async -> BenchSummary {
    let ledger = Ledger()
    let start = ContinuousClock.now
    let end = start.advanced(by: time)
    switch shape {
    case .closed(let callers):
      await withDiscardingTaskGroup { group in
        for _ in 0..<callers {
          group.addTask {
            while ContinuousClock.now < end, !Task.isCancelled {
              await call(due: .now, ledger)
              // A call that is answered from the cache waits for nothing, and would leave the others no thread.
              await Task.yield()
            }
          }
        }
      }
    case .open(let rate, let mostInFlight):
      await withDiscardingTaskGroup { group in
        var number = 0.0
        while !Task.isCancelled {
          let due = start.advanced(by: .nanoseconds(Int64(number / rate * 1e9)))
          guard due < end else {
            // The rate is that of the whole time. A cancellation ends the wait.
            try? await Task.sleep(until: end, clock: .continuous)
            break
          }
          number += 1
          if due > .now { try? await Task.sleep(until: due, clock: .continuous) }
          guard ledger.inFlight.load(ordering: .relaxed) < mostInFlight else {
            ledger.tally.withLock { $0.note("notStarted", after: due.duration(to: .now), attempts: 0) }
            continue
          }
          ledger.inFlight.add(1, ordering: .relaxed)
          group.addTask {
            await call(due: due, ledger)
            ledger.inFlight.subtract(1, ordering: .relaxed)
          }
        }
      }
    }
    let elapsed = start.duration(to: .now)
    return ledger.tally.withLock { $0 }.summary(of: elapsed)
  }

  /// Makes one call.
  ///
  /// Its latency counts from when the call was due, so that a client that falls behind does not look fast.
  private func call(due: ContinuousClock.Instant, _ ledger: Ledger) async {
    do {
      let response = try await client.send(request)
      let latency = due.duration(to: .now)
      ledger.tally.withLock {
        $0.note(response.status.code, after: latency, attempts: response.attempts.count, bytes: response.data.count)
      }
    } catch {
      // A cancelled call has not failed: nobody waits for it any more.
      if Task.isCancelled { return }
      let failure = error as? ResourceError
      let latency = due.duration(to: .now)
      ledger.tally.withLock {
        $0.note(failure?.code.rawValue ?? "cancelled", after: latency, attempts: failure?.attempts.count ?? 0)
      }
    }
  }

  /// The state that the calls share.
  private final class Ledger: Sendable {
    let tally = Mutex(BenchTally())
    let inFlight = Atomic(0)
  }
}
