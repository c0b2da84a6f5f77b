// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reports the progress of a transfer, at most once in an interval, and always at the end.
public struct ProgressReporter: Sendable {
  /// The shortest time between two reports.
  package let interval: Duration
  /// Takes a report, on the task that carries the bytes: it should be quick.
  package let report: @Sendable (TransferProgress) -> Void

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - interval: the shortest time between two reports; a tenth of a second by default.
  ///   - report: receives the progress.
  public init(every interval: Duration = .milliseconds(100), _ report: @escaping @Sendable (TransferProgress) -> Void) {
    self.interval = interval
    self.report = report
  }
}

/// Decides which reports of a transfer are delivered.
///
/// Time is passed in.
package struct ProgressGate {
  private let reporter: ProgressReporter
  private var last: ContinuousClock.Instant?
  private var reported: TransferProgress?

  package init(_ reporter: ProgressReporter) {
    self.reporter = reporter
  }

  /// Notes the progress and reports it if it is due.
  package mutating func advance(to progress: TransferProgress, at now: ContinuousClock.Instant) {
    if lets(progress, at: now) { reporter.report(progress) }
  }

  /// Reports the end, unless it has been reported.
  package mutating func finish(_ progress: TransferProgress, at now: ContinuousClock.Instant) {
    if lets(progress, asEndAt: now) { reporter.report(progress) }
  }

  /// Whether a report is due, which the caller then makes.
  mutating func lets(_ progress: TransferProgress, at now: ContinuousClock.Instant) -> Bool {
    if let last, last.duration(to: now) < reporter.interval { return false }
    (last, reported) = (now, progress)
    return true
  }

  /// Whether the end is still to be reported, which the caller then does.
  mutating func lets(_ progress: TransferProgress, asEndAt now: ContinuousClock.Instant) -> Bool {
    defer { (last, reported) = (now, progress) }
    return progress != reported
  }
}

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// Bytes transferred so far, including those kept from earlier attempts.
  public let completed: Int
  /// Total bytes; `nil` if unknown.
  public let total: Int?

  /// The fraction transferred, from 0 to 1; `nil` if the total is unknown.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
  }

  package init(completed: Int, total: Int?) {
    self.completed = completed
    self.total = total
  }
}
