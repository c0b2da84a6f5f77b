// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// How an exchange gets the addresses of its names.
  extension LoopCore {
    /// Removes an exchange from libcurl, which cannot continue without addresses.
    func lookUp(_ exchange: Exchange) {
      withdraw(exchange)
      exchange.names.missing = exchange.hostsToFind
      exchange.names.found = []
      exchange.names.isAside = true
      exchange.nextStep = exchange.names.start.advanced(by: exchange.options.connectTimeout.length)
      released.append(contentsOf: admission.stepsAside(now: now))
      if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
      awaitNextName(exchange)
    }

    /// Records the end of a lookup: the exchanges that waited for it continue, and the next lookup starts.
    func answered(_ answer: NameAnswer) {
      let (waiters, next) = lookups.ended(answer.name)
      if let next { NameResolver.start(next, mailbox) }
      switch answer.addresses {
      case .success(let addresses):
        remember(addresses)
        for exchange in waiters {
          guard let host = exchange.names.missing.first else { continue }
          exchange.names.missing.removeFirst()
          let texts = addresses.map(\.resolveText).joined(separator: ",")
          exchange.names.found.append("+\(host.host):\(host.port):\(texts)")
          awaitNextName(exchange)
        }
      case .failure(let failure):
        for exchange in waiters { end(exchange, .failure(exchange.lookupFailure(answer.name, failure))) }
      }
    }

    private func awaitNextName(_ exchange: Exchange) {
      if let host = exchange.names.missing.first?.host {
        if lookups.wait(exchange, for: host) { NameResolver.start(host, mailbox) }
      } else {
        // Waiting for a socket again does not use up the connect timeout.
        exchange.names.left = exchange.nextStep > now ? exchange.nextStep - now : 0
        exchange.nextStep = .max
        if admission.comesBack(exchange) { startAgain(exchange) }
      }
    }

    /// Passes an exchange to libcurl again, with its addresses.
    func startAgain(_ exchange: Exchange) {
      guard exchange.state.take(.namesKnown) == .giveAgain else { return }
      exchange.names.isAside = false
      exchange.names.spent = now - exchange.names.start
      guard let before = exchange.handle else { return }
      guard let handle = equip(exchange, with: before.scratch) else { return endWithoutMemory(exchange) }
      give(exchange, handle)
    }

    /// An exchange that was ended no longer waits for names.
    func stopWaiting(_ exchange: Exchange) {
      if let host = exchange.names.missing.first?.host { lookups.left(exchange, host) }
    }

    /// Keeps the interfaces of addresses, for which `CURLOPT_RESOLVE` has no place.
    private func remember(_ addresses: [HostAddress]) {
      for address in addresses where address.scope != 0 {
        if scopes.count >= LoopCore.mostRemembered { scopes.removeAll() }
        scopes[address.ip] = address.scope
      }
    }

    private static var mostRemembered: Int { 4096 }
  }
#endif
