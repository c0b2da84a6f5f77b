// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestPlatform

  /// The events of a socket: those it is ready for, or watched for.
  struct Readiness: OptionSet {
    let rawValue: Int16

    static let read = Readiness(rawValue: Int16(POLLIN))
    static let write = Readiness(rawValue: Int16(POLLOUT))
    /// It received data while nobody used it.
    static let unasked = Readiness(rawValue: .min)

    /// As libcurl is told.
    ///
    /// Reading comes before writing, since data may have arrived since the last check: if a server responds early and
    /// closes, a write would fail first, and the response be lost.
    var curlMask: Int32 {
      var mask: Int32 = 0
      if rawValue & Int16(POLLIN | POLLOUT | POLLHUP) != 0 { mask |= CURL_CSELECT_IN }
      if rawValue & Int16(POLLOUT) != 0 { mask |= CURL_CSELECT_OUT }
      if rawValue & Int16(POLLERR | POLLNVAL) != 0 { mask |= CURL_CSELECT_ERR }
      return mask
    }
  }

  /// Waits with poll(2), which every system has, for the sockets that libcurl wants watched: those in use.
  struct PollPoller {
    private var sockets: [pollfd] = []
    /// Places among the sockets, by descriptor, which is a small number; negative for none.
    private var places: [Int] = []
    /// Sockets that are watched although libcurl does not want it.
    private var noticed: Set<Int32> = []

    /// Sets what a socket is watched for from now on; an empty set ends the watch.
    mutating func watch(_ socket: Int32, for readiness: Readiness) {
      guard socket >= 0 else { return }
      if !noticed.isEmpty { noticed.remove(socket) }
      let index = Int(socket)
      if index >= places.count { places.append(contentsOf: repeatElement(-1, count: index - places.count + 16)) }
      let place = places[index]
      if !readiness.isEmpty {
        if place < 0 {
          places[index] = sockets.count
          sockets.append(pollfd(fd: socket, events: readiness.rawValue, revents: 0))
        } else {
          sockets[place].events = readiness.rawValue
        }
      } else if place >= 0 {
        places[index] = -1
        let last = sockets.removeLast()
        guard place < sockets.count else { return }
        sockets[place] = last
        places[Int(last.fd)] = place
      }
    }

    /// Reports once when the socket of an idle connection receives data.
    mutating func notice(_ socket: Int32) {
      // libcurl may have given the connection to another request already, whose watch must stay.
      if Int(socket) < places.count, places[Int(socket)] >= 0 { return }
      watch(socket, for: .read)
      noticed.insert(socket)
    }

    /// Waits until a socket is ready or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait; negative for no limit.
    ///   - ready: filled with the ready sockets and their events.
    mutating func wait(milliseconds: Int32, into ready: inout [(Int32, Readiness)]) {
      ready.removeAll(keepingCapacity: true)
      guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return }
      for socket in sockets where socket.revents != 0 {
        let isNoticed = noticed.contains(socket.fd)
        ready.append((socket.fd, isNoticed ? .unasked : Readiness(rawValue: socket.revents)))
      }
      for (socket, readiness) in ready where readiness == .unasked { watch(socket, for: []) }
    }
  }
#endif
