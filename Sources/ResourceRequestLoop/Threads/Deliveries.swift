// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// The results of a turn, kept until its end, since no continuation is resumed in the middle of it.
package struct Deliveries {
  private typealias Delivery = (Submission, Result<TransportResponse, any Error>)

  /// For tasks that the loop resumes itself.
  private var own: [Delivery] = []
  private var others: [Delivery] = []

  package init() {}

  /// Adds a result.
  package mutating func add(_ submission: Submission, _ result: Result<TransportResponse, any Error>) {
    if submission.resumesAtOnce {
      own.append((submission, result))
    } else {
      others.append((submission, result))
    }
  }

  /// Resumes everybody.
  package mutating func deliver() {
    for (submission, result) in own { submission.resume(with: result) }
    own.removeAll(keepingCapacity: true)
    guard let (submission, result) = others.first else { return }
    guard others.count > 1 else {
      others.removeAll(keepingCapacity: true)
      return submission.resume(with: result)
    }
    // Resuming a task of another thread wakes that thread. If it takes the loop's core, it sleeps again before the
    // next task is resumed. So one task resumes all others.
    let batch = others
    others = []
    others.reserveCapacity(batch.count)
    Task.detached {
      for (submission, result) in batch { submission.resume(with: result) }
    }
  }
}
