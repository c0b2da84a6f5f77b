// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore

  /// The contexts of TLS, which connections share.
  extension LoopCore {
    private static var mostContexts: Int { 64 }

    /// The context of a material, with its files as they are now.
    func context(for material: TLSMaterial, to place: String) throws(ExchangeFault) -> TLSContext {
      let key = TLSMaterialKey(material)
      if let known = contexts[material], known.key == key { return known.context }
      do {
        let context = try TLSContext(material)
        if contexts.count >= LoopCore.mostContexts, contexts[material] == nil { contexts.removeAll() }
        contexts[material] = (key, context)
        return context
      } catch let fault as TLSFault {
        // While files are being renewed, or cannot be read, what was read last is good still, as with secrets.
        if let last = contexts[material]?.context { return last }
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
  }
#endif
