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

  /// What lives on the loop's thread: libcurl's multi handle, the sockets, the timers, the exchanges under way.
  ///
  /// Everything here is touched by that thread alone, so nothing is locked. Results are collected during a turn and
  /// handed over at its end: a continuation is never resumed from inside libcurl.
  final class LoopCore {
    /// The loop's time in nanoseconds, read once a turn and after each wait.
    private(set) var now: UInt64
    /// TLS sessions, for all handles of this thread.
    let share: UnsafeMutableRawPointer?
    let multi: UnsafeMutableRawPointer
    let poller: any SocketPoller
    var timers = TimerHeap<Exchange>()
    var admission: AdmissionQueue<Lane, Exchange>
    var resting = RestingConnections()
    /// Who opens tunnels through a proxy that are kept, by the proxy's URL.
    var tunnelOwners: [String: Proxy] = [:]
    /// Handles that wait for their next exchange.
    var idleHandles: [EasyHandle] = []
    /// Exchanges whose turn has come.
    var released: [Exchange] = []
    /// Exchanges the loop has and has not ended, those in the queue included.
    var underway = 0
    let mailbox: Mailbox
    private var contents = Mailbox.Contents()
    private var results: [(Submission, Result<TransportResponse, any Error>)] = []
    /// When libcurl wants to be called again.
    private var curlMoment: UInt64?
    private var isClosed = false
    private var ready: [(Int32, Readiness)] = []

    init(_ mailbox: Mailbox, _ budget: SocketBudget) throws {
      guard let multi = curl_multi_init() else {
        throw LoopFailure(step: "memory for a libcurl handle", number: ENOMEM)
      }
      self.multi = multi
      admission = AdmissionQueue(total: budget.exchanges)
      ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, budget.kept)
      self.mailbox = mailbox
      #if os(Linux)
        poller = try EpollPoller()
      #else
        poller = PollPoller()
      #endif
      share = ccurl_share_sessions()
      now = LoopCore.clock()
      ccurl_multi_set_callbacks(
        multi,
        Unmanaged.passUnretained(self).toOpaque(),
        LoopCore.socketChanged,
        LoopCore.timerChanged
      )
      poller.watch(mailbox.wakeDescriptor, for: .read)
    }

    deinit {
      ExitGate.enter()
      defer { ExitGate.leave() }
      idleHandles = []
      curl_multi_cleanup(multi)
      if let share { curl_share_cleanup(share) }
    }

    /// Turns until the last reference to the transport is gone and nothing is under way.
    func run() {
      mailbox.runsOnCurrentThread()
      ExitGate.enter()
      defer { ExitGate.leave() }
      while true {
        takeMail()
        drive()
        expire()
        startReleased()
        for socket in resting.expired(at: now) { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        deliver()
        // Before the wait and not after it: the turn that learns of the end has nothing left to wake it.
        if isClosed, underway == 0 { return }
        wait()
      }
    }

    /// Hands an exchange's result over at the end of the turn.
    func answer(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>) {
      results.append((exchange.submission, result))
    }

    private func takeMail() {
      contents.submissions.removeAll(keepingCapacity: true)
      contents.cancellations.removeAll(keepingCapacity: true)
      contents.resumptions.removeAll(keepingCapacity: true)
      contents.jobs.removeAll(keepingCapacity: true)
      contents.isClosed = false
      mailbox.collect(into: &contents)
      if contents.isClosed { isClosed = true }
      for submission in contents.submissions { accept(submission) }
      for ticket in contents.cancellations { cancel(ticket) }
      for ticket in contents.resumptions { resume(ticket) }
      for (job, executor) in contents.jobs { job.runSynchronously(on: executor) }
    }

    /// Lets libcurl do what is due, and ends what it has ended.
    private func drive() {
      while let moment = curlMoment, moment <= now {
        curlMoment = nil
        act(CURL_SOCKET_TIMEOUT, 0)
      }
      var result = CURLE_OK
      while let curl = ccurl_multi_next_done(multi, &result) {
        if let owner = ccurl_owner(curl) {
          ended(Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue(), result)
        }
      }
    }

    private func act(_ socket: curl_socket_t, _ mask: Int32) {
      var running: Int32 = 0
      curl_multi_socket_action(multi, socket, mask, &running)
    }

    private func expire() {
      while let exchange = timers.popExpired(at: now) { expire(exchange) }
    }

    private func deliver() {
      guard !results.isEmpty else { return }
      for (submission, result) in results {
        submission.ticket.handOver()
        submission.continuation.resume(with: result)
      }
      results.removeAll(keepingCapacity: true)
    }

    private func wait() {
      let mayRest = curlMoment.map { $0 > now } ?? true
      let sleeps = mayRest && mailbox.fallAsleep()
      var signalled = false
      ExitGate.leave()
      poller.wait(milliseconds: sleeps ? restMilliseconds() : 0, into: &ready)
      ExitGate.enter()
      now = LoopCore.clock()
      for (socket, readiness) in ready {
        if socket == mailbox.wakeDescriptor {
          signalled = true
        } else if readiness == .unasked {
          // What nobody asked for must not be taken for the answer to the next request (RFC 9112 §9.2).
          if resting.mustBeSilent(socket) { spoil(socket) }
        } else {
          act(socket, readiness.curlMask)
        }
      }
      if sleeps || signalled { mailbox.awake(signalled: signalled) }
    }

    /// Makes a resting connection one that libcurl finds ended when it looks at it, and drops what it said.
    private func spoil(_ socket: Int32) {
      _ = shutdown(socket, Int32(SHUT_RDWR))
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
        // A peer that goes on speaking is not listened to for ever: sending to it fails from now on.
        for _ in 0..<64 {
          guard recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 else { return }
        }
      }
    }

    /// Until the next timer, rounded up so that it is over then; -1 without one.
    private func restMilliseconds() -> Int32 {
      guard let next = [curlMoment, timers.earliest, resting.earliest].compactMap({ $0 }).min(), next < .max else {
        return -1
      }
      guard next > now else { return 0 }
      return Int32(clamping: (next - now + 999_999) / 1_000_000)
    }

    private static let socketChanged: curl_socket_callback = { curl, socket, what, owner, _ in
      guard let owner else { return 0 }
      let loop = Unmanaged<LoopCore>.fromOpaque(owner).takeUnretainedValue()
      let poller = loop.poller
      let handle = ccurl_owner(curl).map { Unmanaged<EasyHandle>.fromOpaque($0).takeUnretainedValue() }
      let exchange = handle?.exchange
      // libcurl stops to watch a connection when its last exchange is over, or while that lets the peer wait.
      if what == CURL_POLL_REMOVE, exchange?.pauses.isEmpty ?? true {
        let answer = exchange?.head
        let mustBeSilent = answer?.isComplete == true && answer?.httpVersion?.major == 1
        loop.resting.rested(socket, at: loop.now, mustBeSilent: mustBeSilent)
      } else {
        loop.resting.used(socket)
      }
      switch what {
      case CURL_POLL_IN: poller.watch(socket, for: .read)
      case CURL_POLL_OUT: poller.watch(socket, for: .write)
      case CURL_POLL_INOUT: poller.watch(socket, for: [.read, .write])
      default: poller.watch(socket, for: [])
      }
      return 0
    }

    private static let timerChanged: curl_multi_timer_callback = { _, milliseconds, owner in
      guard let owner else { return 0 }
      let loop = Unmanaged<LoopCore>.fromOpaque(owner).takeUnretainedValue()
      loop.curlMoment = milliseconds < 0 ? nil : loop.now &+ UInt64(milliseconds) &* 1_000_000
      return 0
    }

    private static func clock() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
  }

  extension Readiness {
    fileprivate var curlMask: Int32 {
      var mask: Int32 = 0
      if contains(.read) { mask |= CURL_CSELECT_IN }
      if contains(.write) { mask |= CURL_CSELECT_OUT }
      if contains(.error) { mask |= CURL_CSELECT_ERR }
      return mask
    }
  }
#endif
