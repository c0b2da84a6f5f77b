// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSimulation

@Suite(.onOwnThreads) struct `A simulation` {
  static func configuration() throws -> ResourceConfiguration {
    ResourceConfiguration(
      services: [
        BackendService(name: "orders", baseURL: try ResourceURL("https://orders.example/v1"))
      ]
    )
  }

  static func incident(
    _ duration: Duration = .seconds(10),
    perSecond: Double = 100,
    clients: Int = 1,
    timeout: Duration = .seconds(1),
    events: [Simulation.Incident.Event] = []
  ) throws -> Simulation.Incident {
    Simulation.Incident(
      duration: duration,
      clients: clients,
      load: [.init(perSecond: perSecond)],
      calls: [.init(service: "orders", target: "items/{id}", timeout: timeout)],
      servers: [
        .init(
          endpoint: try ResourceURL("https://orders.example"),
          workers: 10,
          time: .logNormal(median: .milliseconds(10), p99: .milliseconds(40)),
          events: events
        )
      ]
    )
  }

  static func run(_ incident: Simulation.Incident, seed: UInt64 = 1) throws -> Simulation.Report {
    try Simulation(configuration: try configuration(), incident: incident, seed: seed).run()
  }

  @Test func `a healthy server answers every call, as fast as its distribution says`() throws {
    let report = try Self.run(try Self.incident(.seconds(60)))
    #expect((5700...6300).contains(report.summary.calls))
    #expect(report.summary.succeeded == report.summary.calls)
    #expect(report.summary.attempts == report.summary.calls)
    let latency = report.summary.latency
    #expect((9.5...10.5).contains(latency.p50 ?? 0))
    #expect((36...46).contains(latency.p99 ?? 0))
    #expect(report.timeline.count == 60 || report.timeline.count == 61)
    #expect(report.timeline.reduce(0) { $0 + $1.offered } == report.summary.calls)
    #expect(report.timeline.reduce(0) { $0 + $1.succeeded } == report.summary.succeeded)
  }

  @Test func `it says how far it is, once for each second`() throws {
    var reached: [Duration] = []
    let incident = try Self.incident(.seconds(5), perSecond: 20)
    let simulation = try Simulation(configuration: try Self.configuration(), incident: incident)
    let report = try simulation.run { reached.append($0) }
    #expect(reached.prefix(4) == [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
    #expect(reached == reached.sorted() && Set(reached).count == reached.count)
    #expect(report == (try simulation.run()))
  }

  @Test func `a service with a cache stays on the simulation's thread, and gives the same report every time`() throws {
    var configuration = try Self.configuration()
    configuration.services[0].settings.cache = CacheSettings()
    let incident = try Self.incident(perSecond: 200, events: [.init(from: .seconds(2), to: .seconds(4), .stall)])
    let reports = try (1...2).map { _ in
      try Simulation(configuration: configuration, incident: incident, seed: 3).run()
    }
    #expect(reports[0].summary.calls > 1000)
    #expect(reports[0] == reports[1])
  }

  @Test func `files that are watched and disks stay outside`() throws {
    var configuration = try Self.configuration()
    var cache = CacheSettings()
    cache.disk = .init(directory: "/nowhere/to/be/made")
    configuration.defaults.cache = cache
    configuration.services[0].settings.cache = cache
    configuration.services[0].endpoints = [ServiceEndpoint(try ResourceURL("https://orders.example").origin)]
    configuration.services[0].endpointsFile = "/nowhere/endpoints"
    let report = try Simulation(configuration: configuration, incident: try Self.incident()).run()
    #expect(report.summary.succeeded == report.summary.calls && report.summary.calls > 500)
  }

  @Test func `two servers at one address are refused`() throws {
    var incident = try Self.incident()
    incident.servers.append(incident.servers[0])
    let error = #expect(throws: ConfigurationError.self) { try Self.run(incident) }
    #expect(error?.issues.first?.message.contains("two servers are at https://orders.example/") == true)
  }

  @Test func `work that never ends does so at any speed`() {
    let rate = WorkRate([.init(.slow(0.98))])
    #expect(rate.finish(of: .never, from: 1_000) == .never)
    #expect(rate.finish(of: 980, from: 0) == 960)
  }

