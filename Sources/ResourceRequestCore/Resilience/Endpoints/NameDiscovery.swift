// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes each address of a name an endpoint, and resolves the name again periodically.
///
/// While lookups fail, the last addresses are used, with one warning.
struct NameDiscovery: Sendable {
  let pool: EndpointPool
  let origin: Origin
  /// How long an address is used.
  let time: Duration
  let environment: RequestEnvironment
  /// Resolves a name.
  let lookUp: @Sendable (String) async throws -> [String]

  func run() async {
    let clock = environment.clock
    let warnings = UpkeepWarnings(environment)
    while !Task.isCancelled {
      let found = NameDiscovery.endpoints((try? await lookUp(origin.host)) ?? [], at: origin)
      if Task.isCancelled { return }
      if found.isEmpty {
        warnings.warn("no address of \(origin.host) was found")
      } else {
        pool.update(found, at: clock.now)
        warnings.reset()
      }
      do { try await clock.sleep(until: clock.now.advanced(clamping: time)) } catch { return }
    }
  }

  /// The endpoints at addresses, in a fixed order; invalid addresses are left out.
  static func endpoints(_ addresses: [String], at origin: Origin) -> [ServiceEndpoint] {
    Set(addresses).sorted().compactMap { address in
      let host = address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]" : address
      return (try? Origin("\(origin.scheme)://\(host):\(origin.port)")).map { ServiceEndpoint($0) }
    }
  }
}
