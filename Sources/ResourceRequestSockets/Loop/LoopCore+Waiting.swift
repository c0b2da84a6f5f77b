// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The end of a turn.
  extension LoopCore {
    /// How long after the sockets were looked at a connection is lent without looking again, in nanoseconds.
    private static var freshness: UInt64 { 100_000 }
    /// For how long after an exchange callers may begin the next, in nanoseconds.
    private static var standbyTime: UInt64 { 1_000_000_000 }

    /// Waits for the sockets, a timer or mail, if there is nothing to go on with.
    func wait() {
      let isIdle = unfinished.isEmpty && toBeFlushed.isEmpty
      let end = turnEnds.next(
        isIdle: isIdle,
        mail: isIdle ? mailbox.fallAsleep() : .none,
        isUnderway: underway > 0
      )
      guard end != .mail else {
        now = .moment()
        return
      }
      let sleeps = end == .sleep
      let signalled = look(until: sleeps ? timers.earliest ?? .max : now, offersState: sleeps && hasJustServed)
      if sleeps || signalled { mailbox.awake() }
    }

    /// Whether the next request may come soon, and be alone.
    private var hasJustServed: Bool { underway == 0 && now - lastEnd < LoopCore.standbyTime }

    /// Waits for the sockets and tells their owners what became of them.
    ///
    /// - Parameters:
    ///   - moment: until when.
    ///   - offersState: whether callers may begin an exchange meanwhile.
    /// - Returns: whether the loop was woken by mail.
    private func look(until moment: UInt64, offersState: Bool = false) -> Bool {
      // A turn may have taken long. What begins meanwhile has set no timer that this wait knows of.
      if offersState || moment > now { now = .moment() }
      awakeBy = offersState ? min(moment, lastEnd.advanced(byNanoseconds: LoopCore.standbyTime)) : moment
      let (wait, milliseconds) = (poller.wait, now.milliseconds(until: awakeBy))
      if offersState { mailbox.standby.offer(self) }
      ExitGate.leave()
      let count = wait(milliseconds: milliseconds)
      ExitGate.enter()
      if offersState { mailbox.standby.withdraw() }
      // An idle connection may be among those that are still to be told.
      hasSeenAll = false
      now = .moment()
      looked = now
      var signalled = false
      for number in 0..<count {
        let event = poller.event(number)
        if event.isWakeUp { signalled = true }
        guard let owner = event.owner else { continue }
        told = ObjectIdentifier(owner)
        owner.became(event.readiness, self)
      }
      told = nil
      hasSeenAll = count < Poller.mostEvents
      return signalled
    }

    /// Looks at the sockets, if that was not done just now: tasks of the loop may have run for long since.
    func lookAgain() {
      now = .moment()
      guard now - looked > LoopCore.freshness else { return }
      if look(until: now) { mailbox.awake() }
    }
  }

  extension LoopCore: Standby.Worker {
    /// Begins an exchange on its caller's thread: one that is alone, on a connection that is there and has nothing to say.
    func begin(_ submission: Submission) -> Standby.Start {
      // What is in the mailbox came before.
      guard underway == 0, mailbox.isAsleep, submission.isBrief, let pool = pools[Lane(submission.request)],
        ExitGate.tryEnter()
      else { return .declined }
      defer { ExitGate.leave() }
      now = .moment()
      guard pool.hasQuietConnection else { return .declined }
      accept(submission, in: pool)
      flush()
      setGauge()
      let isLeft = !unfinished.isEmpty || !toBeFlushed.isEmpty || underway == 0
      // It may sleep on past its time where the machine has slept.
      return isLeft || awakeBy <= now || timers.earliest.map { $0 < awakeBy } == true ? .needsLoop : .begun
    }
  }

  extension OriginPool {
    /// Whether the connection that is lent next is there, and nothing has come of it that nobody has read.
    fileprivate var hasQuietConnection: Bool {
      let next = shared.isEmpty ? idle.last : shared.last { $0.link?.hasRoom == true }
      return next.map { $0.mayBeLent && $0.isSilent } ?? false
    }
  }

  extension Submission {
    /// Whether it can be sent whole by a thread that has the loop's state: nothing of it is waited for, and nobody's code is
    /// called.
    fileprivate var isBrief: Bool {
      upload == nil && request.options.expectContinue == nil && !request.options.wantsNewConnection
        && request.body?.bytes.map { $0.count <= Connection.copied } != false
        && context.call.listeners.toAll.isEmpty
    }
  }
#endif
