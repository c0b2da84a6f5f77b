// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The state of the loop's thread: libcurl's multi handles, sockets, timers, exchanges in flight.
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
    /// By number; the first always exists.
    @exclusivity(unchecked) var handles: [MultiHandle?] = []
    /// Numbers of handles, by socket.
    @exclusivity(unchecked) var handlesOfSockets: [Int] = []
    @exclusivity(unchecked) var placement: Placement<Lane>
    let budget: SocketBudget
    /// How long connections may stay idle after their tenure has ended.
    let drainTime: Duration
    let poller: any SocketPoller
    @exclusivity(unchecked) var timers = TimerHeap<Exchange>()
    @exclusivity(unchecked) var admission: AdmissionQueue<Lane, Exchange>
    @exclusivity(unchecked) var connections = Connections()
    /// Shuts connections down whose peer holds libcurl.
    let watch = FloodWatch()
    /// The last connection that it has shut down, by socket.
    var flooded: [Int32: Connections.Identity] = [:]
    /// The number of open connections, for other threads.
    let gauge = ConnectionGauge()
    /// Whether it has become known which connection an exchange uses, or that it uses none.
    @exclusivity(unchecked) var knowsMore = false
    @exclusivity(unchecked) var lookups: NameLookups<Exchange>
    /// The last known addresses of hosts.
    var addressBook: [String: [HostAddress]] = [:]
    /// The exchanges in races, by socket.
    @exclusivity(unchecked) var racers = Racers()
    /// The major version of HTTP spoken over a socket, if known.
    var versions: [Int32: Int] = [:]
    /// The connections in progress that others wait for.
    @exclusivity(unchecked) var openings: [Seat: Opening] = [:]
    /// Where connections are shared, and when the last was opened there; 0 if unknown.
    @exclusivity(unchecked) var lastOpenings: [Seat: UInt64] = [:]
    /// Exchanges that no longer wait for a connection.
    @exclusivity(unchecked) var unheld: [Exchange] = []
    /// Which exchange opens kept tunnels through a proxy, by the proxy's URL.
    var tunnelOwners: [String: Proxy] = [:]
    @exclusivity(unchecked) var scratches = ScratchPool<HandleScratch>()
    /// Exchanges that were admitted.
    @exclusivity(unchecked) var released: [Exchange] = []
    /// Exchanges with data for their readers.
    @exclusivity(unchecked) var gathering: [Exchange] = []
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
      placement = Placement(share: budget.share, mostAnnexes: budget.mostAnnexes, total: budget.exchanges)
      self.mailbox = mailbox
      #if os(Linux)
        poller = try EpollPoller()
      #else
        poller = PollPoller()
      #endif
      share = ccurl_share()
      now = LoopCore.clock()
      guard let first = MultiHandle(loop: self, number: 0, kept: budget.kept, most: budget.exchanges) else {
        throw LoopFailure(step: "memory for a libcurl handle", number: ENOMEM)
      }
      handles = [first]
      poller.watch(mailbox.wakeDescriptor, for: .read)
    }

    deinit {
      ExitGate.enter()
      defer { ExitGate.leave() }
      // They call back for every connection they close, so they are released after their removal from the list.
      let closed = handles
      handles = []
      withExtendedLifetime(closed) {}
      if let share { curl_share_cleanup(share) }
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
        closeIdleHandles()
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
      if !contents.jobs.isEmpty { takeMailOnce() }
    }

    private func takeMailOnce() {
      mailbox.collect(into: &contents)
      if contents.isClosed { isClosed = true }
      if !contents.endedTenures.isEmpty { end(contents.endedTenures) }
      for submission in contents.submissions { accept(submission) }
      for ticket in contents.cancellations { cancel(ticket) }
      for ticket in contents.resumptions { resume(ticket) }
      for answer in contents.answers { answered(answer) }
      for (job, executor) in contents.jobs { job.runSynchronously(on: executor) }
    }

    /// Lets libcurl do its due work, and ends the exchanges that it has finished.
    private func drive() {
      // By index, since more may be added meanwhile.
      for number in handles.indices {
        guard let handle = handles[number] else { continue }
        handle.driveTimers(now: now)
        while let (easy, result) = handle.nextEnded() { ended(easy, result) }
      }
    }

    private func expire() {
      while let exchange = timers.popExpired(at: now) { expire(exchange) }
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
      let curlMoment = handles.reduce(UInt64.max) { min($0, $1?.moment ?? .max) }
      let isUnread = handles.contains { $0?.isUnread == true }
      let isIdle = curlMoment > now && !isUnread && yielding.isEmpty
      let end = turnEnds.next(
        isIdle: isIdle,
        mail: isIdle ? mailbox.fallAsleep() : .none,
        isUnderway: underway > 0
      )
      guard end != .mail else {
        now = LoopCore.clock()
        return
      }
      let sleeps = end == .sleep
      var signalled = false
      ExitGate.leave()
      poller.wait(milliseconds: sleeps ? restMilliseconds(curlMoment) : 0, into: &ready)
      ExitGate.enter()
      now = LoopCore.clock()
      for (socket, readiness) in ready {
        if socket == mailbox.wakeDescriptor {
          signalled = true
        } else if readiness == .unasked {
          connections.spoke(socket)
          knowsMore = true
        } else {
          act(socket, readiness)
        }
      }
      if knowsMore { judgeSuspects() }
      if sleeps || signalled { mailbox.awake(signalled: signalled) }
    }

    /// The time until the next timer, rounded up so that it is due then; -1 without one.
    private func restMilliseconds(_ curlMoment: UInt64) -> Int32 {
      var next = min(curlMoment, timers.earliest ?? .max)
      next = min(next, connections.earliest ?? .max, placement.earliest ?? .max, scratches.earliest ?? .max)
      guard next < .max else { return -1 }
      guard next > now else { return 0 }
      return Int32(clamping: (next - now + 999_999) / 1_000_000)
    }

    static func clock() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
  }
#endif
