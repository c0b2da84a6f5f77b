// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Counts the attempts of one service by outcome and duration.
///
/// The hot path pays one addition for an attempt. The total duration and the number of attempts in flight are counted
/// only from the first read on.
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

  /// The upper bounds of the duration buckets in nanoseconds; the last bucket has none.
  ///
  /// They include the bounds that OpenTelemetry recommends for HTTP durations.
  package static let ends: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 17_500_000, 25_000_000, 50_000_000,
    75_000_000, 100_000_000, 150_000_000, 250_000_000, 350_000_000, 500_000_000, 750_000_000, 1_000_000_000,
    1_500_000_000, 2_500_000_000, 5_000_000_000, 7_500_000_000, 10_000_000_000, 30_000_000_000, 60_000_000_000,
  ]
  private static let steps = ends.count + 1

  /// A count for each outcome and bucket, then the total nanoseconds, then the number in flight.
  ///
  /// Atomics of a class must be fixed in number to be stored inline. The memory is allocated and freed with the ledger
  /// and accessed by atomic operations only.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Atomic<Int>>
  private static let count = Outcome.allCases.count * steps + 2
  private static let sum = count - 2
  private static let active = count - 1
  private let isWatched: Atomic<Bool>
  /// The number of failures by code; a failure can afford a lock.
  private let codes = Lock<[ResourceError.Code: Int]>([:])

  /// The number of calls that failed before an attempt, by code.
  private let unsent = Lock<[ResourceError.Code: Int]>([:])
  /// The number of further attempts by reason; they can afford a lock.
  private let reasons = Lock<[AttemptReason: Int]>([:])

  /// Whether durations and attempts in flight are counted.
  var countsAll: Bool { isWatched.load(ordering: .relaxed) }

  package init(countsAll: Bool = false) {
    isWatched = Atomic(countsAll)
    cells = .allocate(capacity: AttemptLedger.count)
    for index in 0..<AttemptLedger.count { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: AttemptLedger.count)
    cells.deallocate()
  }

  /// Counts the start of an attempt.
  ///
  /// - Parameter reason: the reason for the attempt; `nil` for the first of its call.
  /// - Returns: whether it is counted as in flight, to be passed on at its end.
  @inline(__always)
  func begin(_ reason: AttemptReason? = nil) -> Bool {
    if let reason { reasons.withLock { $0[reason, default: 0] += 1 } }
    guard isWatched.load(ordering: .relaxed) else { return false }
    cells[AttemptLedger.active].wrappingAdd(1, ordering: .relaxed)
    return true
  }

  /// Counts the end of an attempt.
  func note(_ outcome: Outcome, after duration: Duration, wasCounted: Bool) {
    let nanoseconds = AttemptLedger.nanoseconds(duration)
    let cell = outcome.rawValue * AttemptLedger.steps + AttemptLedger.step(nanoseconds)
    cells[cell].wrappingAdd(1, ordering: .relaxed)
    guard isWatched.load(ordering: .relaxed) else { return }
    if outcome != .cancellation {
      cells[AttemptLedger.sum].wrappingAdd(Int(clamping: nanoseconds), ordering: .relaxed)
    }
    if wasCounted { cells[AttemptLedger.active].wrappingSubtract(1, ordering: .relaxed) }
  }

  /// Counts a failed attempt.
  func note(_ code: ResourceError.Code, after duration: Duration, wasCounted: Bool) {
    note(.failure, after: duration, wasCounted: wasCounted)
    codes.withLock { $0[code, default: 0] += 1 }
  }

  /// Counts a call that failed before an attempt.
  func noteUnsent(_ code: ResourceError.Code) { unsent.withLock { $0[code, default: 0] += 1 } }

  static func nanoseconds(_ duration: Duration) -> Int64 {
    // Up to nine seconds fit in a word, which is taken apart without numbers of two words.
    if let word = Int64(exactly: duration.attoseconds) { return max(0, word / 1_000_000_000) }
    let (seconds, attoseconds) = duration.components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
    return max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The bucket of a duration.
  static func step(_ nanoseconds: Int64) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if nanoseconds <= ends[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The counts so far; the first read starts counting durations and attempts in flight.
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
    tally.unsent = unsent.withLock { $0 }
    tally.reasons = reasons.withLock { $0 }
    return tally
  }
}
