// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Dispatch

/// The queue that callbacks run on.
public struct CallbackQueue: Sendable {
  private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a queue from a closure that runs jobs.
  ///
  /// If a job is released without being run, its call ends: the completion handler, or the delegate's
  /// `request(_:didFailWith:)`, receives a `CancellationError`, on a queue of the SDK if its own does not run that job
  /// either.
  ///
  /// - Parameter execute: runs a job, once, at once or later. For a delegate it must run jobs in the order in which
  ///   they are passed.
  public init(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.execute = execute
  }

  /// The main queue, for callbacks that are not isolated to the main actor.
  ///
  /// If both fit, `.main` means ``MainCallbackQueue/main``, whose callbacks may use state of the main actor.
  @_disfavoredOverload
  public static let main = queue(.main)

  /// The main actor, which a job may assume to run on.
  package static let mainActor = CallbackQueue { job in Task { @MainActor in job() } }

  /// Runs callbacks on whatever thread the response arrives on: Swift's or the transport's.
  ///
  /// Use it for callbacks that return quickly.
  public static let immediate = CallbackQueue { $0() }

  /// A dispatch queue.
  ///
  /// On a concurrent queue, a delegate's calls may overtake one another.
  public static func queue(_ queue: DispatchQueue) -> CallbackQueue {
    CallbackQueue { queue.async(execute: $0) }
  }

  /// Runs a job, or its replacement if the queue drops it: one of them, once.
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

  /// The queue for ending calls whose own queue has dropped their end.
  package static let ofDropped = CallbackQueue.queue(DispatchQueue(label: "resource-request.dropped"))
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

  private func take() -> Work? { work.exchange(nil) }
}

/// The main queue, for callbacks that are isolated to the main actor: closures and delegates that use the state of a
/// user interface, of the top level of a program, or of a module whose default isolation is the main actor.
///
/// ```swift
/// client.send(request, on: .main) { outcome in label.text = (try? outcome.get().text) ?? "" }
/// ```
public struct MainCallbackQueue: Sendable {
  /// The main queue.
  public static let main = MainCallbackQueue()
}
