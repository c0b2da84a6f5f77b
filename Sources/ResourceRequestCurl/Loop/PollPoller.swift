// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Waits with poll(2), which every system has.
  ///
  /// The default on systems without epoll.
  final class PollPoller: SocketPoller {
    private var sockets: [pollfd] = []

    func adopt(_ socket: Int32) {
      forget(socket)
    }

    func watch(_ socket: Int32, for readiness: Readiness) {
      guard !readiness.isEmpty else { return forget(socket) }
      var events: Int16 = 0
      if readiness.contains(.read) { events |= Int16(POLLIN) }
      if readiness.contains(.write) { events |= Int16(POLLOUT) }
      if let index = sockets.firstIndex(where: { $0.fd == socket }) {
        sockets[index].events = events
      } else {
        sockets.append(pollfd(fd: socket, events: events, revents: 0))
      }
    }

    func notice(_ socket: Int32) {}

    func forget(_ socket: Int32) {
      sockets.removeAll { $0.fd == socket }
    }

    func wait(milliseconds: Int32, into ready: inout [(Int32, Readiness)]) {
      ready.removeAll(keepingCapacity: true)
      guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return }
      for socket in sockets where socket.revents != 0 {
        var readiness: Readiness = []
        if socket.revents & Int16(POLLIN | POLLHUP) != 0 { readiness.insert(.read) }
        if socket.revents & Int16(POLLOUT) != 0 { readiness.insert(.write) }
        if socket.revents & Int16(POLLERR | POLLNVAL) != 0 { readiness.insert(.error) }
        ready.append((socket.fd, readiness))
      }
    }
  }
#endif
