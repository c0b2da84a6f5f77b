// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Holds a rate for all instances of a service together, by a server of Valkey or Redis, with keys of its own in the
/// configuration.
///
/// ```json
/// "fleetRate": { "server": "valkey://cache.internal:6379", "requests": 1000, "per": "1s", "instances": 8 }
/// ```
///
/// ```swift
/// let vocabulary = Vocabulary.standard + [FleetRate()]
/// let client = try ResourceClient(contentsOf: "backends.json", vocabulary: vocabulary)
/// ```
///
/// Each attempt takes a turn. An instance requests the turns of all its waiting calls at once, and only for the near
/// future. A call whose turn would come after its deadline fails with `rateLimited`. While the server does not answer
/// in time, an instance uses its share, `requests` divided by `instances`, with a warning; a failing server fails no
/// request. A place without `requests` is left alone, as are absolute URLs.
public struct FleetRate: ServiceFeature, UnseenFeature {
  /// `fleetRate`.
  public let key = "fleetRate"
  /// What it does.
  public let summary = "A rate that all instances hold together, by a server of Valkey or Redis."

  private let connection = ServerSettings()
  private let requests = Setting.wholeNumber(
    "requests",
    in: 1...1_000_000,
    "The requests of all instances in that time."
  )
  .risky(.sendsMore)
  private let per = Setting.time("per", "The time.").default(.seconds(1)).risky(.sendsMore, whenSmaller: true)
  private let burst = Setting.wholeNumber("burst", in: 1...1_000_000, "How many may go at once after a pause.")
    .default(1).risky(.sendsMore)
  private let instances = Setting.wholeNumber(
    "instances",
    in: 1...100_000,
    "How many instances there are about: each takes its part while the server is away."
  )
  private let name = Setting.text("name", "What instances with the same rate call it: the service, unless named.")

  private let lines = TurnLines()
  /// What takes the place of a server in a simulation.
  private let turns: SimulatedTurns?

  /// Its settings.
  public var settings: FeatureSettings {
    connection.settings(with: requests, per, burst, instances, name)
  }

  /// Creates the feature; its connections are shared by the clients that have it.
  public init() { turns = nil }

  private init(_ turns: SimulatedTurns) { self.turns = turns }

  /// Creates a feature for one run of a simulation: its clients take their turns without a server, on the simulation's clock.
  public static func forSimulation() -> FleetRate { FleetRate(SimulatedTurns()) }

  /// What is missing for a rate, or names no server.
  public func faults(at site: FeatureSite) -> [String] {
    var faults: [String] = []
    if site[requests] != nil {
      for (key, isThere) in [("server", site[connection.server] != nil), ("instances", site[instances] != nil)]
      where !isThere {
        faults.append("\"fleetRate\" has \"requests\" and no \"\(key)\", expected both")
      }
    }
    faults += connection.faults(of: key, at: site)
    if !(.milliseconds(1) ... .seconds(86_400)).contains(site[per]) {
      faults.append("\"per\" of \"fleetRate\" is too short or too long, expected \"1ms\" to \"24h\"")
    }
    return faults
  }

  /// The middleware that has each attempt take a turn.
  public func middleware(at site: FeatureSite) -> MiddlewareStations {
    guard let line = line(at: site) else { return MiddlewareStations() }
    return MiddlewareStations(attempt: [FleetTurns(line: line)])
  }

  /// What the rate is.
  public func explain(_ request: ResolvedRequest, at site: FeatureSite) -> [Explanation.Fact] {
    guard let requests = site[requests], let server = site[connection.server], let name = sharedName(at: site) else {
      return []
    }
    return [
      Explanation.Fact(
        "rate of the fleet",
        "\(requests) in \(site[per]) by \"\(name)\" at \(server)"
      )
    ]
  }

  /// What is known of the server, and who waits.
  public func status(at site: FeatureSite) -> [Explanation.Fact] {
    guard let line = line(at: site) else { return [] }
    return [
      Explanation.Fact("server", line.condition()), Explanation.Fact("turns", line.source.counts),
      Explanation.Fact("waiting", "\(line.waiting)"),
    ]
  }

  /// `nil` for absolute URLs, which have no origin of their own.
  private func sharedName(at site: FeatureSite) -> String? {
    site.origin.map { site[name] ?? site.service ?? $0.description }
  }

  private func line(at site: FeatureSite) -> TurnLine? {
    guard let requests = site[requests], let instances = site[instances], let name = sharedName(at: site),
      let address = connection.address(at: site)
    else { return nil }
    let quota = FleetQuota(requests: requests, per: site[per], burst: site[burst])
    if let turns {
      return site.state {
        TurnLine(
          TurnSource(quota, instances: instances) { turns.take(name, at: address, quota, $0, within: $1, at: $2) }
        ) {
          "simulated"
        }
      }
    }
    let limit = connection.limit(at: site)
    return site.state { lines.line(name, quota, instances: instances, at: address, limit: limit) }
  }
}

/// Has each attempt take a turn.
private struct FleetTurns: Middleware {
  let line: TurnLine

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    try await line.pass(context)
    let turn = context.clock.now
    do { return try await next(request, context: context) } catch var failure as TransportFailure {
      // Nobody who answers was slow while it waited for its turn.
      failure.attemptTime = turn.duration(to: context.clock.now)
      throw failure
    }
  }
}
