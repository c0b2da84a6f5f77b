// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Counts the attempts of one service: how they ended and how long they took.
///
/// The hot path pays one addition for an attempt. What more there is to know, how many are under way and how long all
/// took together, is counted from when somebody looks for the first time.
package final class AttemptLedger: Sendable {
  /// How an attempt ended.
  package enum Outcome: Int, Sendable, CaseIterable {
    case success
    case redirect
    case clientError
    case serverError
    case failure
    case cancellation

    init(_ status: Status) {
      switch status.code {
      case ..<300: self = .success
      case ..<400: self = .redirect
      case ..<500: self = .clientError
      default: self = .serverError
      }
    }
  }

  /// The upper ends of the steps of durations, in nanoseconds; the last step has none.
  ///
  /// Those that OpenTelemetry names for HTTP durations are among them.
  package static let ends: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 17_500_000, 25_000_000, 50_000_000,
    75_000_000, 100_000_000, 150_000_000, 250_000_000, 350_000_000, 500_000_000, 750_000_000, 1_000_000_000,
    1_500_000_000, 2_500_000_000, 5_000_000_000, 7_500_000_000, 10_000_000_000, 30_000_000_000, 60_000_000_000,
  ]
  private static let steps = ends.count + 1

  /// A count for each outcome and step, then what all took in nanoseconds, then how many are under way.
  ///
  /// Atomics of a class must be fixed in number to be stored inline. The memory is made with the ledger, freed with it,
  /// and only ever used by atomic operations.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Atomic<Int>>
  private static let count = Outcome.allCases.count * steps + 2
  private static let sum = count - 2
  private static let active = count - 1
  private let isWatched = Atomic(false)
  /// How often attempts failed, by the code; a failure may take the time for a lock.
  private let codes = Lock<[ResourceError.Code: Int]>([:])

  /// How often attempts after the first were made, by the reason; these may take the time for a lock.
  private let reasons = Lock<[AttemptReason: Int]>([:])

  package init() {
    cells = .allocate(capacity: AttemptLedger.count)
    for index in 0..<AttemptLedger.count { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: AttemptLedger.count)
    cells.deallocate()
  }

  /// Counts an attempt that begins.
  ///
  /// - Parameter reason: why it is made; `nil` for the first of its call.
  /// - Returns: whether it is counted as under way, for the note of its end.
  @inline(__always)
  func begin(_ reason: AttemptReason? = nil) -> Bool {
    if let reason { reasons.withLock { $0[reason, default: 0] += 1 } }
    guard isWatched.load(ordering: .relaxed) else { return false }
    cells[AttemptLedger.active].wrappingAdd(1, ordering: .relaxed)
    return true
  }

  /// Counts an attempt that has ended.
  func note(_ outcome: Outcome, after duration: Duration, wasCounted: Bool) {
    let nanoseconds = AttemptLedger.nanoseconds(duration)
    let cell = outcome.rawValue * AttemptLedger.steps + AttemptLedger.step(nanoseconds)
    cells[cell].wrappingAdd(1, ordering: .relaxed)
    guard isWatched.load(ordering: .relaxed) else { return }
    cells[AttemptLedger.sum].wrappingAdd(Int(clamping: nanoseconds), ordering: .relaxed)
    if wasCounted { cells[AttemptLedger.active].wrappingSubtract(1, ordering: .relaxed) }
  }

  /// Counts an attempt that failed.
  func note(_ code: ResourceError.Code, after duration: Duration, wasCounted: Bool) {
    note(.failure, after: duration, wasCounted: wasCounted)
    codes.withLock { $0[code, default: 0] += 1 }
  }

  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
    return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The step that a time belongs to.
  static func step(_ nanoseconds: Int64) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if nanoseconds <= ends[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// What was counted by now; from the first time on, more is counted.
  package func read() -> AttemptTally {
    isWatched.store(true, ordering: .relaxed)
    var tally = AttemptTally()
    for outcome in Outcome.allCases {
      for step in 0..<AttemptLedger.steps {
        let count = cells[outcome.rawValue * AttemptLedger.steps + step].load(ordering: .relaxed)
        tally.add(count, outcome, step)
      }
    }
    tally.nanoseconds = cells[AttemptLedger.sum].load(ordering: .relaxed)
    tally.active = max(0, cells[AttemptLedger.active].load(ordering: .relaxed))
    tally.codes = codes.withLock { $0 }
    tally.reasons = reasons.withLock { $0 }
    return tally
  }
}
