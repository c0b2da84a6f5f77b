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
  import ResourceRequestLoop

  /// The race of a host's addresses.
  extension LoopCore {
    /// libcurl is about to connect a socket to an address of the exchange's host.
    func connects(_ exchange: Exchange, _ socket: Int32, to address: UnsafeMutablePointer<curl_sockaddr>) {
      guard exchange.phase == .connecting, let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return }
      let start = (UnsafeMutableRawPointer(address) + place).assumingMemoryBound(to: sockaddr.self)
      guard let tried = HostAddress(start) else { return }
      let host = exchange.dialled
      let fixed = host.fixed.compactMap { IPAddress($0) }.map { HostAddress($0) }
      let addresses = fixed.isEmpty ? addressBook[host.host] ?? [] : fixed
      // `CURLOPT_RESOLVE` has no place for an interface.
      if let known = addresses.first(where: { $0.ip == tried.ip && $0.scope != 0 }) {
        UnsafeMutableRawPointer(start).assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_scope_id = known.scope
      }
      guard addresses.count > 1 else { return }
      var race = exchange.race ?? AddressRace(addresses, port: host.port)
      race.isTried(tried)
      race.awaited.append(socket)
      racers.awaited[socket] = exchange
      exchange.race = race
      // A race that was won continues with the socket that libcurl now connects.
      exchange.nextStep = race.winner == nil ? now &+ AddressRace.delay : now
      timers.set(exchange, at: exchange.nextMoment)
    }

    /// Continues a connecting exchange whose next step is due.
    func connectOn(_ exchange: Exchange) {
      exchange.nextStep = .max
      guard !exchange.names.isAside else { return end(exchange, .failure(exchange.lookupTimeout)) }
      if let winner = exchange.race?.winner {
        exchange.race?.winner = nil
        takePlace(winner, exchange)
      } else {
        tryNext(exchange)
      }
      if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
    }

    /// Whether a socket's readiness was handled here, and does not concern libcurl.
    func settles(_ socket: Int32, _ readiness: Readiness) -> Bool {
      if let exchange = racers.ours[socket] {
        if LoopCore.peer(of: socket) != nil {
          takePlace(socket, exchange)
        } else if LoopCore.error(of: socket) != 0 || readiness != .write {
          drop(socket, exchange)
          tryNext(exchange)
        }
        // Otherwise the event belongs to another socket that had this number until a moment ago.
        if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
        return true
      }
      guard let exchange = racers.awaited[socket] else { return false }
      if readiness.contains(.error), exchange.phase == .connecting, LoopCore.peer(of: socket) == nil {
        return hides(socket, exchange)
      }
      // It is connected, and further events are for libcurl.
      endRace(of: exchange)
      return false
    }

    /// Replaces a failed attempt of libcurl's with one in flight, so that libcurl keeps waiting.
    private func hides(_ socket: Int32, _ exchange: Exchange) -> Bool {
      if exchange.race?.ours.isEmpty ?? true { tryNext(exchange) }
      if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
      // The next attempt may have connected at once.
      guard let race = exchange.race else { return true }
      guard let other = race.ours.last else { return false }
      return move(other, to: socket, exchange)
    }

    /// Tries the next address in parallel.
    private func tryNext(_ exchange: Exchange) {
      guard exchange.phase == .connecting, let race = exchange.race else { return endRace(of: exchange) }
      guard !race.awaited.contains(where: { LoopCore.peer(of: $0) != nil }) else { return endRace(of: exchange) }
      while true {
        // Read again each time: a dropped socket is gone, and its number may belong to another one.
        let ours = exchange.race?.ours ?? []
        guard racers.ours.count < budget.racers || !ours.isEmpty, let address = exchange.race?.next() else { break }
        guard !exchange.refuses(address.ip) else { continue }
        if let oldest = ours.first, ours.count >= AddressRace.mostAtOnce || racers.ours.count >= budget.racers {
          drop(oldest, exchange)
        }
        let socket = LoopCore.socket(address.family)
        guard socket >= 0 else { break }
        racers.ours[socket] = exchange
        exchange.race?.ours.append(socket)
        exchange.race?.addresses[socket] = address
        poller.adopt(socket)
        switch address.connect(socket, port: race.port) {
        case 0:
          return takePlace(socket, exchange)
        case EINPROGRESS:
          poller.watch(socket, for: .write)
          exchange.nextStep = now &+ AddressRace.delay
          return
        default:
          drop(socket, exchange)
        }
      }
      if exchange.race?.untried.isEmpty == false { exchange.nextStep = now &+ AddressRace.delay }
    }

    /// Replaces the socket that libcurl waits for with a connected one, which ends the race.
    private func takePlace(_ socket: Int32, _ exchange: Exchange) {
      guard exchange.phase == .connecting, let race = exchange.race,
        !race.awaited.contains(where: { LoopCore.peer(of: $0) != nil })
      else { return endRace(of: exchange) }
      guard let place = race.awaited.last else {
        // libcurl is between two addresses, and will open a socket.
        exchange.race?.winner = socket
        poller.watch(socket, for: [])
        return
      }
      _ = move(socket, to: place, exchange)
      endRace(of: exchange)
    }

    /// Gives our socket the number of one of libcurl's.
    private func move(_ socket: Int32, to place: Int32, _ exchange: Exchange) -> Bool {
      guard let race = exchange.race, let address = race.addresses[socket] else { return false }
      poller.forget(place)
      #if os(Linux)
        let isDone = ccurl_move_socket(socket, place) >= 0
      #else
        let isDone = dup2(socket, place) >= 0 && fcntl(place, F_SETFD, FD_CLOEXEC) >= 0
      #endif
      if isDone {
        connections.moved(place, to: address.ends(port: race.port))
        if let end = LoopCore.localEnd(of: socket) { racers.won(place, address.ip.description, end: end) }
      }
      drop(socket, exchange)
      poller.adopt(place)
      poller.watch(place, for: .write)
      return isDone
    }

    private func drop(_ socket: Int32, _ exchange: Exchange) {
      guard racers.ours.removeValue(forKey: socket) != nil else { return }
      exchange.race?.ours.removeAll { $0 == socket }
      exchange.race?.addresses[socket] = nil
      if exchange.race?.winner == socket { exchange.race?.winner = nil }
      poller.forget(socket)
      close(socket)
    }

    /// A socket of libcurl's is closed.
    func stopsConnecting(_ socket: Int32) {
      racers.closed(socket)
      racers.awaited.removeValue(forKey: socket)?.race?.awaited.removeAll { $0 == socket }
    }

    /// Gives up the attempts besides libcurl's.
    func endRace(of exchange: Exchange) {
      guard let race = exchange.race else { return }
      for socket in race.ours { drop(socket, exchange) }
      for socket in race.awaited { racers.awaited[socket] = nil }
      exchange.race = nil
      exchange.nextStep = .max
    }

    /// The winning address of the connection with this local end, since libcurl may report another.
    func winner(at address: UnsafePointer<CChar>?, port: Int) -> String? {
      racers.winner(at: address.map { "\(String(cString: $0)):\(port)" })
    }
  }

  extension LoopCore {
    /// A socket of the kind that libcurl would open.
    private static func socket(_ family: Int32) -> Int32 {
      #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        #if canImport(Glibc)
          let descriptor = Glibc.socket(family, kind, 0)
        #else
          let descriptor = Musl.socket(family, kind, 0)
        #endif
      #else
        let descriptor = Darwin.socket(family, SOCK_STREAM, 0)
        if descriptor >= 0 {
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
          var silent: Int32 = 1
          setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &silent, socklen_t(MemoryLayout<Int32>.size))
        }
      #endif
      guard descriptor >= 0 else { return -1 }
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      return descriptor
    }

    private static func error(of socket: Int32) -> Int32 {
      var error: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno
    }

    /// The address that a socket is connected to; `nil` while it is not connected.
    private static func peer(of socket: Int32) -> String? {
      address { getpeername(socket, $0, $1) }.flatMap { $0.address }
    }

    /// The local end of a connection, in libcurl's format.
    private static func localEnd(of socket: Int32) -> String? {
      address { getsockname(socket, $0, $1) }.flatMap { found in found.address.map { "\($0):\(found.port)" } }
    }

    private static func address(
      _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> (address: String?, port: UInt16)? {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutableBytes(of: &storage) { bytes in
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), ask(start, &length) == 0 else {
          return nil
        }
        // The port is at the same offset in both families.
        let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        return (HostAddress(start)?.ip.description, port)
      }
    }
  }
#endif
