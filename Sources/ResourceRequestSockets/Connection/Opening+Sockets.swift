// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// The sockets of an opening, and what the system says of them.
  extension Opening {
    func tryPath(_ path: String) {
      guard let socket = openSocket(AF_UNIX) else { return failSoon(lastFault ?? .connectFailed(path)) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let room = MemoryLayout.size(ofValue: address.sun_path)
      guard path.utf8.count < room else {
        loop.closed(socket)
        return failSoon(.connectFailed("the path \(path) is longer than \(room - 1) bytes"))
      }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let code = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
        }
      }
      guard code != EAGAIN else {
        loop.closed(socket)
        return loop.timers.wake(self, by: min(end, loop.now.advanced(byNanoseconds: Opening.pause)))
      }
      if !watch(socket, code, nil) { failSoon(lastFault ?? .connectFailed(path)) }
    }

    func openSocket(_ family: Int32, mayGiveWay: Bool = true) -> Int32? {
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      let descriptor = socket(family, kind, 0)
      guard descriptor >= 0 else {
        let code = errno
        let isExhausted = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
        let reason = String(cString: strerror(code))
        // Another address may be better than one that has not answered yet.
        if code == EMFILE, mayGiveWay, !trials.isEmpty {
          giveWay()
          return openSocket(family, mayGiveWay: false)
        }
        if isExhausted { untried = [] }
        lastFault = isExhausted ? .noSocket(reason) : .connectFailed(reason)
        return nil
      }
      loop.opened(descriptor)
      return descriptor
    }

    /// Gives up the oldest trial for want of descriptors; its address is tried once more, after the others.
    func giveWay() {
      let trial = trials.removeFirst()
      drop(trial)
      guard let address = trial.address else { return }
      untried.append(address)
      waited.append(address)
    }

    func watch(_ socket: Int32, _ code: Int32, _ peer: Connection.Peer?) -> Bool {
      // One that is connected already is reported as writable, too.
      guard code == 0 || code == EINPROGRESS || code == EINTR else {
        lastFault = .connectFailed(reason(code))
        loop.closed(socket)
        return false
      }
      let trial = Trial(socket, peer, self)
      guard loop.poller.watch(socket, for: trial) else {
        lastFault = .noSocket(String(cString: strerror(errno)))
        loop.closed(socket)
        return false
      }
      trials.append(trial)
      return true
    }

    func reason(_ code: Int32) -> String {
      let text = String(cString: strerror(code))
      if case .unixSocket(let path) = pool.target { return "\(path): \(text)" }
      return text
    }
  }
#endif
