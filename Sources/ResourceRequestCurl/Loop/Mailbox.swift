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

  /// Messages from other threads to the loop: requests, cancellations, jobs of tasks.
  ///
  /// It wakes the loop only if that sleeps.
  final class Mailbox: Sendable {
    /// The messages since the loop last looked.
    struct Contents {
      var submissions: [Submission] = []
      var cancellations: [Ticket] = []
      /// Exchanges that were paused and can continue.
      var resumptions: [Ticket] = []
      /// Lookups that have ended.
      var answers: [NameAnswer] = []
      var jobs: [(UnownedJob, UnownedTaskExecutor)] = []
      /// The tenures whose connections are to be ended.
      var endedTenures: [ConnectionTenure] = []
      /// The last reference to the transport is released: no further submissions will come.
      var isClosed = false

      var isEmpty: Bool {
        submissions.isEmpty && cancellations.isEmpty && resumptions.isEmpty && answers.isEmpty && jobs.isEmpty
          && endedTenures.isEmpty && !isClosed
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
    /// The loop's thread, as in `pthread_self()`; 0 before it runs.
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

    func end(_ tenures: [ConnectionTenure]) {
      leave { $0.endedTenures += tenures }
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

    /// Takes the messages.
    ///
    /// The caller passes its emptied arrays in exchange, so that their memory is reused.
    func collect(into emptied: inout Contents) {
      state.withLock { swap(&$0.contents, &emptied) }
    }

    /// Marks the loop as sleeping, unless there are messages.
    ///
    /// - Returns: the messages; the loop sleeps if there are none.
    func fallAsleep() -> TurnEnds.Mail {
      state.withLock { state in
        state.loopSleeps = state.contents.isEmpty
        return state.loopSleeps ? .none : state.contents.jobs.isEmpty ? .ofOthers : .ofOwnTasks
      }
    }

    /// Marks the loop as awake, so that it need not be woken.
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
