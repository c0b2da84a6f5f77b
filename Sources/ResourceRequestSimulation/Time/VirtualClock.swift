// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The clock of a simulation, which moves only when nothing can run.
final class VirtualClock: RequestClock {
  private struct State {
    var sleepers: [UInt64: Sleeper] = [:]
    var names: UInt64 = 0
    var isOver = false
  }

  /// Invariant: the code that takes a sleeper out of the state resumes it.
  private struct Sleeper {
    let continuation: CheckedContinuation<Void, any Error>
    let alarm: VirtualTime.Plan
  }

  private let time: VirtualTime
  private let thread: VirtualThread
  private let origin = ContinuousClock.now
  private let state = Lock(State())
  /// The beginning of 2026 (UTC).
  private static let firstDate = Date(timeIntervalSince1970: 1_767_225_600)

  init(_ time: VirtualTime, _ thread: VirtualThread) {
    self.time = time
    self.thread = thread
  }

  var now: ContinuousClock.Instant { origin.advanced(by: .nanoseconds(time.now)) }

  var date: Date { Self.firstDate.addingTimeInterval(Double(time.now) / 1e9) }

  /// A moment of this clock as the simulation counts it.
  func moment(_ instant: ContinuousClock.Instant) -> VirtualMoment {
    VirtualMoment(origin.duration(to: instant))
  }

  func sleep(until instant: ContinuousClock.Instant) async throws {
    thread.check("a sleep")
    let moment = moment(instant)
    let name = state.withLock { state in
      state.names += 1
      return state.names
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let alarm = time.plan(at: moment) { [weak self] in self?.wake(name, .success(())) }
        let result: Result<Void, any Error>? = state.withLock { state in
          // A task is marked cancelled before its handler runs, so neither can miss the other.
          if Task.isCancelled || state.isOver { return .failure(CancellationError()) }
          if moment <= time.now { return .success(()) }
          state.sleepers[name] = Sleeper(continuation: continuation, alarm: alarm)
          return nil
        }
        guard let result else { return }
        time.callOff(alarm)
        continuation.resume(with: result)
      }
    } onCancel: {
      wake(name, .failure(CancellationError()))
    }
  }

  /// Ends every sleep, and those that are begun from now on.
  func end() {
    let sleepers = state.withLock { state in
      state.isOver = true
      defer { state.sleepers = [:] }
      return state.sleepers
    }
    for (_, sleeper) in sleepers.sorted(by: { $0.key < $1.key }) {
      sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  private func wake(_ name: UInt64, _ result: Result<Void, any Error>) {
    guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: name) }) else { return }
    time.callOff(sleeper.alarm)
    sleeper.continuation.resume(with: result)
  }
}
