// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CLoop
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// What a socket has become since it was last looked at.
  struct Readiness: OptionSet {
    let rawValue: UInt32

    /// Bytes may have arrived, or the end of the connection.
    static let read = Readiness(rawValue: EPOLLIN.rawValue)
    /// There may be room for more bytes to be sent.
    static let write = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The peer sends no more.
    static let peerEnded = Readiness(rawValue: EPOLLRDHUP.rawValue)
    /// The connection is gone in both directions, or has failed.
    static let broken = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// Something that owns a socket and is told what becomes of it.
  class Watched: Timed {
    /// Its place among the watched ones; negative while it is not watched.
    fileprivate final var slot = -1

    /// Whether it is watched.
    final var isWatched: Bool { slot >= 0 }

    /// Its socket has become ready for something, since the last time.
    func became(_ readiness: Readiness, _ loop: LoopCore) {}
  }

  /// Waits for sockets with epoll, edge-triggered.
  ///
  /// Each socket is told to the kernel once, for all directions, and reported once each time it becomes ready. So a
  /// request on a kept connection costs no call but its own reads and writes; who owns the socket keeps in mind what it
  /// was ready for.
  struct Poller: ~Copyable {
    /// The most events of a look.
    static let mostEvents = 256
    private let descriptor: Int32
    private let wakeDescriptor: Int32
    /// By slot; the generation tells an event of a socket that was closed in the same turn from one of its successor.
    private var slots: [(owner: Watched?, generation: UInt32)] = []
    private var free: [Int] = []
    private var events: UnsafeMutableBufferPointer<epoll_event>

    private static var wakeToken: UInt64 { .max }

    init(wakeDescriptor: Int32) throws {
      let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard descriptor >= 0 else { throw LoopFailure(step: "an epoll descriptor", number: errno) }
      var event = epoll_event()
      // Each signal is an edge of its own, so nobody has to read it away.
      event.events = EPOLLIN.rawValue | EPOLLET.rawValue
      event.data.u64 = Poller.wakeToken
      // Without it the loop would sleep for ever.
      guard epoll_ctl(descriptor, EPOLL_CTL_ADD, wakeDescriptor, &event) == 0 else {
        let number = errno
        close(descriptor)
        throw LoopFailure(step: "room in an epoll descriptor", number: number)
      }
      self.descriptor = descriptor
      self.wakeDescriptor = wakeDescriptor
      events = .allocate(capacity: Poller.mostEvents)
      events.initialize(repeating: epoll_event())
    }

    deinit {
      events.deallocate()
      close(descriptor)
    }

    /// Watches a socket for its owner.
    ///
    /// - Returns: whether the kernel had room for it.
    mutating func watch(_ socket: Int32, for owner: Watched) -> Bool {
      let slot = free.popLast() ?? slots.count
      if slot == slots.count { slots.append((nil, 0)) }
      slots[slot].owner = owner
      var event = epoll_event()
      event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
      event.data.u64 = UInt64(slot) | UInt64(slots[slot].generation) << 32
      owner.slot = slot
      guard epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0 else {
        release(owner)
        return false
      }
      return true
    }

    /// The owners of all sockets that are watched.
    var owners: [Watched] { slots.compactMap(\.owner) }

    /// Gives a watched socket another owner.
    mutating func pass(from owner: Watched, to other: Watched) {
      guard owner.slot >= 0 else { return }
      slots[owner.slot].owner = other
      other.slot = owner.slot
      owner.slot = -1
    }

    /// Stops watching a socket, which is about to be closed.
    mutating func forget(_ socket: Int32, of owner: Watched) {
      guard owner.slot >= 0 else { return }
      // Closing drops it from the kernel's list only if no other process has the descriptor too.
      var event = epoll_event()
      _ = epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
      release(owner)
    }

    private mutating func release(_ owner: Watched) {
      slots[owner.slot].owner = nil
      slots[owner.slot].generation &+= 1
      free.append(owner.slot)
      owner.slot = -1
    }

    /// Waits without the poller: another thread may watch sockets with it, and forget them, meanwhile.
    struct Wait {
      fileprivate let descriptor: Int32
      fileprivate let events: UnsafeMutableBufferPointer<epoll_event>

      /// Waits until a socket is ready, the loop is woken, or the time has passed.
      ///
      /// - Returns: the number of events, to be asked for one by one.
      func callAsFunction(milliseconds: Int32) -> Int {
        Int(max(0, epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
      }
    }

    var wait: Wait { Wait(descriptor: descriptor, events: events) }

    /// What an event is about: its owner and readiness, or the wake-up.
    ///
    /// The owner is `nil` if it has let its socket go since.
    func event(_ number: Int) -> (owner: Watched?, readiness: Readiness, isWakeUp: Bool) {
      let token = events[number].data.u64
      guard token != Poller.wakeToken else { return (nil, [], true) }
      let slot = Int(token & 0xFFFF_FFFF)
      guard slots[slot].generation == UInt32(truncatingIfNeeded: token >> 32) else { return (nil, [], false) }
      return (slots[slot].owner, Readiness(rawValue: events[number].events), false)
    }
  }
#endif
