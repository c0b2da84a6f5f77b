// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Tells the tally when a client leaves out an endpoint, and when it uses it again.
///
/// One for each client, since each ejects the endpoints that it has seen fail.
final class EjectionWatch: EventObserver {
  private let names = Lock<[Key: String]>([:])
  private let servers: [Simulation.Incident.Server]
  private let tally: Tally
  private let time: VirtualTime
  /// The services' endpoints that are left out, by the name of their server: one that several services share is left out
  /// until all of them use it.
  private let ejected = Lock<[String: Set<Key>]>([:])

  private struct Key: Hashable {
    let service: String
    let endpoint: String
    var isOnTrial = false
  }

  /// The services that a configuration on trial changes, and its generation.
  private let trial = Lock<(services: Set<String>, generation: Int?)>(([], nil))

  init(
    _ configuration: ResourceConfiguration,
    _ servers: [Simulation.Incident.Server],
    _ tally: Tally,
    _ time: VirtualTime
  ) {
    (self.servers, self.tally, self.time) = (servers, tally, time)
    take(configuration)
  }

  /// Takes over the places of the endpoints of a configuration that is loaded from now on.
  func take(_ configuration: ResourceConfiguration) {
    let map = ServerMap(servers)
    func name(of origin: Origin, _ path: String) -> String {
      let index = map.index(at: origin, path) ?? servers.firstIndex { $0.endpoint.origin == origin }
      return index.map { servers[$0].endpoint.string } ?? "\(origin)"
    }
    var found: [Key: String] = [:]
    for service in configuration.services {
      // The endpoint of a service without endpoints has an empty name.
      found[Key(service: service.name, endpoint: "")] = name(of: service.baseURL.origin, service.baseURL.path)
      for endpoint in service.endpoints {
        let label = endpoint.name ?? "\(endpoint.origin.host):\(endpoint.origin.port)"
        found[Key(service: service.name, endpoint: label)] = name(of: endpoint.origin, service.baseURL.path)
      }
    }
    names.withLock { $0.merge(found) { $1 } }
  }

  /// Endpoints of services that a reload has changed begin anew.
  func forget(_ services: Set<String>) { keep { !services.contains($0.service) } }

  /// A configuration that changes these services is tried next.
  func tries(_ services: Set<String>) { trial.withLock { $0 = (services, nil) } }

  /// What only the configuration has left out that is given up is used from now on.
  private func endTrial(isTaken: Bool) {
    let services = trial.exchange(([], nil)).services
    keep { !services.contains($0.service) || $0.isOnTrial == isTaken }
  }

  private func keep(_ isKept: (Key) -> Bool) {
    let used = ejected.withLock { ejected in
      ejected.keys.sorted().filter { name in
        guard let former = ejected[name], !former.isEmpty else { return false }
        let rest = former.filter(isKept)
        ejected[name] = Set(rest.map { Key(service: $0.service, endpoint: $0.endpoint) })
        return rest.isEmpty
      }
    }
    for name in used { tally.ejection(of: name, false, at: time.now) }
  }

  func observe(_ event: RequestEvent) {
    switch event.kind {
    case .rolloutStarted: return trial.withLock { $0.generation = event.generation }
    case .rolloutTaken, .rolledBack: return endTrial(isTaken: event.kind == .rolloutTaken)
    case .endpointEjected, .endpointReturned: break
    default: return
    }
    var key = Key(service: event.request?.service ?? "", endpoint: event.endpoint ?? "")
    let name = names.withLock { $0[key] } ?? key.endpoint
    key.isOnTrial = trial.withLock { $0.generation == event.generation && $0.services.contains(key.service) }
    let (own, isEjected) = (key, event.kind == .endpointEjected)
    // A failed probe ejects it again.
    let isChange = ejected.withLock { ejected in
      let wasEjected = ejected[name]?.isEmpty == false
      if isEjected { ejected[name, default: []].insert(own) } else { ejected[name]?.remove(own) }
      return wasEjected != (ejected[name]?.isEmpty == false)
    }
    if isChange { tally.ejection(of: name, isEjected, at: time.now) }
  }
}
