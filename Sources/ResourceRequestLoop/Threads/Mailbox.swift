// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore
import ResourceRequestPlatform
import Synchronization

/// Messages from other threads to the loop: requests, cancellations, jobs of tasks.
///
/// It wakes the loop only if that sleeps.
package final class Mailbox: Sendable {
  /// The messages since the loop last looked.
  package struct Contents {
    package var submissions: [Submission] = []
    package var cancellations: [Ticket] = []
    /// Exchanges that were paused and can continue.
    package var resumptions: [Ticket] = []
    /// Lookups that have ended.
    package var answers: [NameAnswer] = []
    package var jobs: [(UnownedJob, UnownedTaskExecutor)] = []
    /// The lifetimes whose connections are to be ended.
    package var endedLifetimes: [DestinationLifetime] = []
    /// Who wants to know which connections there are.
    package var questions: [ConnectionQuestion] = []
    /// The last reference to the transport is released: no further submissions will come.
    package var isClosed = false

    package init() {}

    /// Empties it, and keeps the memory of what every turn uses.
    fileprivate mutating func removeAll() {
      submissions.removeAll(keepingCapacity: true)
      cancellations.removeAll(keepingCapacity: true)
      resumptions.removeAll(keepingCapacity: true)
      answers.removeAll(keepingCapacity: true)
      jobs.removeAll(keepingCapacity: true)
      endedLifetimes.removeAll()
      questions.removeAll()
      isClosed = false
    }

    package var isEmpty: Bool {
      submissions.isEmpty && cancellations.isEmpty && resumptions.isEmpty && answers.isEmpty && jobs.isEmpty
        && endedLifetimes.isEmpty && questions.isEmpty && !isClosed
    }
  }

  private struct State {
    var contents = Contents()
    /// Whether the loop waits for sockets, or is about to.
    ///
    /// Invariant: `true` only while `contents` is empty.
    var loopSleeps = false
    /// Whether the loop takes no more messages.
    var hasEnded = false

    /// Changes the messages; returns whether the loop is to be woken.
    mutating func leave(_ change: (inout Contents) -> Void) -> Bool {
      change(&contents)
      defer { loopSleeps = false }
      return loopSleeps
    }
  }

  private let state = Lock(State())
  private let wakeUp: WakeUp
  /// Begins exchanges while the loop waits, if it offers that.
  package let standby = Standby()
  /// The loop's thread, as in `pthread_self()`; 0 before it runs.
  private let thread = Atomic<UInt>(0)

  package init() throws {
    wakeUp = try WakeUp()
  }

  /// The descriptor that becomes readable when the loop is woken.
  package var wakeDescriptor: Int32 { wakeUp.readEnd }

  package func submit(_ submission: Submission) {
    switch standby.begin(submission) {
    case .declined: leave { $0.submissions.append(submission) }
    case .begun: break
    case .needsLoop: wakeUp.signal()
    }
  }

  package func cancel(_ ticket: Ticket) {
    leave { $0.cancellations.append(ticket) }
  }

  package func resume(_ ticket: Ticket) {
    leave { $0.resumptions.append(ticket) }
  }

  package func answer(_ answer: NameAnswer) {
    leave { $0.answers.append(answer) }
  }

  package func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
    leave { $0.jobs.append((job, executor)) }
  }

  package func end(_ lifetimes: [DestinationLifetime]) {
    leave { $0.endedLifetimes += lifetimes }
  }

  package func close() {
    leave { $0.isClosed = true }
  }

  private func leave(_ change: (inout Contents) -> Void) {
    if state.withLock({ $0.leave(change) }) { wakeUp.signal() }
  }

  /// Asks the loop which connections it has; one that has ended has none.
  package func connections() async -> [ConnectionStatus] {
    await withCheckedContinuation { continuation in
      let question = ConnectionQuestion(continuation)
      let mustWake = state.withLock { state in
        state.hasEnded ? nil : state.leave { $0.questions.append(question) }
      }
      guard let mustWake else { return question.answer([]) }
      if mustWake { wakeUp.signal() }
    }
  }

  // MARK: The loop's side

  /// Whether the loop waits and there is no mail.
  package var isAsleep: Bool { state.withLock { $0.loopSleeps } }

  /// Takes the messages.
  ///
  /// The caller passes those of the last time in exchange, so that their memory is reused.
  package func collect(into contents: inout Contents) {
    contents.removeAll()
    state.withLock { swap(&$0.contents, &contents) }
  }

  /// Marks the loop as sleeping, unless there are messages.
  ///
  /// - Returns: the messages; the loop sleeps if there are none.
  package func fallAsleep() -> TurnEnds.Mail {
    state.withLock { state in
      state.loopSleeps = state.contents.isEmpty
      return state.loopSleeps ? .none : state.contents.jobs.isEmpty ? .ofOthers : .ofOwnTasks
    }
  }

  /// Marks the loop as awake, so that it need not be woken.
  ///
  /// - Parameter isRepeated: whether the loop is told of a signal until that is acknowledged.
  package func awake(isRepeated: Bool = false) {
    if isRepeated { wakeUp.acknowledge() }
    state.withLock { $0.loopSleeps = false }
  }

  /// The loop takes no more messages: who asked it since is answered, and so is whoever asks later.
  package func retire() {
    let questions = state.withLock { state in
      state.hasEnded = true
      defer { state.contents.questions = [] }
      return state.contents.questions
    }
    for question in questions { question.answer([]) }
  }

  package func runsOnCurrentThread() {
    thread.store(Mailbox.currentThread, ordering: .relaxed)
  }

  package var isCurrentThread: Bool { thread.load(ordering: .relaxed) == Mailbox.currentThread }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}

/// Asks a loop which connections it has; the task that asks goes on with the answer.
package struct ConnectionQuestion: Sendable {
  private let continuation: CheckedContinuation<[ConnectionStatus], Never>

  package init(_ continuation: CheckedContinuation<[ConnectionStatus], Never>) { self.continuation = continuation }

  /// Answers it; to be called once.
  package func answer(_ connections: [ConnectionStatus]) { continuation.resume(returning: connections) }
}
