// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The opening of a connection: names, addresses, and a race between them (Happy Eyeballs, RFC 8305 §5).
  ///
  /// The addresses are tried one after the other, 250 ms apart or as soon as one has failed, families alternating; the
  /// first that connects wins, and the others are closed.
  final class Opening: Timed, LineEntry {
    /// One address that is being tried.
    final class Trial: Watched {
      let socket: Int32
      let peer: Connection.Peer?
      /// Until it is dropped or decided.
      let opening: Opening
      /// Its address, which is tried once more where it gives way for want of descriptors.
      var address: HostAddress?

      init(_ socket: Int32, _ peer: Connection.Peer?, _ opening: Opening) {
        self.socket = socket
        self.peer = peer
        self.opening = opening
      }

      override func became(_ readiness: Readiness, _ loop: LoopCore) {
        if !readiness.isDisjoint(with: [.write, .broken]) { opening.decided(self, readiness) }
      }
    }

    /// The delay between two addresses (RFC 8305 §5).
    private static var delay: UInt64 { 250_000_000 }
    /// The most addresses tried at once; the oldest is given up for a new one.
    private static var mostAtOnce: Int { 5 }
    /// From when on it takes long, and from when on another is begun beside it.
    static var lateAfter: UInt64 { 250_000_000 }
    private static var slowAfter: UInt64 { 1_000_000_000 }
    /// How long one goes on that nobody waits for any more.
    private static var longestForNobody: UInt64 { 10_000_000_000 }
    /// How long to wait where a Unix-domain socket's queue is full, which the kernel reports no end of.
    static var pause: UInt64 { 5_000_000 }

    let pool: OriginPool
    unowned(unsafe) let loop: LoopCore
    /// The exchange that fails if this does; its pool ties them.
    var owner: Exchange?
    package var linePosition = -1
    private let policy: AddressPolicy?
    private let timeout: Timeout
    private let nameCacheTime: Duration
    private(set) var end: UInt64
    /// Whose requests its connection is for first.
    let lifetime: DestinationLifetime?
    /// When it began.
    let begun: UInt64
    private var history = Connection.History()
    var untried: [HostAddress] = []
    /// Those among them that gave way before.
    var waited: [HostAddress] = []
    private var port = 0
    var trials: [Trial] = []
    /// The name that is being looked up; the socket that it is for has its place already.
    private var name: String? {
      didSet { if (name == nil) != (oldValue == nil) { loop.awaits(name == nil ? -1 : 1) } }
    }
    var lastFault: ExchangeFault?
    private var isOver = false
    /// Whether it goes on although nobody waits for it.
    private(set) var isForNobody = false
    /// Whether its owner took it over from nobody, and gets another if it takes too long.
    private var isTakenOver = false
    /// Whether its pool knows that it is slow.
    private var hasToldSlow = false
    /// Whether the server is asked to resume a session of TLS.
    private var resumes = true
    /// The connection whose TLS is being agreed on.
    private(set) var handshaking: Connection?

    init(in pool: OriginPool, for exchange: Exchange) {
      let options = exchange.options
      self.pool = pool
      loop = pool.loop
      let connection = options.sharedConnection?.value
      policy = connection?.addresses.flatMap { $0.looksAtAddresses ? $0 : nil }
      timeout = options.connectTimeout
      nameCacheTime = exchange.nameCacheTime
      begun = pool.loop.now
      lifetime = options.lifetime
      // Who has waited for another already has that much less time.
      end = (exchange.phase == .queued ? begun : exchange.begun).advanced(by: options.connectTimeout.length)
      history.named = pool.loop.now
    }

    /// Begins; it never ends before this returns.
    func begin() {
      loop.timers.wake(self, by: nextLook)
      switch pool.target {
      case .unixSocket(let path): tryPath(path)
      case .addresses(let addresses, of: _, let port):
        self.port = port
        race(addresses.compactMap { IPAddress($0).map { HostAddress($0) } })
      case .host(let host, let port):
        self.port = port
        find(host)
      }
    }

    /// Whether another may be begun beside it.
    var isSlow: Bool { isForNobody || hasTaken(Opening.slowAfter) }

    /// It goes on for an exchange.
    func serves(_ exchange: Exchange) {
      owner = exchange
      guard isForNobody else { return }
      (isForNobody, isTakenOver) = (false, true)
      loop.timers.wake(self, by: nextLook)
    }

    func hasTaken(_ time: UInt64) -> Bool { loop.now >= begun.advanced(byNanoseconds: time) }

    /// When it is to be looked at, if nothing is to be done before.
    private var nextLook: UInt64 {
      // One that is past is over with the next look, which loses patience, or tells that it is slow.
      let patient = isTakenOver && owner != nil ? begun.advanced(byNanoseconds: pool.patience) : .max
      let slow = hasToldSlow ? .max : begun.advanced(byNanoseconds: Opening.slowAfter)
      return min(end, patient, slow)
    }

    /// Nobody waits for it any more, but its connection may be used later: it goes on, though not for ever.
    func goesOnForNobody() {
      guard !isOver else { return }
      isForNobody = true
      end = min(end, loop.now.advanced(byNanoseconds: Opening.longestForNobody))
      loop.timers.wake(self, by: end)
    }

    /// Whether its owner, who has it from another, may wait for longer than it.
    private var isOutlasted: Bool {
      owner.map { $0.begun.advanced(by: $0.options.connectTimeout.length) > loop.now } ?? false
    }

    /// Nobody needs it any more, or its owner gets another.
    func giveUp() {
      guard !isOver else { return }
      finish()
      pool.gaveUp(self)
    }

    private func finish() {
      isOver = true
      loop.timers.remove(self)
      if let name { loop.names.left(self, name) }
      name = nil
      for trial in trials { drop(trial) }
      trials = []
      handshaking?.close()
      handshaking = nil
    }

    func drop(_ trial: Trial) {
      loop.poller.forget(trial.socket, of: trial)
      loop.closed(trial.socket)
    }

    /// Fails when the loop looks at its timers in this turn, so that no caller is surprised.
    func failSoon(_ fault: ExchangeFault) {
      lastFault = fault
      loop.timers.wake(self, by: loop.now)
    }

    private func fail(_ fault: ExchangeFault) {
      finish()
      pool.failed(self, fault)
    }

    // MARK: Names

    private func find(_ host: String) {
      if let addresses = loop.names.addresses(of: host, within: nameCacheTime, at: loop.now) { return race(addresses) }
      name = host
      loop.names.wait(self, for: host)
    }

    /// The lookup of its name has ended.
    func found(_ answer: NameAnswer) {
      name = nil
      history.named = loop.now
      switch answer.addresses {
      case .success(let addresses): race(addresses)
      case .failure(let failure):
        failSoon(
          failure.isExhausted
            ? .lookupExhausted(answer.name, reason: failure.reason)
            : .nameNotFound(answer.name, reason: failure.reason)
        )
      }
    }

    // MARK: Addresses

    private func race(_ addresses: [HostAddress]) {
      untried = HostAddress.alternating(addresses)
      tryNext()
    }

    private func tryNext() {
      while !untried.isEmpty {
        let address = untried.removeFirst()
        if let reason = policy?.refusal(of: address.ip) {
          lastFault = .addressRefused(
            AddressPolicy.sentence(owner?.request.place ?? pool.lane.origin.description, reason)
          )
          continue
        }
        guard begin(address) else { continue }
        trials.last?.address = waited.contains(address) ? nil : address
        if trials.count > Opening.mostAtOnce { drop(trials.removeFirst()) }
        if trials.count > 1, !loop.hasRoomForTrials { giveWay() }
        if !untried.isEmpty { loop.timers.wake(self, by: min(end, loop.now.advanced(byNanoseconds: Opening.delay))) }
        return
      }
      if trials.isEmpty { failSoon(lastFault ?? .connectFailed("no address")) }
    }

    /// Starts to connect to an address; `false` if that failed at once.
    private func begin(_ address: HostAddress) -> Bool {
      guard let socket = openSocket(address.family) else { return false }
      var yes: Int32 = 1
      _ = setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      return watch(socket, address.connect(socket, port: port), .init(address: address.ip.description, port: port))
    }

    /// A trial has connected or failed.
    func decided(_ trial: Trial, _ readiness: Readiness) {
      var code: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      _ = getsockopt(trial.socket, SOL_SOCKET, SO_ERROR, &code, &length)
      trials.removeAll { $0 === trial }
      guard code == 0 else {
        lastFault = .connectFailed(reason(code))
        drop(trial)
        tryNext()
        return loop.hasRoomAgain()
      }
      history.connected = loop.now
      do throws(ExchangeFault) {
        let tls = try pool.security?.makeSession(loop, for: pool.lane, resuming: resumes, telling: owner)
        let connection = Connection(
          trial.socket,
          in: pool,
          peer: trial.peer,
          history: history,
          tls: tls,
          for: self
        )
        loop.poller.pass(from: trial, to: connection)
        connection.has(alreadyBecome: readiness)
        finish()
        guard tls != nil else { return isReady(connection) }
        isOver = false
        handshaking = connection
        loop.timers.wake(self, by: nextLook)
        connection.handshake()
        // The places of the other trials are free.
        loop.hasRoomAgain()
      } catch {
        drop(trial)
        fail(error)
      }
    }

    /// TLS is agreed on.
    func isSecured(_ connection: Connection) {
      if connection.tls?.isResumed == true { pool.security?.hasResumed() }
      handshaking = nil
      finish()
      isReady(connection)
    }

    private func isReady(_ connection: Connection) {
      if let fault = connection.isReady() {
        connection.abandon()
        return pool.failed(self, fault)
      }
      pool.opened(connection, by: self)
    }

    /// TLS could not be agreed on.
    func failed(_ fault: ExchangeFault) {
      guard let connection = handshaking,
        pool.security?.forgetsSessions(after: fault, of: connection.tls, at: pool.loop.now) == true
      else {
        return fail(fault)
      }
      resumes = false
      handshaking = nil
      connection.close()
      begin()
    }

    override func timeIsUp(_ loop: LoopCore) {
      guard !isOver else { return }
      if let lastFault, isFailing { return fail(lastFault) }
      guard loop.now < end else {
        let fault = handshaking == nil ? ExchangeFault.connectTimeout : .handshakeTimeout
        return isOutlasted ? giveUp() : fail(name.map { .lookupTimeout($0) } ?? fault)
      }
      if isTakenOver, owner != nil, hasTaken(pool.patience) { return pool.losePatience(with: self) }
      if !hasToldSlow, isSlow {
        hasToldSlow = true
        pool.serve()
        guard !isOver else { return }
      }
      // Nothing else is to be done before the name, or TLS.
      guard name == nil, handshaking == nil else { return loop.timers.wake(self, by: nextLook) }
      if case .unixSocket(let path) = pool.target { return tryPath(path) }
      tryNext()
      loop.timers.wake(self, by: nextLook)
    }

    /// Whether it has failed, and tells its pool when the loop looks at its timers.
    var isFailing: Bool {
      lastFault != nil && trials.isEmpty && untried.isEmpty && name == nil && handshaking == nil && !isPausing
    }

    /// Whether a Unix-domain socket's queue is waited for.
    private var isPausing: Bool {
      if case .unixSocket = pool.target { return lastFault == nil }
      return false
    }
  }
#endif
