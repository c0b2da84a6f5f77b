// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The state of the loop's thread: pools, connections, timers, exchanges in flight.
  ///
  /// Only that thread touches it, so there are no locks; while it waits, a caller's thread may have the state instead (see
  /// `Standby`). Results are collected during a turn and delivered at its end.
  final class LoopCore {
    /// How many bytes all connections together may read in a turn.
    private static var sharePerTurn: Int { 2 << 20 }
    private static var writeSharePerTurn: Int { 4 << 20 }
    private static var bufferSize: Int { 64 << 10 }
    private static var mostRemembered: Int { 64 }

    /// The loop's time in nanoseconds, read once a turn and after each wait.
    @exclusivity(unchecked) var now: UInt64
    /// When the sockets were last looked at.
    @exclusivity(unchecked) var looked: UInt64 = 0
    /// Whether they were all told then.
    @exclusivity(unchecked) var hasSeenAll = true
    /// Who is being told what the sockets had.
    @exclusivity(unchecked) var told: ObjectIdentifier?
    /// When an exchange last ended.
    @exclusivity(unchecked) private(set) var lastEnd: UInt64 = 0
    /// When the loop is awake again at the latest.
    @exclusivity(unchecked) var awakeBy = UInt64.max
    let mailbox: Mailbox
    let budget: SocketBudget
    let drainTime: Duration
    @exclusivity(unchecked) var poller: Poller
    @exclusivity(unchecked) var timers = Timers()
    @exclusivity(unchecked) var names: Names
    @exclusivity(unchecked) private(set) var pools: [Lane: OriginPool] = [:]
    /// Pools that have been left with sessions to resume, the one left last at the end; they may be in use again.
    @exclusivity(unchecked) private var remembered: [OriginPool] = []
    /// Pools whose exchanges wait for a socket of the process: those that have none, those that have some, and those whose
    /// names are to be looked up first.
    @exclusivity(unchecked) var bare: [OriginPool] = []
    @exclusivity(unchecked) var starved: [OriginPool] = []
    @exclusivity(unchecked) var unnamed: [OriginPool] = []
    /// Whether an idle connection is being closed for a pool, which takes its place.
    @exclusivity(unchecked) var isMakingRoom = false
    /// Those that are open, and those that will be once names are known.
    @exclusivity(unchecked) var openSockets = 0
    @exclusivity(unchecked) var awaitedSockets = 0
    /// How many may be open for now, since the system refused one more, and until when.
    @exclusivity(unchecked) var scarcity: (sockets: Int, end: UInt64, hasClosed: Bool, isInVain: Bool)?
    let scarcityEnd = ScarcityEnd()
    /// Connections that nobody has.
    @exclusivity(unchecked) var idleCount = 0
    /// Whether a connection became idle within an event of its own, in which it cannot be closed for another origin.
    @exclusivity(unchecked) var hasIdled = false
    /// What is received goes here first; nothing stays between turns.
    let buffer: UnsafeMutableRawBufferPointer
    /// What is decrypted goes here.
    let plaintext: UnsafeMutableRawBufferPointer
    /// The newest context of each material, and the state of its files that cannot be used, since when; `.max` once reported.
    @exclusivity(unchecked) var contexts:
      [TLSMaterial: (key: TLSMaterialKey, context: TLSContext, unusable: (key: TLSMaterialKey, since: UInt64)?)] = [:]
    let blocks = BlockPool()
    /// The bytes that may still be read in this turn.
    @exclusivity(unchecked) var turnShare = 0
    /// The bytes that may still be written in this turn.
    @exclusivity(unchecked) var writeTurnShare = 0
    /// Connections that have more to read or to write than their share.
    @exclusivity(unchecked) var unfinished: [Connection] = []
    /// Connections with something to send at the end of the turn.
    @exclusivity(unchecked) var toBeFlushed: [Connection] = []
    /// Exchanges with data for their readers.
    @exclusivity(unchecked) var gathering: [Exchange] = []
    @exclusivity(unchecked) private var deliveries = Deliveries()
    @exclusivity(unchecked) private var contents = Mailbox.Contents()
    @exclusivity(unchecked) var turnEnds = TurnEnds()
    /// Exchanges that have not ended.
    @exclusivity(unchecked) private(set) var underway = 0
    private var isClosed = false
    /// The number of open connections, for other threads.
    let gauge = ConnectionGauge()

    init(_ mailbox: Mailbox, _ budget: SocketBudget, drainTime: Duration) throws {
      self.mailbox = mailbox
      self.budget = budget
      self.drainTime = drainTime
      names = Names(mailbox, most: budget.lookups)
      poller = try Poller(wakeDescriptor: mailbox.wakeDescriptor)
      buffer = .allocate(byteCount: LoopCore.bufferSize, alignment: 64)
      plaintext = .allocate(byteCount: LoopCore.bufferSize, alignment: 64)
      now = .moment()
    }

    deinit {
      buffer.deallocate()
      plaintext.deallocate()
    }

    /// Runs turns until the last reference to the transport is released and no exchange is in flight.
    func run() {
      mailbox.runsOnCurrentThread()
      while true {
        turnShare = LoopCore.sharePerTurn
        writeTurnShare = LoopCore.writeSharePerTurn
        takeMail()
        continueUnfinished()
        // What has arrived while tasks of the loop ran ends a silence.
        if let next = timers.earliest, next <= now { lookAgain() }
        while let entry = timers.popExpired(at: now) { entry.timeIsUp(self) }
        passGathered()
        flush()
        if hasIdled {
          hasIdled = false
          hasRoomAgain()
        }
        deliver()
        // Before the wait and not after it: the turn that learns of the end has nothing left to wake it.
        if isClosed, underway == 0 { return closeAll() }
        wait()
      }
    }

    private func closeAll() {
      for pool in pools.values { pool.closeIdle() }
      mailbox.retire()
    }

    // MARK: Mail

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
      // What a server has said meanwhile on an idle connection was not asked for, and must not become the response to the
      // next request (RFC 9112 §9.2).
      if !contents.submissions.isEmpty, idleCount > 0 { lookAgain() }
      for submission in contents.submissions { accept(submission) }
      for ticket in contents.cancellations {
        guard let exchange = Exchange.of(ticket) else { continue }
        exchange.connection?.link?.doubt(exchange, isCancelled: true)
        fail(exchange, .cancelled)
      }
      for ticket in contents.resumptions { resume(ticket) }
      for answer in contents.answers {
        for opening in names.ended(answer, at: now) { opening.found(answer) }
      }
      if !contents.answers.isEmpty { hasRoomAgain() }
      answer(contents.questions)
      for (job, executor) in contents.jobs { job.runSynchronously(on: executor) }
    }

    private func end(_ lifetimes: [DestinationLifetime]) {
      let end = now.advanced(by: drainTime)
      for lifetime in lifetimes { lifetime.end(at: end) }
      for pool in pools.values { pool.lifetimesEnded() }
      // Their material may be of the old configuration.
      for pool in remembered { drop(pool) }
      remembered = []
    }

    // MARK: Turns

    /// In the order in which they stopped: those that a turn has no share for come first in the next.
    private func continueUnfinished() {
      let count = unfinished.count
      var served = 0
      while served < count, turnShare > 0, writeTurnShare > 0 {
        let connection = unfinished[served]
        served += 1
        connection.isUnfinished = false
        guard !connection.isClosed else { continue }
        connection.read()
        connection.write()
      }
      unfinished.removeFirst(served)
    }

    /// A connection has used up its share of the turn.
    func continueNextTurn(_ connection: Connection) {
      guard !connection.isUnfinished else { return }
      connection.isUnfinished = true
      unfinished.append(connection)
    }

    private func passGathered() {
      guard !gathering.isEmpty else { return }
      for exchange in gathering {
        exchange.passGathered()
        exchange.connection?.link?.consume(exchange)
      }
      gathering.removeAll(keepingCapacity: true)
    }

    func flush() {
      guard !toBeFlushed.isEmpty else { return }
      let connections = toBeFlushed
      toBeFlushed.removeAll(keepingCapacity: true)
      for connection in connections {
        connection.isToBeFlushed = false
        connection.write()
      }
    }

    private func deliver() {
      setGauge()
      deliveries.deliver()
    }

    func setGauge() { gauge.set(OpenConnections(active: openSockets - idleCount, idle: idleCount)) }

    // MARK: Exchanges

    func accept(_ submission: Submission) {
      let lane = Lane(submission.request)
      accept(submission, in: pools[lane] ?? makePool(lane, submission.request))
    }

    func accept(_ submission: Submission, in pool: OriginPool) {
      underway += 1
      let exchange = Exchange(submission, in: pool, now: now)
      guard !submission.ticket.isCancelled else { return fail(exchange, .cancelled) }
      guard exchange.deadline > now else { return fail(exchange, .deadlinePassed) }
      submission.ticket.exchange = exchange
      exchange.context.emit(.queued)
      pool.admit(exchange)
      if exchange.connection == nil, !exchange.isOver { timers.wake(exchange, by: exchange.deadline) }
    }

    private func makePool(_ lane: Lane, _ request: ResolvedRequest) -> OriginPool {
      let pool = OriginPool(lane, for: request, on: self)
      pools[lane] = pool
      return pool
    }

    /// A pool has nothing left, but perhaps sessions of TLS that its next connection may resume.
    func forget(_ pool: OriginPool) {
      guard pools[pool.lane] === pool else { return }
      guard pool.security?.canResume == true else { return pools[pool.lane] = nil }
      remembered.removeAll { $0 === pool }
      remembered.append(pool)
      if remembered.count > LoopCore.mostRemembered { drop(remembered.removeFirst()) }
    }

    private func drop(_ pool: OriginPool) {
      if pool.isUnused, pools[pool.lane] === pool { pools[pool.lane] = nil }
    }

    /// Goes on with an exchange that was paused because one side had no data or no room.
    private func resume(_ ticket: Ticket) {
      guard let exchange = Exchange.of(ticket), let connection = exchange.connection else { return }
      if exchange.incoming.isPaused, exchange.incoming.writer?.isFull == false {
        exchange.incoming.isPaused = false
        connection.watch(exchange)
        if let link = connection.link { link.readerHasRoom(exchange) }
        // More than before the pause may be there, also where the last turn had emptied the system's buffer.
        (connection.isReadable, connection.hasMore) = (true, true)
        connection.read()
      }
      guard exchange.connection === connection, exchange.outgoing.isStarved else { return }
      if let link = connection.link { link.resume(exchange) } else { connection.write() }
    }

    /// Ends an exchange whose time is up.
    func expire(_ exchange: Exchange) {
      if now >= exchange.deadline {
        guard !exchange.incoming.hasEnded else { return leaveRest(of: exchange) }
        exchange.connection?.link?.doubt(exchange)
        return fail(exchange, .deadlinePassed)
      }
      guard let connection = exchange.connection else { return timers.wake(exchange, by: exchange.deadline) }
      if now >= exchange.outgoing.askedUntil { connection.consent(to: exchange) }
      guard !exchange.isOver else { return }
      if connection.isSilent(for: exchange) {
        guard !exchange.incoming.hasEnded else { return leaveRest(of: exchange) }
        connection.link?.doubt(exchange)
        return fail(exchange, .stayedSilent)
      }
      if connection.link != nil {
        timers.wake(exchange, by: max(now + 1, exchange.nextMoment(lastActivity: connection.lastMoved(exchange))))
      }
    }

    /// The server has responded, and takes no more of the request: its response is what became of it.
    private func leaveRest(of exchange: Exchange) {
      finish(exchange, isKept: exchange.connection?.link != nil)
    }

    /// Ends an exchange with a failure, and its connection with it.
    func fail(_ exchange: Exchange, _ fault: ExchangeFault) {
      switch fault {
      case .cancelled, .deadlinePassed, .stayedSilent, .offerFailed, .offersTooLittle, .offersTooMuch, .unsupported:
        exchange.connection?.link?.noteHead(of: exchange)
      default: break
      }
      let error = fault.error(of: exchange)
      end(exchange, .failure(error), isKept: false)
    }

    /// Ends an exchange whose response is complete.
    func finish(_ exchange: Exchange, isKept: Bool) {
      let isStream = exchange.incoming.writer != nil
      let body = isStream ? IncomingBody() : IncomingBody(exchange.body.take())
      end(exchange, .success(exchange.response(body, now: now)), isKept: isKept)
    }

    private func end(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>, isKept: Bool) {
      guard exchange.ends() else { return }
      timers.remove(exchange)
      exchange.submission.ticket.exchange = nil
      exchange.passGathered()
      underway -= 1
      lastEnd = now
      exchange.submission.upload?.pipe.close()
      if let writer = exchange.incoming.writer {
        switch result {
        case .success(let response): writer.finish(.init(trailers: response.trailers, metrics: response.metrics))
        case .failure(let error): writer.fail(error)
        }
      } else {
        deliveries.add(exchange.submission, result)
      }
      if let connection = exchange.connection {
        connection.giveBack(exchange, isKept: isKept)
      } else {
        exchange.pool.leave(exchange)
      }
    }

    /// Delivers a streamed response at its head.
    func deliver(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>) {
      deliveries.add(exchange.submission, result)
    }
  }
#endif
