// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestSimulation

@Suite(.onOwnThreads) struct `An incident by name` {
  static func configuration() throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: """
        { "defaults": { "timeouts": { "total": "1s" } },
          "backendServices": [
            { "service": "orders", "baseUrl": "https://orders.example/v1",
              "auth": { "type": "oauth2", "clientId": "a", "clientSecret": "b", "tokenUrl": "https://tokens.example/t" } },
            { "service": "stock", "baseUrl": "https://stock.example/v1" },
            { "service": "prices", "baseUrl": "https://prices.example" }] }
        """
    )
  }

  /// Runs a shortened incident with less load, since simulating it takes real time.
  static func run(_ name: Simulation.NamedIncident) throws -> Simulation.Report {
    let configuration = try configuration()
    var incident = try name.fitted(to: configuration)
    #expect(incident.duration == .seconds(60))
    incident.duration = .seconds(26)
    // The rate limit is one for the whole load, which is therefore not reduced.
    if name != .rateLimit { incident.load[0].perSecond /= 5 }
    for index in incident.servers.indices where name != .rateLimit && incident.servers[index].workers == 4 {
      incident.servers[index].workers = 1
    }
    return try Simulation(configuration: configuration, incident: incident).run()
  }

  @Test(arguments: Simulation.NamedIncident.allCases)
  func `runs with any configuration that has what it needs`(
    _ name: Simulation.NamedIncident
  ) throws {
    let report = try Self.run(name)
    #expect(report.summary.calls > 500)
    #expect(report.summary.failed > 0 || [.slowOne, .brownOut, .tokenHerd].contains(name))
    // Few calls fail before it begins, except in `tokenHerd`, whose tokens are short-lived from the start.
    if name != .tokenHerd { #expect(report.timeline[..<14].allSatisfy { $0.failed * 20 <= $0.offered }) }
  }

  @Test func `the same storm gives the same bytes twice, tokens included`() throws {
    for name in [Simulation.NamedIncident.retryStorm, .tokenHerd] {
      #expect(try Self.run(name).json.text() == Self.run(name).json.text())
    }
  }

  @Test func `a storm overloads nothing before the stall, however many services there are or share a server`() throws {
    let many = try (0..<12).map {
      BackendService(name: "s\($0)", baseURL: try ResourceURL("https://s\($0).example"))
    }
    let incident = try Simulation.NamedIncident.retryStorm.fitted(to: ResourceConfiguration(services: many))
    let last = try #require(incident.servers.first { $0.endpoint.origin.host == "s2.example" })
    let one = try Simulation.NamedIncident.retryStorm.fitted(to: ResourceConfiguration(services: Array(many.prefix(3))))
    #expect(last.workers == one.servers[2].workers && last.time == one.servers[2].time)
    let shared = many.prefix(2).map { service in
      var service = service
      service.endpoints = [ServiceEndpoint(many[0].baseURL.origin)]
      return service
    }
    let storm = try Simulation.NamedIncident.retryStorm.fitted(to: ResourceConfiguration(services: shared))
    #expect(storm.servers.allSatisfy { $0.calls.isEmpty })
    // The first and the third at one server, which would call itself by way of the second.
    let round = [0, 1, 0].enumerated().map { number, place in
      var service = many[number]
      service.endpoints = [ServiceEndpoint(many[place].baseURL.origin)]
      return service
    }
    let calls = try Simulation.NamedIncident.retryStorm.fitted(to: ResourceConfiguration(services: round)).servers
    #expect(calls.filter { !$0.calls.isEmpty }.map(\.endpoint.origin.host) == ["s1.example"])
  }

  @Test func `an incident is refused where the configuration has not what it needs`() throws {
    let plain = ResourceConfiguration(
      services: [BackendService(name: "orders", baseURL: try ResourceURL("https://orders.example"))]
    )
    #expect(throws: Simulation.Failure.self) { try Simulation.NamedIncident.tokenHerd.fitted(to: plain) }
    #expect(throws: Simulation.Failure.self) { try Simulation.NamedIncident.retryStorm.fitted(to: plain) }
    #expect(throws: Simulation.Failure.self) { try Simulation.NamedIncident.stall.fitted(to: .empty) }
  }

  @Test(arguments: [1, 3, 6, 7, 12, 13, 24, 25, 30, 300])
  func `the load stays at three quarters of the capacity, and below a limit, however many endpoints there are`(
    _ count: Int
  ) throws {
    var service = BackendService(name: "orders", baseURL: try ResourceURL("https://orders.example"))
    service.endpoints = try (0..<count).map { ServiceEndpoint(try ResourceURL("https://e\($0).example").origin) }
    let configuration = ResourceConfiguration(services: [service])
    for name in [Simulation.NamedIncident.brownOut, .rateLimit, .zoneLoss] {
      let incident = try name.fitted(to: configuration)
      let (load, servers) = (incident.load[0].perSecond, incident.servers)
      #expect(servers.count == count && load <= 1500.1 && load >= min(250 * Double(count), 800))
      // The times are a lone server's, unless there are more servers than there may be workers.
      let slowness = max(1, Double(count) / 24)
      let time = Simulation.Incident.ServiceTime.logNormal(
        median: .milliseconds(10) * slowness,
        p99: .milliseconds(40) * slowness
      )
      #expect(servers.allSatisfy { $0.time == time && $0.workers == servers[0].workers })
      #expect(slowness == 1 || servers[0].workers == 1)
      let workers = Double(servers.reduce(0) { $0 + $1.workers })
      #expect(abs(load * slowness / workers - 62.5) < 0.01)
    }
  }

  @Test func `what befalls one of a service's endpoints is seen in the rows, until it is used again`() throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "defaults": { "timeouts": { "total": "1s" } },
          "backendServices": [{ "service": "orders", "baseUrl": "https://orders.example/v1", "resilience": "standard",
            "endpoints": [{ "url": "https://a.example" }, { "url": "https://b.example", "name": "b" },
                          { "url": "https://c.example" }] }] }
        """
    )
    var incident = try Simulation.NamedIncident.badDeploy.fitted(to: configuration)
    #expect(
      incident.servers.map(\.endpoint.string) == ["https://a.example/", "https://b.example/", "https://c.example/"]
    )
    incident.clients = 1
    incident.load[0].perSecond = 60
    incident.servers[0].events[0].to = .seconds(35)
    let report = try Simulation(configuration: configuration, incident: incident).run()
    let rows = report.timeline.filter { $0.ejected == ["https://a.example/"] }.map(\.t)
    #expect(report.timeline.allSatisfy { $0.ejected.count <= 1 })
    #expect(rows.contains(20) && rows.contains(40) && !rows.contains(14))
    #expect(report.timeline.last?.ejected == [])
  }
}
