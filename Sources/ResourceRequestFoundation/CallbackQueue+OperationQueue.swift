// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Foundation
public import ResourceRequestCore

extension CallbackQueue {
  /// An operation queue.
  ///
  /// On a queue that runs several operations at once, a delegate's calls may overtake one another. If its operations
  /// are cancelled, their calls end with a `CancellationError`.
  public static func operationQueue(_ queue: OperationQueue) -> CallbackQueue {
    CallbackQueue { queue.addOperation(CallbackOperation($0)) }
  }
}

/// A job that is released as soon as its operation is cancelled, even on a suspended queue.
///
/// Unchecked, as `Operation` is: all its state beyond its superclass's is under a lock.
private final class CallbackOperation: Operation, @unchecked Sendable {
  private struct State {
    var job: (@Sendable () -> Void)?
  }

  private let state: Lock<State>

  init(_ job: @escaping @Sendable () -> Void) {
    state = Lock(State(job: job))
  }

  override func main() { take()?() }

  override func cancel() {
    super.cancel()
    _ = take()
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state.job = nil }
      return state.job
    }
  }
}
