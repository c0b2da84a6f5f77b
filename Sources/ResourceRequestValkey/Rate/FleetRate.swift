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
/// Each attempt takes a turn. An instance asks for the turns of all its calls that wait at once, and for the near future
/// only. A call whose turn would come after its deadline fails with `rateLimited`. While the server does not answer in time,
/// an instance takes its part, `requests` divided by `instances`, with a warning; no request fails by the server. A place
/// without `requests` is left alone, as are absolute URLs.
public struct FleetRate: ServiceFeature {
  /// `fleetRate`.
  public let key = "fleetRate"
  /// What it does.
  public let summary = "A rate that all instances hold together, by a server of Valkey or Redis."

  private let server = Setting.text("server", "The server: valkey://host:6379/0 or unix:///path.").risky(.goesElsewhere)
  private let username = Setting.text("username", "The user at the server.")
  private let password = Setting.secret("password", "The password at the server.", isSent: false)
  private let requests = Setting.wholeNumber(
    "requests",
    in: 1...1_000_000,
    "The requests of all instances in that time."
  )
  .risky(.sendsMore)
  private let per = Setting.time("per", "The time.").default(.seconds(1))
  private let burst = Setting.wholeNumber("burst", in: 1...1_000_000, "How many may go at once after a pause.").default(
    1
  )
  private let instances = Setting.wholeNumber(
    "instances",
    in: 1...100_000,
    "How many instances there are about: each takes its part while the server is away."
  )
  private let name = Setting.text("name", "What instances with the same rate call it: the service, unless named.")
  private let timeLimit = Setting.time("timeLimit", "How long a call waits for the server.").default(.milliseconds(20))

  private let lines = TurnLines()

  /// Its settings.
  public var settings: FeatureSettings {
    FeatureSettings(server, username, password, requests, per, burst, instances, name, timeLimit)
  }

  /// Creates the feature; its connections are shared by the clients that have it.
  public init() {}

  /// What is missing for a rate, or names no server.
  public func faults(at site: FeatureSite) -> [String] {
    var faults: [String] = []
    if site[requests] != nil {
      for (key, isThere) in [("server", site[server] != nil), ("instances", site[instances] != nil)] where !isThere {
        faults.append("\"fleetRate\" has \"requests\" and no \"\(key)\", expected both")
      }
    }
    do throws(ValkeyCacheStore.Invalid) { _ = try address(at: site) } catch {
      faults.append("\"server\" of \"fleetRate\": \(error.description)")
    }
    if let server = site[server], !server.begins(withBytesOf: "unix:"), server.contains(byte: "@") {
      faults.append("\"server\" of \"fleetRate\" has a login, expected \"username\" and \"password\" beside it")
    }
    if site[username] != nil, site[password] == nil {
      faults.append("\"fleetRate\" has a \"username\" and no \"password\", expected both")
    }
    if !(.milliseconds(1) ... .seconds(86_400)).contains(site[per]) {
      faults.append("\"per\" of \"fleetRate\" is too short or too long, expected \"1ms\" to \"24h\"")
    }
    if !(.milliseconds(1) ... .seconds(60)).contains(site[timeLimit]) {
      faults.append("\"timeLimit\" of \"fleetRate\" is too short or too long, expected \"1ms\" to \"1m\"")
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
    guard let requests = site[requests], let server = site[server], let name = sharedName(at: site) else { return [] }
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
    return [Explanation.Fact("server", line.source.condition), Explanation.Fact("waiting", "\(line.waiting)")]
  }

  private func sharedName(at site: FeatureSite) -> String? { site[name] ?? site.service ?? site.origin?.description }

  private func address(at site: FeatureSite) throws(ValkeyCacheStore.Invalid) -> ValkeyAddress? {
    guard let text = site[server] else { return nil }
    return try ValkeyAddress(text, username: site[username], password: site[password])
  }

  private func line(at site: FeatureSite) -> TurnLine? {
    guard let requests = site[requests], let instances = site[instances], let name = sharedName(at: site),
      let address = try? address(at: site)
    else { return nil }
    let quota = FleetQuota(requests: requests, per: site[per], burst: site[burst])
    let limit = max(.milliseconds(1), min(site[timeLimit], .seconds(60)))
    return site.state { lines.line(name, quota, instances: instances, at: address, limit: limit) }
  }
}

/// Has each attempt take a turn.
private struct FleetTurns: Middleware {
  let line: TurnLine

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    try await line.pass(context)
    return try await next(request, context: context)
  }
}
