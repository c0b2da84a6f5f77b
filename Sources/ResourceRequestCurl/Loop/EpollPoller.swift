// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import CCurl
  import ResourceRequestLoop
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Waits with epoll, whose cost does not grow with the number of idle sockets.
  ///
  /// libcurl adds and removes a socket for every transfer, even if its connection is kept. So a change is only
  /// recorded, and passed to the kernel before the next wait, if it still is one by then; on a kept connection it
  /// mostly is not. This requires to know when a socket is closed, since its number is reused. libcurl does not report
  /// the closing of sockets that it opens for itself (the resolver's), so these are forgotten as soon as they are
  /// removed.
  ///
  /// Nothing here calls back, so accesses cannot overlap, and exclusivity is not checked.
  final class EpollPoller: SocketPoller {
    private struct Watch {
      var wanted: Readiness = []
      /// The state known to the kernel.
      var told: Readiness = []
      var isNoted = false
      /// Whether ``forget(_:)`` will report its closing.
      var isAdopted = false

      /// The state to pass to the kernel; `nil` if it is up to date.
      ///
      /// A removed socket stays watched until it receives data, since it is mostly added again.
      var untold: Readiness? {
        guard !wanted.isEmpty else { return isAdopted && told != .read ? .read : nil }
        return wanted == told ? nil : wanted
      }
    }

    private let descriptor: Int32
    /// By socket: descriptors are small numbers.
    @exclusivity(unchecked) private var watches: [Watch] = []
    @exclusivity(unchecked) private var noted: [Int32] = []
    /// Few at once, so that their data is still in the processor's cache when their tasks continue.
    @exclusivity(unchecked) private var events = [epoll_event](repeating: epoll_event(), count: 64)

    init() throws {
      descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard descriptor >= 0 else { throw LoopFailure(step: "an epoll descriptor", number: errno) }
    }

    deinit {
      close(descriptor)
    }

    func adopt(_ socket: Int32) {
      guard let index = place(of: socket) else { return }
      watches[index].wanted = []
      watches[index].told = []
      watches[index].isAdopted = true
    }

    func watch(_ socket: Int32, for readiness: Readiness) {
      guard let index = place(of: socket) else { return }
      if readiness.isEmpty, !watches[index].isAdopted { return forget(socket) }
      watches[index].wanted = readiness
      note(index)
    }

    func notice(_ socket: Int32) {
      // It may have received data while it was used and not watched, which is reported once.
      if watches.indices.contains(Int(socket)), watches[Int(socket)].isAdopted { note(Int(socket)) }
    }

    private func note(_ index: Int) {
      guard watches[index].untold != nil, !watches[index].isNoted else { return }
      watches[index].isNoted = true
      noted.append(Int32(index))
    }

    func forget(_ socket: Int32) {
      let index = Int(socket)
      guard watches.indices.contains(index) else { return }
      // Closing drops it from the kernel's list only if no other process has the descriptor too, so it is removed
      // explicitly.
      if !watches[index].told.isEmpty { tell(socket, EPOLL_CTL_DEL, []) }
      watches[index].wanted = []
      watches[index].told = []
      watches[index].isAdopted = false
    }

    private func place(of socket: Int32) -> Int? {
      let index = Int(socket)
      guard index >= 0 else { return nil }
      if index >= watches.count {
        watches.append(contentsOf: repeatElement(Watch(), count: index - watches.count + 16))
      }
      return index
    }

    func wait(milliseconds: Int32, into ready: inout [(Int32, Readiness)]) {
      ready.removeAll(keepingCapacity: true)
      tellNoted()
      let count = epoll_wait(descriptor, &events, Int32(events.count), milliseconds)
      guard count > 0 else { return }
      for event in events[..<Int(count)] {
        let socket = event.data.fd
        guard watches.indices.contains(Int(socket)) else { continue }
        let readiness = EpollPoller.readiness(event.events)
        if !watches[Int(socket)].wanted.isEmpty {
          ready.append((socket, readiness))
        } else {
          // An idle connection received data, mostly its end. It is reported once.
          if !watches[Int(socket)].told.isEmpty { tell(socket, EPOLL_CTL_DEL, []) }
          watches[Int(socket)].told = []
          ready.append((socket, .unasked))
        }
      }
    }

    private func tellNoted() {
      for socket in noted {
        watches[Int(socket)].isNoted = false
        guard let readiness = watches[Int(socket)].untold else { continue }
        tell(socket, watches[Int(socket)].told.isEmpty ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, readiness)
        watches[Int(socket)].told = readiness
      }
      noted.removeAll(keepingCapacity: true)
    }

    private func tell(_ socket: Int32, _ operation: Int32, _ readiness: Readiness) {
      var event = epoll_event()
      event.data.fd = socket
      if readiness.contains(.read) { event.events |= EPOLLIN.rawValue }
      if readiness.contains(.write) { event.events |= EPOLLOUT.rawValue }
      _ = epoll_ctl(descriptor, operation, socket, &event)
    }

    private static func readiness(_ events: UInt32) -> Readiness {
      var readiness: Readiness = []
      if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { readiness.insert(.read) }
      if events & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
      if events & EPOLLERR.rawValue != 0 { readiness.insert(.error) }
      return readiness
    }
  }
#endif
