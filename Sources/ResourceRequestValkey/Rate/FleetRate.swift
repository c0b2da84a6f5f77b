// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

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
/// an instance takes its part, `requests` divided by `instances`, with one warning; no request fails by the server. A place
/// without `requests` is left alone.
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
  ).default(1)
  private let name = Setting.text("name", "What instances with the same rate call it: the service, unless named.")
  private let timeLimit = Setting.time("timeLimit", "How long a call waits for the server.").default(.milliseconds(20))

  private let lines = ValkeyLines()

  /// Its settings.
  public var settings: FeatureSettings {
    FeatureSettings(server, username, password, requests, per, burst, instances, name, timeLimit)
  }

  /// Creates the feature; its connections are shared by the clients that have it.
  public init() {}

  /// What is missing for a rate, or names no server.
  public func faults(at site: FeatureSite) -> [String] {
    var faults: [String] = []
    if site[requests] != nil, site[server] == nil {
      faults.append("\"fleetRate\" has \"requests\" and no \"server\", expected one")
    }
    do throws(ValkeyCacheStore.Invalid) { _ = try address(at: site) } catch {
      faults.append("\"server\" of \"fleetRate\": \(error.description)")
    }
    if site[server].map({ $0.contains(byte: "@") }) == true {
      faults.append("\"server\" of \"fleetRate\" has a login, expected \"username\" and \"password\" beside it")
    }
    if !(.milliseconds(1)...(.seconds(86_400))).contains(site[per]) {
      faults.append("\"per\" of \"fleetRate\" is too short or too long, expected \"1ms\" to \"24h\"")
    }
    if site[timeLimit] < .milliseconds(1) {
      faults.append("\"timeLimit\" of \"fleetRate\" is too short, expected \"1ms\" or more")
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
    guard let requests = site[requests], let name = sharedName(at: site), let address = try? address(at: site) else {
      return nil
    }
    let (per, burst, instances, limit) = (site[per], site[burst], site[instances], site[timeLimit])
    return site.state {
      let quota = FleetQuota(requests: requests, per: per, burst: burst)
      let part = FleetQuota(
        requests: requests,
        per: min(per * Double(instances), .seconds(86_400)),
        burst: max(1, burst / instances)
      )
      let line = lines.line(to: address, limit: min(limit, .seconds(60)))
      let key = Array("resource:r:\(name)".utf8)
      return TurnLine(
        TurnSource(quota, part: part) { count, horizon in
          let arguments = quota.arguments(for: count, within: horizon).map { Array($0.utf8) }
          let command = [Array("EVAL".utf8), Array(FleetQuota.script.utf8), Array("1".utf8), key] + arguments
          let reply = try await line.send([command])[0]
          guard case .list(let list) = reply, list.count == 2, let given = list[0].number, let wait = list[1].number,
            (0...count).contains(given)
          else { throw ValkeyFailure(reason: "it gives no turns") }
          return FleetQuota.Grant(count: given, wait: .microseconds(max(-86_400_000_000, min(wait, 86_400_000_000))))
        }
      )
    }
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
