// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore

  /// The contexts of TLS, which connections share.
  extension LoopCore {
    private static var mostContexts: Int { 64 }

    /// The context of a material, with its files as they are now; where they cannot be used, as they were, of which an exchange
    /// tells its observers.
    func context(
      for material: TLSMaterial,
      to place: String,
      telling exchange: Exchange? = nil
    ) throws(ExchangeFault) -> TLSContext {
      let key = TLSMaterialKey(material)
      if let known = contexts[material], known.key == key { return known.context }
      do {
        let context = try TLSContext(material)
        if contexts.count >= LoopCore.mostContexts, contexts[material] == nil { contexts.removeAll() }
        contexts[material] = (key, context, nil)
        return context
      } catch let fault as TLSFault {
        // While files are being renewed, or cannot be read, what was read last is good still, as with secrets.
        let isScarce = SystemAuthorities.lacksDescriptors
        if let last = contexts[material]?.context {
          if !isScarce { tell(exchange, of: fault, material, key) }
          return last
        }
        guard !isScarce else { throw .noSocket("none is left to read the files of TLS with") }
        let isAuthority = [.caFile, .caDirectory, .caPEM].contains(fault.option)
        throw .tls(
          isAuthority ? .certificateRejected : .tlsHandshakeFailed,
          "the TLS handshake with \(place) failed: \(fault)",
          certainlyUnread: true
        )
      } catch {
        throw .noMemory
      }
    }

    /// Reports files that cannot be used, once in each state that has lasted for a second: whoever renews them may not be done.
    private func tell(_ exchange: Exchange?, of fault: TLSFault, _ material: TLSMaterial, _ key: TLSMaterialKey) {
      if contexts[material]?.unusable?.key != key { contexts[material]?.unusable = (key, now) }
      guard let exchange, let since = contexts[material]?.unusable?.since, since <= now, now - since >= 1_000_000_000
      else { return }
      exchange.context.emit(.warning) { event in
        // Somebody is told.
        contexts[material]?.unusable?.since = .max
        event.request = exchange.request.summary
        event.message = "the changed files of TLS cannot be used: \(fault); connections go on with what was read before"
      }
    }
  }
#endif
