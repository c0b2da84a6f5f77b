// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestLoop

  /// One of libcurl's multi handles: the connections of the exchanges that run on it.
  final class MultiHandle {
    let curl: UnsafeMutableRawPointer
    // The loop drops its handles before it is released.
    private unowned(unsafe) let loop: LoopCore
    /// Its number among the loop's.
    private let number: Int
    /// When libcurl must be called again; `.max` if not.
    private(set) var moment = UInt64.max
    /// Exchanges that were passed to libcurl, and may use any connection to their destination.
    @exclusivity(unchecked) private(set) var loose: [Exchange] = []
    /// Whether it was called since the ended transfers were last read.
    private var wasCalled = false

    /// Whether there may be ended transfers that were not read.
    var isUnread: Bool { wasCalled }

    /// Creates a handle with limits of kept and of open connections; `nil` if there is no memory for one.
    init?(loop: LoopCore, number: Int, kept: Int, most: Int) {
      guard let curl = curl_multi_init() else { return nil }
      self.curl = curl
      self.loop = loop
      self.number = number
      ccurl_multi_set_long(curl, CURLMOPT_MAX_CONCURRENT_STREAMS, loop.budget.share)
      keep(kept, open: most)
      let owner = Unmanaged.passUnretained(self).toOpaque()
      ccurl_multi_set_callbacks(curl, owner, MultiHandle.socketChanged, MultiHandle.timerChanged)
    }

    deinit {
      curl_multi_cleanup(curl)
    }

    /// Sets how many connections are kept, those in use included, and how many may be open: before another is opened,
    /// the one that has been idle for longest is closed.
    func keep(_ count: Int, open: Int) {
      ccurl_multi_set_long(curl, CURLMOPT_MAXCONNECTS, count)
      ccurl_multi_set_long(curl, CURLMOPT_MAX_TOTAL_CONNECTIONS, open)
    }

    /// Tells libcurl what a socket is ready for.
    func act(_ socket: curl_socket_t, _ mask: Int32) {
      var running: Int32 = 0
      wasCalled = true
      loop.watch.enter()
      curl_multi_socket_action(curl, socket, mask, &running)
      loop.watch.leave()
      loop.noteFloods()
    }

    /// Lets libcurl do what is due; the rest in the next turn if it takes long.
    ///
    /// libcurl asks to be called again at once as long as a peer sends, and other exchanges and timers would wait.
    func driveTimers(now: UInt64) {
      let start = LoopCore.clock()
      while moment <= now {
        moment = .max
        act(CURL_SOCKET_TIMEOUT, 0)
        guard LoopCore.clock() < start &+ MultiHandle.longestTurn else { return }
      }
    }

    /// In nanoseconds.
    private static let longestTurn: UInt64 = 2_000_000

    /// The next ended transfer, and its result.
    func nextEnded() -> (EasyHandle, CURLcode)? {
      guard wasCalled else { return nil }
      var result = CURLE_OK
      while let curl = ccurl_multi_next_done(curl, &result) {
        if let owner = ccurl_owner(curl) {
          return (Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue(), result)
        }
      }
      wasCalled = false
      return nil
    }

    /// An exchange is passed to libcurl, which chooses a connection for it.
    func set(loose exchange: Exchange) {
      exchange.loosePosition = loose.count
      loose.append(exchange)
    }

    /// Records that an exchange's connection is known, or that it uses none; returns whether it was unknown before.
    @discardableResult
    func settle(_ exchange: Exchange) -> Bool {
      let position = exchange.loosePosition
      guard position >= 0 else { return false }
      exchange.loosePosition = -1
      let last = loose.removeLast()
      guard position < loose.count else { return true }
      loose[position] = last
      last.loosePosition = position
      return true
    }

    private static let socketChanged: curl_socket_callback = { _, socket, what, owner, _ in
      guard let owner else { return 0 }
      let handle = Unmanaged<MultiHandle>.fromOpaque(owner).takeUnretainedValue()
      let wanted: Readiness =
        switch what {
        case CURL_POLL_IN: .read
        case CURL_POLL_OUT: .write
        case CURL_POLL_INOUT: [.read, .write]
        default: []
        }
      handle.loop.watch(socket, for: wanted, on: handle.number)
      return 0
    }

    private static let timerChanged: curl_multi_timer_callback = { _, milliseconds, owner in
      guard let owner else { return 0 }
      let handle = Unmanaged<MultiHandle>.fromOpaque(owner).takeUnretainedValue()
      handle.moment = milliseconds < 0 ? .max : handle.loop.now &+ UInt64(milliseconds) &* 1_000_000
      return 0
    }
  }
#endif
