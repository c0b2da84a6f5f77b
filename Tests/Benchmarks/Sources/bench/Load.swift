// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// A client under measurement.
protocol Contender: Sendable {
  /// Sends the workload's request and returns the size of the response's body, which is read into memory completely.
  ///
  /// - Throws: any error of the client, including for a status other than 200.
  func exchange() async throws -> Int
}

struct UnexpectedStatus: Error {
  let code: Int
}

/// Runs a number of tasks, each of which sends its next request as soon as it has a response.
enum Load {
  static func run(_ contender: some Contender, _ workload: Workload) async throws -> Report {
    _ = await turns(contender, workload.inFlight, requests: workload.warmUp, seconds: 3600)
    let before = ProcessState.now()
    let start = ContinuousClock.now
    let tally = await turns(contender, workload.inFlight, requests: workload.requests, seconds: workload.seconds)
    let elapsed = start.duration(to: .now)
    return Report(workload, tally, elapsed, before: before, after: ProcessState.now())
  }

  private static func turns(
    _ contender: some Contender,
    _ inFlight: Int,
    requests: Int,
    seconds: Double
  ) async -> Tally {
    let tally = Tally()
    let started = Counter()
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(inFlight, requests) {
        group.addTask {
          while started.next() < requests, .now < end {
            do {
              tally.completed(bytes: try await contender.exchange())
            } catch {
              tally.failed(error)
            }
          }
        }
      }
    }
    return tally
  }
}

final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}

/// Counts the results of requests.
final class Tally: Sendable {
  private let done = Atomic<Int>(0)
  private let undone = Atomic<Int>(0)
  private let received = Atomic<Int>(0)
  private let firstFailure = Mutex<String?>(nil)

  func completed(bytes: Int) {
    done.wrappingAdd(1, ordering: .relaxed)
    received.wrappingAdd(bytes, ordering: .relaxed)
  }

  func completed(_ count: Int, failed: Int, bytes: Int) {
    done.wrappingAdd(count, ordering: .relaxed)
    undone.wrappingAdd(failed, ordering: .relaxed)
    received.wrappingAdd(bytes, ordering: .relaxed)
  }

  func failed(_ error: any Error) {
    undone.wrappingAdd(1, ordering: .relaxed)
    firstFailure.withLock { if $0 == nil { $0 = "\(error)" } }
  }

  var answers: Int { done.load(ordering: .relaxed) }
  var failures: Int { undone.load(ordering: .relaxed) }
  var bytes: Int { received.load(ordering: .relaxed) }
  var failure: String? { firstFailure.withLock { $0 } }
}
