// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import Dispatch
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform
  import Synchronization

  /// Shuts down the connection of a peer that holds libcurl, from a thread of its own, since the loop's is held.
  ///
  /// While the loop works it looks twenty times a second; while the loop rests it sleeps. It needs Linux, which tells how
  /// much was read from a TCP socket.
  final class FloodWatch: Sendable {
    private struct State {
      var sockets: Set<Int32> = []
      var cut: [Int32] = []
      var isStopped = false
      /// The processor time of the watched thread.
      var clock = clockid_t()
    }

    /// How often it looks, in milliseconds.
    private static let interval = 50

    /// Odd while libcurl works; another number after every call and callback.
    private let pulse = Atomic<UInt64>(0)
    /// Whether the thread sleeps until the loop works again.
    private let sleeps = Atomic<Bool>(false)
    private let hasCut = Atomic<Bool>(false)
    private let bell = DispatchSemaphore(value: 0)
    private let state = Lock(State())

    /// Starts to watch the calling thread; without a thread for it, nothing is watched.
    func begin() {
      #if os(Linux)
        var clock = clockid_t()
        guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
        state.withLock { [clock] in $0.clock = clock }
        let passed = Unmanaged.passRetained(self)
        if DetachedThread.start({ watchLoop($0) }, with: passed.toOpaque()) != 0 { passed.release() }
      #endif
    }

    /// Ends the thread.
    func stop() {
      state.withLock { $0.isStopped = true }
      bell.signal()
    }

    // MARK: The loop's side

    /// libcurl is called.
    func enter() {
      pulse.store((pulse.load(ordering: .relaxed) | 1) &+ 2, ordering: .sequentiallyConsistent)
      guard sleeps.load(ordering: .sequentiallyConsistent) else { return }
      if sleeps.exchange(false, ordering: .sequentiallyConsistent) { bell.signal() }
    }

    /// libcurl has called back.
    func beat() {
      pulse.store(pulse.load(ordering: .relaxed) &+ 2, ordering: .relaxed)
    }

    /// libcurl has returned.
    func leave() {
      pulse.store((pulse.load(ordering: .relaxed) &+ 2) & ~1, ordering: .relaxed)
    }

    /// A socket was opened.
    func opened(_ socket: Int32) {
      beat()
      state.withLock { state in
        state.sockets.insert(socket)
        state.cut.removeAll { $0 == socket }
      }
    }

    /// A socket is about to be closed, after which its number may be another's.
    func closing(_ socket: Int32) {
      beat()
      _ = state.withLock { $0.sockets.remove(socket) }
    }

    /// The sockets that were shut down since the last call.
    func takeCut() -> [Int32] {
      guard hasCut.load(ordering: .relaxed), hasCut.exchange(false, ordering: .acquiring) else { return [] }
      return state.withLock { state in
        defer { state.cut = [] }
        return state.cut
      }
    }

    // MARK: The thread's side

    fileprivate func run() {
      let clock = state.withLock(\.clock)
      var judge = FloodJudge()
      var last: UInt64 = 0
      while !state.withLock(\.isStopped) {
        _ = bell.wait(timeout: .now() + .milliseconds(FloodWatch.interval))
        let pulse = pulse.load(ordering: .sequentiallyConsistent)
        let isInside = pulse & 1 == 1
        let found = judge.look(isInside ? pulse : nil, spent: FloodWatch.time(clock), readings: readings)
        for socket in found { cut(socket, at: pulse) }
        if !isInside, pulse == last { sleep(at: pulse) }
        last = pulse
      }
    }

    /// Sleeps until libcurl is called again.
    private func sleep(at pulse: UInt64) {
      sleeps.store(true, ordering: .sequentiallyConsistent)
      guard self.pulse.load(ordering: .sequentiallyConsistent) == pulse, !state.withLock(\.isStopped) else {
        return sleeps.store(false, ordering: .sequentiallyConsistent)
      }
      bell.wait()
    }

    private func readings() -> [Int32: UInt64] {
      var readings: [Int32: UInt64] = [:]
      for socket in state.withLock(\.sockets) {
        let read = ccurl_bytes_read(socket)
        if read > 0 { readings[socket] = read }
      }
      return readings
    }

    /// Shuts a connection down, if libcurl has not moved on: then the socket is still the one that was looked at.
    private func cut(_ socket: Int32, at pulse: UInt64) {
      state.withLock { state in
        guard self.pulse.load(ordering: .sequentiallyConsistent) == pulse, state.sockets.contains(socket) else {
          return
        }
        // Noted first: libcurl may return as soon as the connection is shut down.
        state.cut.append(socket)
        hasCut.store(true, ordering: .releasing)
        _ = shutdown(socket, Int32(SHUT_RDWR))
      }
    }

    private static func time(_ clock: clockid_t) -> UInt64 {
      var time = timespec()
      guard clock_gettime(clock, &time) == 0 else { return 0 }
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
  }

  #if os(Linux)
    private func watchLoop(_ passed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let passed else { return nil }
      ccurl_name_thread("resource-watch")
      Unmanaged<FloodWatch>.fromOpaque(passed).takeRetainedValue().run()
      return nil
    }
  #endif
#endif
