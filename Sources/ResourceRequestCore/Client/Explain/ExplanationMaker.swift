// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Collects everything known about a request: its settings by layer, and the state of its service.
struct ExplanationMaker {
  typealias Fact = Explanation.Fact

  let request: ResourceRequest
  let route: Route
  let assembly: Assembly
  let client: ResourceClient
  let layers: SettingLayers
  let worstCase: WorstCase
  let report: ResilienceReport?
  let plan: ResiliencePlan

  var resolved: ResolvedRequest { route.request }
  var destination: Destination { route.destination }
  var configuration: ResourceConfiguration { assembly.configuration }
  var clock: any RequestClock { client.options.environment.clock }

  init(_ request: ResourceRequest, _ route: Route, _ assembly: Assembly, _ client: ResourceClient) {
    self.request = request
    self.route = route
    self.assembly = assembly
    self.client = client
    layers = SettingLayers(for: request, at: route.destination, in: assembly.configuration)
    let state = assembly.state(of: route.destination)
    report = state?.resilience.report(at: client.options.environment.clock.now)
    plan = route.destination.plan
    var worstCase = WorstCase(
      plan,
      method: route.request.method,
      isReplayable: route.request.body?.isReplayable ?? true,
      hasKey: plan.idempotencyKey.map { route.request.headers.contains($0.header) } ?? false,
      route.request.overrides,
      total: route.totalTimeout
    )
    worstCase.extras += ExplanationMaker.extras(route, assembly, client)
    self.worstCase = worstCase
  }

  /// What may add attempts beside the policies.
  private static func extras(_ route: Route, _ assembly: Assembly, _ client: ResourceClient) -> [WorstCase.Extra] {
    let (request, destination, options) = (route.request, route.destination, client.options)
    var extras: [WorstCase.Extra] = request.body?.canBeReplayed ?? true ? [.staleConnections] : []
    switch route.redirects.rule {
    case .follow(let limit), .decide(let limit, _): if limit > 0 { extras.append(.redirects) }
    case .refuse: break
    }
    let credentials = request.authorization
    let isDigest = if case .digest? = destination.credential?.kind { true } else { false }
    let store = options.authorization.credentialStore
    if credentials.usesCredentials, assembly.authorizers[destination] != nil { extras.append(.tokens) }
    if credentials.usesCredentials,
      isDigest || credentials.login != nil || store != nil
        || destination.isAtGateway && !options.authorization.gatewayChallengeHandlers.isEmpty
        || ProxyLoginMiddleware.applies(to: destination.settings.connection.proxy)
    {
      extras.append(.logins)
    }
    if request.options.expectContinue != nil { extras.append(.expectation) }
    if assembly.state(of: destination)?.cache != nil, [.get, .head].contains(request.method) { extras.append(.cache) }
    let own = destination.service.flatMap { options.serviceMiddleware[$0] } ?? MiddlewareStations()
    if !(options.middleware + options.attemptMiddleware + own.hop + own.attempt).isEmpty { extras.append(.middleware) }
    return extras
  }

  var explanation: Explanation {
    Explanation(
      generation: assembly.generation,
      configuration: configuration.digest,
      method: resolved.method.name,
      url: resolved.url.redacted(),
      service: resolved.service,
      worstCase: shownWorstCase,
      sections: [
        Explanation.Section("request", requestFacts),
        Explanation.Section("headers", headerFacts),
        Explanation.Section("credential", credentialFacts),
        Explanation.Section("attempts", attemptFacts),
        Explanation.Section("endpoints", endpointFacts),
        Explanation.Section("limits", limitFacts),
        Explanation.Section("cache", cacheFacts),
        Explanation.Section("connection", connectionFacts),
        Explanation.Section("settings", settingFacts),
      ],
      curl: CurlLine(
        resolved,
        followingRedirects: redirectLimit,
        within: route.totalTimeout,
        credential: credentialField
      ).text
    )
  }

  var shownWorstCase: Explanation.WorstCase {
    // What only waits is within the total, where that is the limit.
    let isTotal = worstCase.time == worstCase.total && worstCase.time != nil
    let extras = WorstCase.Extra.allCases.filter { worstCase.extras.contains($0) && !(isTotal && $0.isWait) }
    return Explanation.WorstCase(
      attempts: worstCase.attempts,
      seconds: worstCase.time.map(\.inSeconds),
      leavesOut: extras.map(\.rawValue),
      secondsInAll: worstCase.total.map(\.inSeconds)
    )
  }

  private var redirectLimit: Int? {
    switch route.redirects.rule {
    case .follow(let limit), .decide(let limit, _): limit
    case .refuse: nil
    }
  }

  // MARK: The request

  private var requestFacts: [Fact] {
    var facts = [Fact("method", resolved.method.name, .call), base]
    if let service = resolved.service {
      let way = destination.isAtGateway ? "\(service), through the gateway" : service
      facts.append(Fact("service", Redaction.reference(way), .call))
    }
    facts.append(Fact("body", bodyText, .call))
    // Which of the two a call is made by is drawn; this is the one that stays where the trial does not go well.
    if let trial = assembly.trial {
      let (percent, generation) = (trial.state.policy.percent, trial.candidate.generation)
      facts.append(
        Fact("trial", "generation \(generation) is tried with \(percent) % of the calls, and not what is shown here")
      )
    }
    return facts
  }

  /// The URL, and the base that the target is resolved below.
  private var base: Fact {
    let url = resolved.url.redacted()
    guard destination.base != nil else { return Fact("url", url, .call) }
    if destination.isAtGateway {
      return Fact("url", url, .gateway, at: layers.place(["gateway", "serverURL"])?.description)
    }
    let path = ["services", destination.service ?? ""]
    let places = ["baseUrl", "endpoints", "endpointsFile"].lazy.compactMap { key in place(path + [key]) }
    return Fact("url", url, .service, at: places.first)
  }

  /// Where a key is written; `nil` where it is not.
  func place(_ path: [String]) -> String? { layers.place(path)?.description }

  private var bodyText: String {
    guard let body = resolved.body else { return "none" }
    let length = body.length.map { $0 == 1 ? "1 byte" : "\($0) bytes" } ?? "of unknown length"
    let type = resolved.headers["Content-Type"].map { ", \($0)" } ?? ""
    return length + type + (body.isReplayable ? "" : ", can be read once only")
  }

  private var headerFacts: [Fact] {
    resolved.headers.map { field in
      let value = Redaction.value(of: field.name, field.value)
      if request.headers.contains(field.name) { return Fact(field.name, value, .call) }
      guard let (layer, place) = layers.decider(ofHeader: field.name) else {
        let isOfBody = FieldCharacters.equalNames(field.name, "Content-Type")
        return Fact(field.name, value, isOfBody && resolved.body != nil ? .call : .builtIn)
      }
      return Fact(field.name, value, layer, at: place?.description)
    }
  }

  // MARK: Settings

  private var settingFacts: [Fact] {
    layers.decisions(layers.effective(at: destination)).map { decision in
      let text = Redaction.text(decision.text)
      return Fact(decision.path.joined(separator: "."), text, decision.layer, at: decision.place?.description)
    }
  }
}
