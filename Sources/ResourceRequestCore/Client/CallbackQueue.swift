// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Dispatch

/// The queue that callbacks run on.
public struct CallbackQueue: Sendable {
  private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// A queue of your own.
  ///
  /// A job that is let go of without being run ends its call: the completion handler, or the delegate's
  /// `request(_:didFailWith:)`, is then called with a `CancellationError`, on a queue of the SDK's where its own does not
  /// run that either.
  ///
  /// - Parameter execute: runs a job, once, later or at once. Jobs handed over one after the other must run in that
  ///   order for a delegate to see its calls in order.
  public init(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.execute = execute
  }

  /// The main queue.
  public static let main = queue(.main)

  /// On whichever thread the response arrives, Swift's or the transport's own.
  ///
  /// For callbacks that are quick.
  public static let immediate = CallbackQueue { $0() }

  /// A dispatch queue.
  ///
  /// On a concurrent one, a delegate's calls may overtake one another.
  public static func queue(_ queue: DispatchQueue) -> CallbackQueue {
    CallbackQueue { queue.async(execute: $0) }
  }

  /// Runs a job, or what is to be done where the queue drops it: one of them, once.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - whenDropped: runs where the job never will, on whatever thread that is found out: it must be quick.
  /// - Returns: the job, to be dropped by the caller.
  @discardableResult
  package func run(
    _ job: @escaping @Sendable () -> Void,
    whenDropped: @escaping @Sendable () -> Void = {}
  ) -> CallbackJob {
    let job = CallbackJob(job, whenDropped)
    execute { job.run() }
    return job
  }

  /// Where calls are ended whose own queue has dropped that.
  static let ofDropped = CallbackQueue.queue(DispatchQueue(label: "resource-request.dropped"))
}

/// A job on its way through a queue that may run it, run it twice, or forget it.
package final class CallbackJob: Sendable {
  private struct Work {
    let job: @Sendable () -> Void
    let whenDropped: @Sendable () -> Void
  }

  /// There until it has been run or dropped.
  private let work: Lock<Work?>

  init(_ job: @escaping @Sendable () -> Void, _ whenDropped: @escaping @Sendable () -> Void) {
    work = Lock(Work(job: job, whenDropped: whenDropped))
  }

  deinit {
    drop()
  }

  func run() { take()?.job() }

  /// Drops the job, unless it has begun.
  package func drop() { take()?.whenDropped() }

  private func take() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }
}
