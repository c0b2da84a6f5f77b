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

  private struct Trial: Sendable {
    /// The services that the next configuration on trial changes, and those that the one on trial does.
    var (coming, services): (Set<String>, Set<String>) = ([], [])
    var generation: Int?
    /// Which generations of a service were given up.
    var givenUp: [String: Set<Int>] = [:]
  }

  private let trial = Lock(Trial())

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
  func tries(_ services: Set<String>) { trial.withLock { $0.coming = services } }

  /// What only the configuration has left out that is given up is used from now on.
  private func endTrial(isTaken: Bool) {
    let services = trial.withLock { trial in
      defer { (trial.services, trial.generation) = ([], nil) }
      if !isTaken, let generation = trial.generation {
        for service in trial.services { trial.givenUp[service, default: []].insert(generation) }
      }
      return trial.services
    }
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
    case .rolloutStarted:
      // It may replace another one.
      endTrial(isTaken: false)
      return trial.withLock { ($0.services, $0.generation) = ($0.coming, event.generation) }
    case .rolloutTaken: return endTrial(isTaken: true)
    case .rolledBack, .reloaded: return endTrial(isTaken: false)
    case .endpointEjected, .endpointReturned: break
    default: return
    }
    let (service, endpoint) = (event.request?.service ?? "", event.endpoint ?? "")
    let name = names.withLock { $0[Key(service: service, endpoint: endpoint)] } ?? endpoint
    let (isGivenUp, isOnTrial) = trial.withLock { trial in
      (
        trial.givenUp[service]?.contains(event.generation) == true,
        trial.generation == event.generation && trial.services.contains(service)
      )
    }
    // Its calls in flight tell of endpoints that nobody leaves out any more.
    guard !isGivenUp else { return }
    let key = Key(service: service, endpoint: endpoint, isOnTrial: isOnTrial)
    let isEjected = event.kind == .endpointEjected
    // A failed probe ejects it again.
    let isChange = ejected.withLock { ejected in
      let wasEjected = ejected[name]?.isEmpty == false
      if isEjected { ejected[name, default: []].insert(key) } else { ejected[name]?.remove(key) }
      return wasEjected != (ejected[name]?.isEmpty == false)
    }
    if isChange { tally.ejection(of: name, isEjected, at: time.now) }
  }
}
