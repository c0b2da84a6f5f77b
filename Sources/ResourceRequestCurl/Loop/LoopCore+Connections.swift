// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// Tracks which connection an exchange uses, and closes idle ones.
  ///
  /// A connection is idle if no exchange is known to use it, and no exchange in flight may use it without our
  /// knowledge. Only idle connections are read from or shut down here.
  extension LoopCore {
    /// A socket was opened.
    func opened(_ socket: Int32, to address: UnsafePointer<curl_sockaddr>, for exchange: Exchange?) {
      watch.opened(socket)
      let opened = connections.opened(
        socket,
        to: ccurl_ends_to(address),
        for: exchange?.onlyOrigin,
        idleTime: exchange?.idleTime ?? ConnectionOptions.standardIdleTime,
        lifetime: exchange?.options.lifetime
      )
      guard let exchange, let opened else { return }
      if let url = exchange.handle?.heldTunnels, let owner = tunnelOwners[url], holdTunnels(through: owner.proxy) {
        tunnels[socket] = url
      }
      exchange.openedConnections.append(opened)
      _ = exchange.state.take(.openedSocket)
      lookedUp(exchange)
    }

    /// A socket is about to be closed.
    func closing(_ socket: Int32) {
      watch.closing(socket)
      poller.watch(socket, for: [])
      connections.closed(socket)
      if let url = tunnels.removeValue(forKey: socket) { letGoOfTunnels(through: url) }
    }

    /// Counts a use of a proxy's kept tunnels; `false` if they are another login's.
    func holdTunnels(through proxy: Proxy) -> Bool {
      let owner = tunnelOwners[proxy.url] ?? (proxy, 0)
      guard owner.proxy == proxy else { return false }
      tunnelOwners[proxy.url] = (proxy, owner.uses + 1)
      return true
    }

    /// An exchange of their owner, or one of the tunnels, has ended.
    func letGoOfTunnels(through url: String) {
      guard let owner = tunnelOwners[url] else { return }
      tunnelOwners[url] = owner.uses > 1 ? (owner.proxy, owner.uses - 1) : nil
    }

    /// libcurl is about to send an exchange's request on the connection with these ends.
    ///
    /// An exchange whose connection cannot be identified stays loose until it is back.
    ///
    /// - Returns: `false` if the request must not be sent, since its connection received unsolicited data.
    func settle(
      _ exchange: Exchange,
      from local: UnsafePointer<CChar>?,
      _ localPort: Int32,
      to remote: UnsafePointer<CChar>?,
      _ remotePort: Int32
    ) -> Bool {
      connections.name { ccurl_find_local_end($0, &$1) != 0 }
      var found: Connections.Identity?
      if let local, let remote, localPort > 0 {
        found = connections.connection(from: local, localPort, to: remote, remotePort)
      }
      if found == nil, !exchange.state.reusedConnection {
        // The connection is unknown and new: the only one opened for this exchange that still exists.
        let open = exchange.openedConnections.filter { connections.isOpen($0) }
        if open.count == 1 { found = open[0] }
      }
      guard let found else { return !connections.suspects.contains { exchange.mayUse(at: $0, self) } }
      guard connections.use(found, by: exchange.options.lifetime) else { return false }
      exchange.connection = found
      loose[ObjectIdentifier(exchange)] = nil
      knowsMore = true
      return true
    }

    /// An exchange is back from libcurl, and no longer uses a connection.
    func leaveConnection(_ exchange: Exchange, answer: HeadReader) {
      if loose.removeValue(forKey: ObjectIdentifier(exchange)) != nil { knowsMore = true }
      if let connection = exchange.connection {
        exchange.connection = nil
        let mustBeSilent = answer.isComplete && answer.httpVersion?.major == 1
        if connections.left(connection, at: now, mustBeSilent: mustBeSilent) { poller.notice(connection.socket) }
      }
      // Others wait for it, or it was not needed in the end.
      for opened in exchange.openedConnections { connections.abandoned(opened, at: now) }
    }

    /// Cuts idle connections that received data.
    ///
    /// Unsolicited data must not be taken for the response to the next request (RFC 9112 §9.2).
    func judgeSuspects() {
      knowsMore = false
      guard !connections.suspects.isEmpty else { return }
      for socket in connections.takeSuspects() {
        if rests(socket) { cut(socket) } else { connections.putBack(suspect: socket) }
      }
    }

    /// Shuts down connections whose idle time has ended.
    func closeIdleConnections() {
      for socket in connections.expired(at: now) where rests(socket) { cut(socket) }
      // The others are checked again soon: the exchanges that may use them are about to get a connection or to fail.
      connections.lookedAtExpired(at: now, nextAt: now.advanced(by: .milliseconds(100)))
    }

    /// Ends lifetimes: from now on, connections without another user stay idle for at most the draining time.
    func end(_ lifetimes: [DestinationLifetime]) {
      let end = now.advanced(by: drainTime)
      for lifetime in lifetimes { lifetime.end(at: end) }
      connections.lifetimesEnded()
    }

    /// Whether a connection is provably idle.
    private func rests(_ socket: Int32) -> Bool {
      connections.isUnused(socket) && !loose.values.contains { $0.mayUse(at: socket, self) }
    }

    /// Shuts an idle connection down, so that libcurl finds it closed, and drops what it received.
    private func cut(_ socket: Int32) {
      connections.cut(socket)
      poller.watch(socket, for: [])
      _ = shutdown(socket, Int32(SHUT_RDWR))
      // libcurl takes a connection for alive as long as there is something to read.
      withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
        // If the peer continues to send, reading stops after a while: its writes fail from now on.
        for _ in 0..<64 {
          guard recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) > 0 else { return }
        }
      }
    }
  }

  extension Exchange {
    /// Whether libcurl may give it a connection.
    fileprivate func mayUse(at socket: Int32, _ loop: LoopCore) -> Bool {
      guard let onlyOrigin, let origin = loop.connections.origin(of: socket) else { return true }
      return onlyOrigin.port == origin.port && onlyOrigin.host.hasSameBytes(as: origin.host)
    }
  }
#endif