  @Test func `an endpoint that two services share is left out until both use it`() throws {
    var configuration = try Self.configuration()
    configuration.services.append(BackendService(name: "people", baseURL: configuration.services[0].baseURL))
    let incident = try Self.incident()
    let tally = Tally(endpoints: incident.servers.map { $0.endpoint.string })
    let time = VirtualTime()
    let watch = EjectionWatch(configuration, incident.servers, tally, time)
    let isEjected = { tally.report(seed: 1, end: 3_000_000_000).timeline.last?.ejected.isEmpty == false }
    for (kind, service, expected) in [
      (RequestEvent.Kind.endpointEjected, "orders", true), (.endpointEjected, "people", true),
      (.endpointReturned, "orders", true), (.endpointReturned, "people", false),
    ] {
      var event = RequestEvent(id: 1, moment: ContinuousClock.now, kind: kind)
      event.request = RequestSummary(method: .get, service: service, url: configuration.services[0].baseURL)
      event.endpoint = ""
      watch.observe(event)
      #expect(isEjected() == expected, "\(kind) of \(service)")
    }
  }

  @Test func `endpoints of a service that a reload changes are no longer left out`() throws {
    var configuration = try Self.configuration()
    let other = BackendService(name: "people", baseURL: configuration.services[0].baseURL)
    configuration.services.append(other)
    let incident = try Self.incident()
    let tally = Tally(endpoints: incident.servers.map { $0.endpoint.string })
    let watch = EjectionWatch(configuration, incident.servers, tally, VirtualTime())
    let isEjected = { tally.report(seed: 1, end: 3_000_000_000).timeline.last?.ejected.isEmpty == false }
    for service in ["orders", "people", ""] {
      var event = RequestEvent(id: 1, moment: ContinuousClock.now, kind: .endpointEjected)
      event.request = RequestSummary(method: .get, service: service, url: other.baseURL)
      event.endpoint = ""
      watch.observe(event)
    }
    watch.forget(["orders"])
    #expect(isEjected())
    watch.forget(["people"])
    #expect(isEjected())
    watch.forget([""])
    #expect(!isEjected())
  }

  @Test(arguments: [RequestEvent.Kind.rolloutTaken, .rolledBack])
  func `what only a configuration has left out that is given up after a trial is used`(end: RequestEvent.Kind) throws {
    let configuration = try Self.configuration()
    let incident = try Self.incident()
    let tally = Tally(endpoints: incident.servers.map { $0.endpoint.string })
    let watch = EjectionWatch(configuration, incident.servers, tally, VirtualTime())
    func tell(_ kind: RequestEvent.Kind, _ generation: Int) {
      var event = RequestEvent(id: 1, moment: .now, kind: kind)
      event.request = RequestSummary(method: .get, service: "orders", url: configuration.services[0].baseURL)
      (event.endpoint, event.generation) = ("", generation)
      watch.observe(event)
    }
    let isEjected = { tally.report(seed: 1, end: 3_000_000_000).timeline.last?.ejected.isEmpty == false }
    watch.tries(["orders"])
    tell(.rolloutStarted, 2)
    tell(.endpointEjected, end == .rolledBack ? 2 : 1)
    #expect(isEjected())
    tell(end, 2)
    #expect(!isEjected())
    guard end == .rolledBack else { return }
    // Its calls in flight have no say, nor has one whose trial a reload ends, or another one's.
    tell(.endpointEjected, 2)
    #expect(!isEjected())
    for (start, next) in [(3, RequestEvent.Kind.reloaded), (4, .rolloutStarted)] {
      watch.tries(["orders"])
      tell(.rolloutStarted, start)
      tell(.endpointEjected, start)
      #expect(isEjected())
      // What comes next is tried, or is a former one without a trial.
      watch.tries([])
      tell(next, 9)
      #expect(!isEjected())
    }
  }

  @Test func `one seed gives the same report every time, another one another report`() throws {
    let incident = try Self.incident(
      perSecond: 500,
      clients: 3,
      events: [.init(from: .seconds(2), to: .seconds(4), .stall)]
    )
    let reports = try [7, 7, 8].map { try Self.run(incident, seed: $0) }
    #expect(reports[0] == reports[1])
    #expect(reports[0] != reports[2])
  }

  @Test func `calls to a stalled server time out, and the server works on although nobody waits`() throws {
    let event = Simulation.Incident.Event(from: .seconds(3), to: .seconds(5), .stall)
    let report = try Self.run(try Self.incident(events: [event]))
    #expect(report.summary.errors.keys.sorted() == ["deadlineExceeded"])
    let failed = report.timeline.filter { $0.failed > 0 }.map(\.t)
    // A call at 4.5 s gets its response at 5 s.
    #expect(failed.contains(4) && failed.allSatisfy { (3...5).contains($0) })
    #expect(report.timeline[9].failed == 0)
  }

  @Test func `a server that refuses connections fails calls at once`() throws {
    let event = Simulation.Incident.Event(from: .seconds(2), to: .seconds(4), .refuse)
    let report = try Self.run(try Self.incident(events: [event]))
    #expect(report.summary.errors == ["connectFailed": report.summary.failed])
    #expect(report.timeline.filter { $0.failed > 0 }.map(\.t) == [2, 3])
    #expect(report.timeline[2].succeeded <= 5)
  }

