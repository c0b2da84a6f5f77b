// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestLoop

  /// libcurl's multi handle: the connections of the exchanges that run on it.
  final class MultiHandle {
    let curl: UnsafeMutableRawPointer
    // The loop drops its handles before it is released.
    private unowned(unsafe) let loop: LoopCore
    /// When libcurl must be called again; `.max` if not.
    private(set) var moment = UInt64.max
    /// Whether it was called since the ended transfers were last read, so that there may be more.
    private(set) var isUnread = false

    /// Creates a handle; `nil` if there is no memory for one.
    ///
    /// - Parameters:
    ///   - loop: its loop.
    ///   - kept: how many connections are kept, those in use included.
    ///   - most: how many may be open: before another is opened, the one that has been idle for longest is closed.
    init?(loop: LoopCore, kept: Int, most: Int) {
      guard let curl = ccurl_multi_init() else { return nil }
      self.curl = curl
      self.loop = loop
      ccurl_multi_set_long(curl, CURLMOPT_MAX_CONCURRENT_STREAMS, 100)
      ccurl_multi_set_long(curl, CURLMOPT_MAXCONNECTS, kept)
      ccurl_multi_set_long(curl, CURLMOPT_MAX_TOTAL_CONNECTIONS, most)
      let owner = Unmanaged.passUnretained(self).toOpaque()
      ccurl_multi_set_callbacks(curl, owner, MultiHandle.socketChanged, MultiHandle.timerChanged)
    }

    deinit {
      ccurl_multi_cleanup(curl)
    }

    /// Tells libcurl what a socket is ready for.
    func act(_ socket: curl_socket_t, _ mask: Int32) {
      var running: Int32 = 0
      isUnread = true
      loop.watch.enter()
      ccurl_multi_socket_action(curl, socket, mask, &running)
      loop.watch.leave()
      for socket in loop.watch.takeCut() { loop.connections.flooded(socket) }
    }

    /// Lets libcurl do what is due; the rest in the next turn if it takes long.
    ///
    /// libcurl asks to be called again at once as long as a peer sends, and other exchanges and timers would wait.
    func driveTimers(now: UInt64) {
      let start = UInt64.moment()
      while moment <= now {
        moment = .max
        act(CURL_SOCKET_TIMEOUT, 0)
        guard UInt64.moment() < start &+ MultiHandle.longestTurn else { return }
      }
    }

    /// In nanoseconds.
    private static let longestTurn: UInt64 = 2_000_000

    /// The next ended transfer, and its result.
    func nextEnded() -> (EasyHandle, CURLcode)? {
      guard isUnread else { return nil }
      var result = CURLE_OK
      while let curl = ccurl_multi_next_done(curl, &result) {
        if let owner = ccurl_owner(curl) {
          return (Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue(), result)
        }
      }
      isUnread = false
      return nil
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
      handle.loop.poller.watch(socket, for: wanted)
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
