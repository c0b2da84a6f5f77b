// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Faults of policies in combination, although each is valid by itself.
///
/// Pure.
struct ResilienceFaults {
  /// Something wrong: a phrase with the arithmetic and the remedy, and the settings it may be found at, the nearest first.
  struct Fault: Sendable, Hashable {
    let paths: [[String]]
    let message: String
  }

  private(set) var all: [Fault] = []
  /// The place of the settings.
  private let place: [String]
  private let isBehindGateway: Bool
  private let own: ResiliencePolicies
  private let policies: ResiliencePolicies
  private let timeouts: Timeouts
  private let plan: ResiliencePlan

  /// Those of services, of a gateway and of defaults.
  static func all(in services: [BackendService], _ gateway: Gateway?, _ defaults: ServiceSettings) -> [Fault] {
    let inheritance = SettingsInheritances(defaults, gateway)
    return services.flatMap { ResilienceFaults($0, inheritance.of($0)).all }
      + (gateway.map { ResilienceFaults(gateway: $0.settings, inheritance.direct).all } ?? [])
      + ResilienceFaults(defaults: defaults).all
  }

  /// Those of a service.
  init(_ service: BackendService, _ inheritance: SettingsInheritance) {
    self.init(["services", service.name], service.settings, inheritance, service)
    checkTimes()
    checkMethods()
    checkWaits()
    checkSources(service)
    checkEndpoints(service)
    checkHealth(endpoints: service.followsEndpoints ? nil : service.endpoints.count)
  }

  /// The faults of the gateway, which has one endpoint.
  init(gateway: ServiceSettings, _ inheritance: SettingsInheritance) {
    self.init(["gateway"], gateway, inheritance)
    checkTimes()
    checkMethods()
    checkWaits()
    checkHealth(endpoints: 1)
  }

  /// The faults of the defaults for calls without a service; a service may override them, so each is judged by itself.
  init(defaults: ServiceSettings) {
    self.init(["defaults"], defaults, .none)
    checkMethods()
  }

  private init(
    _ place: [String],
    _ settings: ServiceSettings,
    _ inheritance: SettingsInheritance,
    _ service: BackendService? = nil
  ) {
    self.place = place
    isBehindGateway = service?.via == .gateway
    own = settings.resilience
    let merged = inheritance.completing(settings)
    policies = merged.resilience
    timeouts = SettingsInheritance.completed(merged).timeouts
    plan = ResiliencePlan(
      policies,
      service?.endpoints ?? [],
      timeouts,
      areFollowed: service?.followsEndpoints ?? false
    )
  }

  private mutating func report(_ keys: [[String]], _ message: String) {
    let places = isBehindGateway ? [place, ["gateway"], ["defaults"]] : [place, ["defaults"]]
    let paths = places.flatMap { place in keys.map { place + $0 } }
    all.append(Fault(paths: paths + [place], message: message))
  }

  private mutating func checkTimes() {
    guard let attempt = timeouts.attempt, let total = timeouts.total else { return }
    let (one, whole) = (AmountText.text(attempt), AmountText.text(total))
    // No limit is the total.
    if attempt.length > total.length, attempt.length < .longest {
      report(
        [["timeouts", "attempt"], ["timeouts", "total"]],
        "an attempt of \(one) is longer than the total of \(whole), expected \"attempt\" to be shorter than \"total\""
      )
    } else if plan.retry.attempts > 1 {
      let retry = plan.retry
      guard let attempt = attempt.duration, let total = total.duration, attempt < .longest, total < .longest else {
        return
      }
      let worst = (attempt.times(retry.attempts) + retry.backoff.limits(of: retry.attempts)).clamped
      // The preset's own attempt timeout, a third of the total, is no contradiction: its waits are within the total.
      let isPreset = policies.preset == .standard && retry == .standard && attempt.times(3) <= total
      guard worst > total, !isPreset else { return }
      report(
        [["retry"], ["timeouts", "attempt"], ["timeouts", "total"]],
        "\(retry.attempts) attempts of \(one) and the waits between them take \(AmountText.text(worst)), which is longer than "
          + "the total of \(whole): expected fewer attempts, a shorter \"attempt\" or a longer \"total\""
      )
    }
  }

  private mutating func checkWaits() {
    if own.queue != nil, policies.concurrency == nil {
      report([["queue"]], "\"queue\" has no effect without \"concurrency\", expected both")
    }
    if let total = timeouts.total?.length, total < .longest {
      let whole = AmountText.text(total)
      if let wait = policies.queue?.timeout, wait < .longest, wait > total {
        report(
          [["queue", "timeout"], ["queue"], ["timeouts", "total"]],
          "a wait of \(AmountText.text(wait)) in the queue is longer than the total of \(whole), expected it to be shorter"
        )
      }
      if let wait = policies.hedging?.shortestWait, wait >= total {
        report(
          [["hedge", "after"], ["hedge", "min"], ["hedge"], ["timeouts", "total"]],
          "a hedge after \(AmountText.text(wait)) comes when the total of \(whole) is over, expected it to be earlier"
        )
      }
    }
    if let hedge = policies.hedging, !(hedge.maxExtraLoad > 0) {
      report(
        [["hedge", "maxExtraLoad"], ["hedge"]],
        "\"maxExtraLoad\" of 0 allows no hedge, expected more, or no \"hedge\""
      )
    }
    if let hedge = policies.hedge, let most = hedge.max, hedge.min > most {
      report(
        [["hedge", "max"], ["hedge"]],
        "\"min\" (\(AmountText.text(hedge.min))) is longer than \"max\" (\(AmountText.text(most))), expected it to be shorter"
      )
    }
    let times = [plan.attemptTimeout, timeouts.total?.length].compactMap(\.self)
    if let deadline = policies.deadline, let time = times.min(), deadline.reserve >= time {
      report(
        [["deadline", "reserve"], ["deadline"]],
        "a reserve of \(AmountText.text(deadline.reserve)) leaves nothing of the \(AmountText.text(time)) an attempt has, "
          + "expected a shorter one"
      )
    }
    let rests: [(String, String, Duration?, Duration?)] = [
      ("outliers", "ejectFor", policies.outliers?.ejectFor, policies.outliers?.maxEjectFor),
      ("breaker", "openFor", policies.breaker?.openFor, policies.breaker?.maxOpenFor),
    ]
    for case (let key, let name, let first?, let most?) in rests where first > most {
      report(
        [[key, name], [key]],
        "\"\(name)\" (\(AmountText.text(first))) is longer than its limit (\(AmountText.text(most))), expected it to be shorter"
      )
    }
  }

