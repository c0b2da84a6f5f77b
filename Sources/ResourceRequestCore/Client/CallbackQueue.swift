// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Dispatch

/// Where callbacks run.
public struct CallbackQueue: Sendable {
  private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// A queue of your own.
  ///
  /// - Parameter execute: runs a job, once, later or at once. Jobs handed over one after the other must run in that
  ///   order for a delegate to see its calls in order.
  public init(_ execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.execute = execute
  }

  /// The main queue.
  public static let main = queue(.main)

  /// Right where the answer comes in, on a thread of Swift's or the transport's own.
  ///
  /// For callbacks that are quick.
  public static let immediate = CallbackQueue { $0() }

  /// A dispatch queue.
  ///
  /// On a concurrent one, a delegate's calls may overtake one another.
  public static func queue(_ queue: DispatchQueue) -> CallbackQueue {
    CallbackQueue { queue.async(execute: $0) }
  }

  /// Runs a job.
  package func run(_ job: @escaping @Sendable () -> Void) {
    execute(job)
  }
}