  @Test func `a share of failures is that share, by status or by reset`() throws {
    let status = Simulation.Incident.Event(.fail(.init(share: 0.3, status: 503, after: .zero)))
    let reset = Simulation.Incident.Event(.fail(.reset(share: 0.3)))
    for (event, code) in [(status, "503"), (reset, "connectionClosed")] {
      let report = try Self.run(try Self.incident(perSecond: 500, events: [event]))
      #expect(report.summary.errors.keys.sorted() == [code])
      #expect((0.28...0.32).contains(Double(report.summary.failed) / Double(report.summary.calls)))
      #expect(report.summary.perEndpoint["https://orders.example/"]?.errors == report.summary.failed)
    }
  }

  @Test func `a rate limit answers 429 beyond its rate`() throws {
    let event = Simulation.Incident.Event(.limit(.init(requests: 50, per: .seconds(1), retryAfter: .seconds(2))))
    let report = try Self.run(try Self.incident(events: [event]))
    #expect(report.summary.succeeded == 500)
    #expect(report.summary.errors == ["429": report.summary.failed])
  }

  @Test func `fewer workers make calls wait, and a full queue turns them away`() throws {
    var incident = try Self.incident(perSecond: 400, events: [.init(from: .seconds(2), to: .seconds(4), .workers(1))])
    incident.servers[0].queue = 20
    let report = try Self.run(incident)
    #expect(report.summary.errors.keys.sorted() == ["503"])
    #expect(report.timeline.filter { $0.failed > 0 }.map(\.t) == [2, 3])
    #expect(report.timeline[3].p50 ?? 0 > 150)
    #expect(report.timeline[8].p50 ?? 0 < 20)
  }

  @Test func `a server that calls others answers 503 where they fail, and its worker waits for them`() throws {
    let configuration = ResourceConfiguration(
      services: [
        BackendService(name: "orders", baseURL: try ResourceURL("https://orders.example/v1")),
        BackendService(name: "stock", baseURL: try ResourceURL("https://stock.example")),
      ]
    )
    var incident = try Self.incident()
    incident.servers[0].calls = [.init(service: "stock", target: "count/{sku}", timeout: .milliseconds(200))]
    incident.servers.append(
      .init(
        endpoint: try ResourceURL("https://stock.example"),
        time: .fixed(.milliseconds(5)),
        events: [.init(from: .seconds(5), .stall)]
      )
    )
    let report = try Simulation(configuration: configuration, incident: incident).run()
    #expect(report.summary.errors["503"] ?? 0 > 50)
    #expect(report.summary.perEndpoint["https://stock.example/"]?.attempts ?? 0 > 500)
    // Only calls from outside count, not those between the servers.
    #expect(report.summary.calls < 1200 && report.summary.attempts > report.summary.calls * 3 / 2)
    #expect(report.timeline[4].p50 ?? 0 > 14)
  }

  @Test func `a request to a place without a server ends the run with its name`() throws {
    var incident = try Self.incident()
    incident.servers[0].endpoint = try ResourceURL("https://elsewhere.example")
    let error = #expect(throws: Simulation.Failure.self) { try Self.run(incident) }
    #expect(error?.description.contains("https://orders.example") == true)
  }

  @Test func `a call that never ends is reported instead of awaited`() throws {
    var incident = try Self.incident(timeout: Duration.longest, events: [.init(from: .seconds(5), .stall)])
    incident.calls[0].timeout = Duration.longest
    var settings = ServiceSettings()
    settings.timeouts.read = .unlimited
    let configuration = ResourceConfiguration(defaults: settings, services: try Self.configuration().services)
    let error = #expect(throws: Simulation.Failure.self) {
      try Simulation(configuration: configuration, incident: incident).run()
    }
    #expect(error?.description.contains("never end") == true)
  }

  @Test func `work that leaves the simulation's thread is reported`() throws {
    struct Leaving: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        try await Task { try await next(request, context: context) }.value
      }
    }
    let simulation = try Simulation(
      configuration: try Self.configuration(),
      incident: try Self.incident(),
      options: ClientOptions(middleware: [Leaving()])
    )
    let error = #expect(throws: Simulation.Failure.self) { try simulation.run() }
    #expect(error?.description.contains("left the simulation's thread") == true)
  }

  @Test func `an incident that cannot be run is refused before it runs`() throws {
    var incident = try Self.incident()
    incident.calls[0].service = "order"
    incident.load = []
    let error = #expect(throws: ConfigurationError.self) {
      try Simulation(configuration: try Self.configuration(), incident: incident)
    }
    #expect(error?.issues.count == 2)
  }
}