  private mutating func checkHedge() {
    guard policies.hedging != nil, let retry = policies.retry, retry.attempts > 1 else { return }
    report(
      [["hedge"], ["retry"]],
      "\"hedge\" and \"retry\" for one service, expected one of them: write \"retry\": \"none\" beside \"hedge\""
    )
  }

  private mutating func checkMethods() {
    checkHedge()
    guard case .listed(let methods)? = policies.retry?.methods else { return }
    let keyed = policies.idempotencyKey?.methods ?? []
    let unsafe = methods.filter { !$0.isIdempotent && !keyed.contains($0) }.map(\.name).sorted()
    guard !unsafe.isEmpty else { return }
    report(
      [["retry", "methods"], ["retry"]],
      "\(unsafe.joined(separator: ", ")) is not idempotent and has no idempotency key, so it may be executed twice; "
        + "expected an \"idempotencyKey\" for it"
    )
  }

  /// Endpoints come from one source only.
  private mutating func checkSources(_ service: BackendService) {
    let file: String? = service.endpointsFile == nil ? nil : "endpointsFile"
    let listed: String? = service.endpoints.isEmpty ? nil : "endpoints"
    if service.discovery != nil, let other = file ?? listed {
      report([["discover"]], "\"discover\" beside \"\(other)\", expected one of them")
    }
    if service.followsEndpoints, service.via == .gateway {
      report(
        [["endpointsFile"], ["discover"]],
        "endpoints of a service that is reached via the gateway, expected \"via\": \"direct\""
      )
    }
    let host = service.baseURL.origin.host
    if service.discovery == .dns, host.begins(withBytesOf: "[") || IPAddress(host) != nil {
      report([["discover"]], "the base URL has the address \(host) and no name to look up, expected a name")
    }
  }

  private mutating func checkEndpoints(_ service: BackendService) {
    guard !service.endpoints.isEmpty else { return }
    let key = [["endpoints"], ["endpointsFile"]]
    if service.via == .gateway {
      report(key, "\"endpoints\" of a service that is reached via the gateway, expected \"via\": \"direct\"")
    }
    if let other = service.endpoints.first(where: { $0.origin.isSecure != service.baseURL.origin.isSecure }) {
      report(
        key,
        "the endpoint \(other.origin) has another scheme than the base URL (\(service.baseURL.origin.scheme)), whose "
          + "credentials it would get, expected one scheme"
      )
    }
    if let twice = service.endpoints.firstListedTwice {
      report(key, "the endpoint \(twice) is listed twice; give it a \"weight\" for more traffic")
    }
    if let name = service.endpoints.firstNameTwice {
      report(key, "two endpoints have the name \(name.debugDescription), expected another one for each")
    }
    // A priority without a weight is drained: its traffic goes to the next.
    if service.endpoints.allSatisfy({ $0.weight == 0 }) {
      report(key, "all \(service.endpoints.count) endpoints have a weight of 0, expected one that is more")
    }
  }

  /// Checks what depends on the number of endpoints; `nil` for any number.
  private mutating func checkHealth(endpoints: Int?) {
    let isAlone = endpoints.map { $0 < 2 } ?? false
    if own.health != nil, isAlone {
      report(
        [["health"]],
        "\"health\" cannot eject the only endpoint of a service, expected \"endpoints\" or \"discover\""
      )
    }
    if let outliers = own.outliers, outliers != .never, isAlone {
      report(
        [["outliers"]],
        "\"outliers\" cannot eject the only endpoint of a service, expected \"endpoints\" or a \"breaker\""
      )
    }
    if let breaker = own.breaker, breaker != .never, !isAlone {
      let number = endpoints.map { "\($0)" } ?? "any number of them"
      report(
        [["breaker"]],
        "\"breaker\" is for a service with one endpoint, and this one has \(number), expected \"outliers\""
      )
    }
    if own.slowStart != nil, isAlone {
      report(
        [["slowStart"]],
        "\"slowStart\" has no effect on the only endpoint of a service, expected \"endpoints\" or \"discover\""
      )
    }
    guard let attempt = plan.attemptTimeout, attempt < .longest else { return }
    let windows = [
      ("outliers", policies.outliers?.failureRate?.within), ("breaker", policies.breaker?.failureRate.within),
    ]
    for case (let key, let window?) in windows where window < attempt.times(2) {
      report(
        [[key]],
        "a window of \(AmountText.text(window)) is shorter than two attempts of \(AmountText.text(attempt)): failures are "
          + "forgotten before they are counted, expected \"within\" to be at least \(AmountText.text(attempt.times(2)))"
      )
    }
  }
}

extension HedgePolicy {
  /// How long a call waits before its first hedge at least.
  fileprivate var shortestWait: Duration {
    let wait: Duration = if case .fixed(let wait) = after { wait } else { .zero }
    return Swift.min(Swift.max(wait, min), max ?? .longest)
  }
}
