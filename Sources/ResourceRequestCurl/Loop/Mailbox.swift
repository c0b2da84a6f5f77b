// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  import ResourceRequestCore
  import Synchronization

  /// What other threads leave for the loop: requests, cancellations, jobs of tasks that run on it.
  ///
  /// Wakes the loop only where it sleeps.
  final class Mailbox: Sendable {
    /// What was left since the loop last looked.
    struct Contents {
      var submissions: [Submission] = []
      var cancellations: [Ticket] = []
      /// Exchanges that were paused and have something to do again.
      var resumptions: [Ticket] = []
      /// Names whose lookup has ended.
      var answers: [NameAnswer] = []
      var jobs: [(UnownedJob, UnownedTaskExecutor)] = []
      /// No further submission will come: the last reference to the transport is gone.
      var isClosed = false

      var isEmpty: Bool {
        submissions.isEmpty && cancellations.isEmpty && resumptions.isEmpty && answers.isEmpty && jobs.isEmpty
          && !isClosed
      }
    }

    private struct State {
      var contents = Contents()
      /// Whether the loop waits for sockets, or is about to.
      ///
      /// Invariant: `true` only while `contents` is empty.
      var loopSleeps = false
    }

    private let state = Lock(State())
    private let wakeUp: WakeUp
    /// The thread of the loop, as `pthread_self()` names it there; 0 before it runs.
    private let thread = Atomic<UInt>(0)

    init() throws {
      wakeUp = try WakeUp()
    }

    /// The descriptor that becomes readable when the loop is woken.
    var wakeDescriptor: Int32 { wakeUp.readEnd }

    func submit(_ submission: Submission) {
      leave { $0.submissions.append(submission) }
    }

    func cancel(_ ticket: Ticket) {
      leave { $0.cancellations.append(ticket) }
    }

    func resume(_ ticket: Ticket) {
      leave { $0.resumptions.append(ticket) }
    }

    func answer(_ answer: NameAnswer) {
      leave { $0.answers.append(answer) }
    }

    func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
      leave { $0.jobs.append((job, executor)) }
    }

    func close() {
      leave { $0.isClosed = true }
    }

    private func leave(_ change: (inout Contents) -> Void) {
      let mustWake = state.withLock { state in
        change(&state.contents)
        let sleeping = state.loopSleeps
        state.loopSleeps = false
        return sleeping
      }
      if mustWake { wakeUp.signal() }
    }

    // MARK: The loop's side

    /// Takes what was left.
    ///
    /// The caller's emptied arrays are given in exchange, so that their memory is used again.
    func collect(into emptied: inout Contents) {
      state.withLock { swap(&$0.contents, &emptied) }
    }

    /// Says that the loop is about to sleep, unless something has been left meanwhile.
    ///
    /// - Returns: what was left; the loop sleeps where it is nothing.
    func fallAsleep() -> TurnEnds.Mail {
      state.withLock { state in
        state.loopSleeps = state.contents.isEmpty
        return state.loopSleeps ? .none : state.contents.jobs.isEmpty ? .ofOthers : .ofOwnTasks
      }
    }

    /// Says that the loop is up, so that nobody need wake it.
    func awake(signalled: Bool) {
      if signalled { wakeUp.acknowledge() }
      state.withLock { $0.loopSleeps = false }
    }

    func runsOnCurrentThread() {
      thread.store(Mailbox.currentThread, ordering: .relaxed)
    }

    var isCurrentThread: Bool { thread.load(ordering: .relaxed) == Mailbox.currentThread }

    private static var currentThread: UInt {
      #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
      #else
        UInt(pthread_self())
      #endif
    }
  }
#endif
