// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation.NamedIncident {
  /// Fits the incident to the services of a configuration, with a load of three quarters of their servers' capacity.
  ///
  /// A server gets 250 calls per second; more than six servers share 1500, with fewer workers, and more than 24 with
  /// longer times too. So the load, and how long simulating it takes, does not grow with the number of endpoints.
  ///
  /// If a service has one address, an event of one of its servers affects a third of its calls instead.
  ///
  /// - Throws: ``Simulation/Failure`` if the configuration lacks what the incident needs.
  public func fitted(to configuration: ResourceConfiguration) throws(Simulation.Failure) -> Simulation.Incident {
    let services = configuration.services.filter { $0.via == .direct }
    guard let first = services.first else {
      throw Simulation.Failure("the configuration has no service that is reached directly, so nothing can befall one")
    }
    var incident = Fitting.quiet(services)
    let targets = Fitting.servers(of: first, in: incident)
    switch self {
    case .stall: incident.add(.stall, until: 25, to: targets)
    case .brownOut: incident.add(.slow(4), to: targets)
    case .badDeploy:
      let share = targets.count == 1 ? 0.33 : 1
      let failure = Simulation.Incident.Failure(share: share, status: 500, after: .milliseconds(1))
      incident.add(.fail(failure), to: targets.prefix(1))
    case .slowOne: incident.add(.slow(targets.count == 1 ? 4 : 10), to: targets.prefix(1))
    case .rateLimit:
      let limit = Simulation.Incident.RateLimit(
        requests: max(1, Int(incident.load[0].perSecond / Double(incident.backends) / 2)),
        per: .seconds(1),
        retryAfter: .seconds(1)
      )
      incident.add(.limit(limit), to: targets)
    case .zoneLoss:
      let lost = incident.servers.indices.filter { $0 % 3 == 0 && incident.servers[$0].tokenLifetime == nil }
      incident.add(.refuse, until: 35, to: lost)
    case .retryStorm: try Fitting.chain(services, &incident)
    case .tokenHerd: try Fitting.herd(&incident)
    }
    return incident
  }
}

extension Simulation.Incident {
  /// Lets something befall servers from second 15 on.
  fileprivate mutating func add(_ effect: Effect, until end: Int = 45, to servers: some Sequence<Int>) {
    for server in servers {
      self.servers[server].events.append(Event(from: .seconds(15), to: .seconds(end), effect))
    }
  }

  /// The number of servers that calls go to, which token endpoints are not.
  fileprivate var backends: Int { max(1, servers.count { $0.tokenLifetime == nil }) }
}

/// The parts that named incidents are made of.
private enum Fitting {
  typealias Incident = Simulation.Incident

  /// Calls per second to one worker: three quarters of its capacity.
  static let perWorker = 62.5
  /// The workers of a server, unless there are many servers.
  static let workers = 4
  /// Calls per second to one such server.
  static let perServer = perWorker * Double(workers)
  /// The most workers of all servers together: for 1500 calls per second, of which a minute is simulated in seconds.
  static let workersInAll = 24

  static func quiet(_ services: [BackendService]) -> Incident {
    var servers: [Incident.Server] = []
    var calls: [Incident.Call] = []
    let count = Set(services.flatMap { addresses(of: $0) }).count
    let workers = min(workers, max(1, workersInAll / max(1, count)))
    // With one worker each, servers that are still too many get less load by taking longer.
    let slowness = max(1, Double(count * workers) / Double(workersInAll))
    for service in services {
      let addresses = addresses(of: service)
      let added = addresses.filter { address in !servers.contains { $0.endpoint == address } }
      servers += added.map {
        Incident.Server(
          endpoint: $0,
          workers: workers,
          time: .logNormal(median: .milliseconds(10) * slowness, p99: .milliseconds(40) * slowness)
        )
      }
      let share = Double(max(added.count, 1))
      calls.append(Incident.Call(service: service.name, target: "items/{id}", share: share))
    }
    return Incident(
      duration: .seconds(60),
      clients: 4,
      load: [.init(perSecond: perWorker * Double(workers * servers.count) / slowness)],
      calls: calls,
      servers: servers + issuers(of: services, besides: servers)
    )
  }

  /// The token endpoints of services.
  private static func issuers(of services: [BackendService], besides servers: [Incident.Server]) -> [Incident.Server] {
    var issuers: [Incident.Server] = []
    for service in services {
      guard case .oauth2(let credentials)? = service.credential?.kind, let url = credentials.tokenURL?.withoutQuery,
        !(servers + issuers).contains(where: { $0.endpoint == url })
      else { continue }
      issuers.append(
        Incident.Server(
          endpoint: url,
          workers: 4,
          time: .exponential(mean: .milliseconds(10)),
          tokenLifetime: .seconds(3600)
        )
      )
    }
    return issuers
  }

  /// The addresses of a service: its endpoints, or its one address.
  static func addresses(of service: BackendService) -> [ResourceURL] {
    if service.endpoints.isEmpty { return [service.baseURL.withoutQuery] }
    return service.endpoints.compactMap { try? ResourceURL("\($0.origin)/") }
  }

  static func servers(of service: BackendService, in incident: Incident) -> [Int] {
    let addresses = addresses(of: service)
    return incident.servers.indices.filter { addresses.contains(incident.servers[$0].endpoint) }
  }

  /// Makes each service call the next, and the last one stall; only the first is called from outside.
  static func chain(_ services: [BackendService], _ incident: inout Incident) throws(Simulation.Failure) {
    let layers = services.prefix(3)
    guard layers.count > 1, let last = layers.last else {
      throw Simulation.Failure("\"retry-storm\" needs two services or more that call one another; there is one")
    }
    var callers: Set<Int> = []
    for (index, (service, next)) in zip(layers, layers.dropFirst()).enumerated() {
      // A server that a later one shares calls none, or the calls would go round.
      let ends = layers.dropFirst(index + 1).flatMap { servers(of: $0, in: incident) }
      for server in servers(of: service, in: incident) where !ends.contains(server) && callers.insert(server).inserted {
        // Each of these waits for the next, so there are more of them.
        incident.servers[server].workers = 400
        incident.servers[server].calls = [Incident.Call(service: next.name, target: "items/{id}")]
      }
    }
    incident.calls = Array(incident.calls.prefix(1))
    incident.load = [.init(perSecond: perServer)]
    for server in servers(of: last, in: incident) {
      // It gets all calls, however many servers there are.
      incident.servers[server].workers = workers
      incident.servers[server].time = .logNormal(median: .milliseconds(10), p99: .milliseconds(40))
      incident.servers[server].events.append(.init(from: .seconds(15), to: .seconds(25), .stall))
    }
  }

  /// Makes tokens short-lived, and their server slow.
  static func herd(_ incident: inout Incident) throws(Simulation.Failure) {
    let issuers = incident.servers.indices.filter { incident.servers[$0].tokenLifetime != nil }
    guard !issuers.isEmpty else {
      throw Simulation.Failure(
        "\"token-herd\" needs a service that obtains tokens (\"auth\" of type \"oauth2\" with a tokenUrl); there is none"
      )
    }
    incident.clients = 50
    for issuer in issuers {
      incident.servers[issuer].workers = 2
      incident.servers[issuer].time = .exponential(mean: .milliseconds(50))
      incident.servers[issuer].tokenLifetime = .seconds(20)
    }
  }
}

extension ResourceURL {
  /// The URL up to its path.
  fileprivate var withoutQuery: ResourceURL {
    (try? ResourceURL("\(origin)\(path)")) ?? self
  }
}
