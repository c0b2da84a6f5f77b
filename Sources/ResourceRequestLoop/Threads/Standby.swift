// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform
import Synchronization

/// A loop that waits for its sockets, where another thread may begin an exchange in its place.
///
/// While it waits, the loop touches nothing of its state and offers it here. A caller that takes the offer has the state
/// under the lock, and the loop withdraws the offer under the same lock before it goes on. So a request that is alone
/// is written by its caller's thread, and the loop is woken by the response only.
package final class Standby: Sendable {
  /// What can begin an exchange: the loop's state.
  package protocol Worker: AnyObject {
    /// Begins an exchange; runs no code but the loop's own, and does not wait.
    func begin(_ submission: Submission) -> Start
  }

  /// How a worker has taken a submission.
  package enum Start {
    /// It was left untouched, for the loop.
    case declined
    /// It has begun, and the sockets or the timers wake the loop for what follows.
    case begun
    /// It has begun, and the loop has to be woken for what follows.
    case needsLoop
  }

  /// Taken by the first caller, so that others go to the mailbox and not to the lock.
  private let isOffered = Atomic(false)
  private let lock = Lock(())
  /// Only read and written under the lock.
  private nonisolated(unsafe) var worker: (any Worker)?
  /// How many forks this process had behind it when the state was offered.
  private let age = Atomic(0)

  package init() { Forks.areCounted }

  /// Whether a caller may begin an exchange now.
  package var isOpen: Bool { isOffered.load(ordering: .relaxed) }

  /// Offers the loop's state, by the loop that is about to wait.
  package func offer(_ core: any Worker) {
    lock.withLock { _ in worker = core }
    age.store(Forks.count.load(ordering: .relaxed), ordering: .relaxed)
    isOffered.store(true, ordering: .releasing)
  }

  /// Takes the state back, by the loop that has waited: first of all, and once a caller that has it is done.
  package func withdraw() {
    isOffered.store(false, ordering: .relaxed)
    lock.withLock { _ in worker = nil }
  }

  /// Begins an exchange on this thread, if the loop offers that.
  package func begin(_ submission: Submission) -> Start {
    guard isOffered.exchange(false, ordering: .acquiring),
      age.load(ordering: .relaxed) == Forks.count.load(ordering: .relaxed)
    else { return .declined }
    return lock.withLock { _ in worker?.begin(submission) ?? .declined }
  }
}

/// The forks that a process has behind it: a child has the memory of its parent's loops and their sockets, but not the threads.
private enum Forks {
  static let count = Atomic(0)

  /// From now on.
  static let areCounted: Void = {
    pthread_atfork(nil, nil) { _ = Forks.count.wrappingAdd(1, ordering: .relaxed) }
  }()
}
