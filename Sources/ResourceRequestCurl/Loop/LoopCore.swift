// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The state of the loop's thread: libcurl's multi handle, sockets, timers, exchanges in flight.
  ///
  /// Only that thread touches it, so there are no locks. Results are collected during a turn and delivered at its end:
  /// a continuation is never resumed from inside libcurl.
  ///
  /// Properties marked as unchecked change in steps that call nothing back, so accesses cannot overlap; checking would
  /// cost a hundred instructions each time.
  final class LoopCore {
    /// The loop's time in nanoseconds, read once a turn and after each wait.
    @exclusivity(unchecked) private(set) var now: UInt64
    /// TLS sessions and addresses of names, for all handles of this thread.
    let share: UnsafeMutableRawPointer?
    /// `nil` only before and after the loop's life.
    @exclusivity(unchecked) private(set) var multi: MultiHandle?
    let budget: SocketBudget
    /// How long connections may stay idle after their lifetime has ended.
    let drainTime: Duration
    @exclusivity(unchecked) var poller = PollPoller()
    @exclusivity(unchecked) var timers = TimerHeap<Exchange>()
    @exclusivity(unchecked) var admission: AdmissionQueue<Lane, Exchange>
    @exclusivity(unchecked) var connections = Connections()
    /// Shuts connections down whose peer holds libcurl.
    let watch = FloodWatch()
    /// The number of open connections, for other threads.
    let gauge = ConnectionGauge()
    /// Exchanges that were passed to libcurl, and may use any connection to their destination.
    @exclusivity(unchecked) var loose: [ObjectIdentifier: Exchange] = [:]
    /// Whether it has become known which connection an exchange uses, or that it uses none.
    @exclusivity(unchecked) var knowsMore = false
    /// When the sockets were last looked at: what has come since ends a silence, and is not read yet.
    @exclusivity(unchecked) private(set) var looked: UInt64
    @exclusivity(unchecked) var lookups: NameLookups<Exchange>
    /// The interfaces of addresses that are valid on one link only.
    var scopes: [IPAddress: UInt32] = [:]
    /// Whose tunnels through a proxy are kept, by the proxy's URL, and how many exchanges and tunnels it has.
    @exclusivity(unchecked) var tunnelOwners: [String: (proxy: Proxy, uses: Int)] = [:]
    /// The proxies of kept tunnels, by their sockets.
    @exclusivity(unchecked) var tunnels: [Int32: String] = [:]
    @exclusivity(unchecked) var scratches = ScratchPool<HandleScratch>()
    /// Exchanges that were admitted.
    @exclusivity(unchecked) var released: [Exchange] = []
    /// Exchanges with data for their readers.
    @exclusivity(unchecked) var gathering: [Exchange] = []
    /// Exchanges with a response to a body that is produced, which may end before their producers go on.
    @exclusivity(unchecked) var answered: [Exchange] = []
    /// Exchanges whose bodies have used up their share of the turn.
    @exclusivity(unchecked) var yielding: [Exchange] = []
    /// The number of the turn.
    @exclusivity(unchecked) private(set) var turn: UInt64 = 0
    /// The blocks for that data.
    let blocks = BlockPool()
    /// Exchanges that have not ended, those in the queue included.
    @exclusivity(unchecked) var underway = 0
    let mailbox: Mailbox
    @exclusivity(unchecked) private var contents = Mailbox.Contents()
    @exclusivity(unchecked) private var deliveries = Deliveries()
    private var isClosed = false
    @exclusivity(unchecked) private var turnEnds = TurnEnds()
    @exclusivity(unchecked) private var ready: [(Int32, Readiness)] = []

    init(_ mailbox: Mailbox, _ budget: SocketBudget, drainTime: Duration) throws {
      self.budget = budget
      self.drainTime = drainTime
      admission = AdmissionQueue(total: budget.exchanges)
      lookups = NameLookups(most: budget.lookups)
      self.mailbox = mailbox
      share = ccurl_share()
      now = .moment()
      looked = now
      multi = MultiHandle(loop: self, kept: budget.kept, most: budget.exchanges)
      guard multi != nil else { throw LoopFailure(step: "memory for a libcurl handle", number: ENOMEM) }
      poller.watch(mailbox.wakeDescriptor, for: .read)
    }

    deinit {
      ExitGate.enter()
      defer { ExitGate.leave() }
      // It calls back for every connection it closes, so it is released after its removal from here.
      let closed = multi
      multi = nil
      withExtendedLifetime(closed) {}
      if let share { ccurl_share_cleanup(share) }
    }

    /// Runs turns until the last reference to the transport is released and no exchange is in flight.
    func run() {
      mailbox.runsOnCurrentThread()
      watch.begin()
      defer { watch.stop() }
      ExitGate.enter()
      defer { ExitGate.leave() }
      while true {
        turn &+= 1
        takeMail()
        continueYielding()
        drive()
        expire()
        startReleased()
        if knowsMore { judgeSuspects() }
        closeIdleConnections()
        scratches.trim(now: now)
        gauge.set(connections.counts)
        deliver()
        // Before the wait and not after it: the turn that learns of the end has nothing left to wake it.
        if isClosed, underway == 0 { return }
        wait()
      }
    }

    /// Delivers an exchange's result at the end of the turn.
    func answer(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>) {
      deliveries.add(exchange.submission, result)
    }

    /// Takes the mail; again after tasks of the loop have run, so that their requests start in this turn.
    private func takeMail() {
      takeMailOnce()
      guard !contents.jobs.isEmpty else { return }
      // They may have taken long, and deadlines begin when their requests are sent.
      now = .moment()
      takeMailOnce()
    }

    private func takeMailOnce() {
      mailbox.collect(into: &contents)
      if contents.isClosed { isClosed = true }
      if !contents.endedLifetimes.isEmpty { end(contents.endedLifetimes) }
      for submission in contents.submissions { accept(submission) }
      for ticket in contents.cancellations { cancel(ticket) }
      for ticket in contents.resumptions { resume(ticket) }
      for answer in contents.answers { answered(answer) }
      for (job, executor) in contents.jobs { job.runSynchronously(on: executor) }
    }

    /// Lets libcurl do its due work, and ends the exchanges that it has finished.
    private func drive() {
      guard let multi else { return }
      multi.driveTimers(now: now)
      while let (easy, result) = multi.nextEnded() { ended(easy, result) }
    }

    private func expire() {
      while let exchange = timers.popExpired(at: looked) { expire(exchange) }
    }

    private func deliver() {
      if !gathering.isEmpty {
        for exchange in gathering { exchange.passGathered() }
        gathering.removeAll(keepingCapacity: true)
      }
      deliveries.deliver()
    }

    /// Waits for sockets, timers and mail.
    private func wait() {
      let curlMoment = multi?.moment ?? .max
      let isIdle = curlMoment > now && multi?.isUnread != true && yielding.isEmpty
      let end = turnEnds.next(isIdle: isIdle, mail: isIdle ? mailbox.fallAsleep() : .none, isUnderway: underway > 0)
      guard end != .mail else {
        now = .moment()
        return
      }
      let sleeps = end == .sleep
      var (signalled, hasActed) = (false, false)
      ExitGate.leave()
      poller.wait(milliseconds: sleeps ? restMilliseconds(curlMoment) : 0, into: &ready)
      ExitGate.enter()
      now = .moment()
      looked = now
      for (socket, readiness) in ready {
        if socket == mailbox.wakeDescriptor {
          signalled = true
        } else if readiness == .unasked {
          connections.spoke(socket)
          knowsMore = true
        } else {
          multi?.act(socket, readiness.curlMask)
          hasActed = true
        }
      }
      if hasActed, !answered.isEmpty { endWaitsForProducers() }
      if knowsMore { judgeSuspects() }
      if sleeps || signalled { mailbox.awake(isRepeated: signalled) }
    }

    /// libcurl does not say when a response ends that has no length, or no body.
    private func endWaitsForProducers() {
      for exchange in answered { exchange.endWaitForProducer() }
    }

    /// The time until the next timer.
    private func restMilliseconds(_ curlMoment: UInt64) -> Int32 {
      let own = min(timers.earliest ?? .max, connections.earliest ?? .max, scratches.earliest ?? .max)
      return now.milliseconds(until: min(curlMoment, own))
    }
  }
#endif
