// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The multi handles: which one an exchange runs on, which one a socket belongs to, how many connections each keeps.
  extension LoopCore {
    /// The multi handle for an exchange; `nil` if there is no memory for one.
    func multiHandle(for exchange: Exchange) -> MultiHandle? {
      let place = placement.place(exchange.lane)
      exchange.place = place.number
      balance()
      guard place.isNew else { return handles[place.number] }
      if place.number == handles.count { handles.append(nil) }
      replace(place.number, with: MultiHandle(loop: self, number: place.number, kept: budget.share, most: budget.share))
      return handles[place.number]
    }

    /// Closes multi handles that were not needed for some time, with their connections.
    func closeIdleHandles() {
      // Others wait for the idle connections there.
      if admission.isCrowded { placement.giveUpIdle() }
      let expired = placement.expired(at: now)
      guard !expired.isEmpty else { return }
      for number in expired { replace(number, with: nil) }
      balance()
      released.append(contentsOf: admission.served(now: now))
    }

    /// Adjusts the numbers of kept connections to the limit.
    func balance() {
      admission.total = max(1, budget.exchanges - placement.reserved)
    }

    private func replace(_ number: Int, with handle: MultiHandle?) {
      // It calls back for every connection it closes, so it is released after its removal from the list.
      let closed = handles[number]
      handles[number] = handle
      withExtendedLifetime(closed) {}
      let most = budget.connectionsOfFirst(annexes: placement.annexCount)
      handles[0]?.keep(min(budget.kept, most), open: most)
    }

    /// Records what libcurl wants of a socket.
    ///
    /// This says nothing about which exchange uses the connection: libcurl reports only changes.
    func watch(_ socket: curl_socket_t, for wanted: Readiness, on number: Int) {
      let index = Int(socket)
      if index >= handlesOfSockets.count {
        handlesOfSockets.append(contentsOf: repeatElement(0, count: index - handlesOfSockets.count + 16))
      }
      handlesOfSockets[index] = number
      poller.watch(socket, for: wanted)
    }

    /// Tells libcurl what a socket is ready for.
    func act(_ socket: curl_socket_t, _ readiness: Readiness) {
      if racers.hasAny, settles(socket, readiness) { return }
      let number = handlesOfSockets[Int(socket)]
      if handles.indices.contains(number) { handles[number]?.act(socket, readiness.curlMask) }
    }
  }

  extension Readiness {
    fileprivate var curlMask: Int32 {
      var mask: Int32 = 0
      if contains(.read) { mask |= CURL_CSELECT_IN }
      // Reading comes before writing, since data may have arrived since the last check: if a server responds early and
      // closes, a write would fail first, and the response be lost.
      if contains(.write) { mask |= CURL_CSELECT_OUT | CURL_CSELECT_IN }
      if contains(.error) { mask |= CURL_CSELECT_ERR }
      return mask
    }
  }
#endif
