// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Collects everything known about a request: its settings by layer, and what the rooms know of it.
struct ExplanationMaker {
  typealias Fact = Explanation.Fact

  private let question: ExplanationQuestion
  private let assembly: Assembly
  private let options: ClientOptions

  var resolved: ResolvedRequest { question.resolved }
  private var request: ResourceRequest { question.request }
  private var destination: Destination { question.route.destination }
  private var layers: SettingLayers { question.layers }

  init(_ request: ResourceRequest, _ route: Route, _ assembly: Assembly, _ options: ClientOptions) {
    let layers = SettingLayers(for: request, at: route.destination, in: assembly.configuration)
    question = ExplanationQuestion(request: request, route: route, layers: layers, clock: options.environment.clock)
    self.assembly = assembly
    self.options = options
  }

  /// Where a request goes first; `nil` without endpoints.
  var firstEndpoint: Origin? {
    destination.endpoints.filter { $0.weight > 0 }.min { $0.priority < $1.priority }?.origin
  }

  var explanation: Explanation {
    var draft = ExplanationDraft()
    draft.extras = extras
    assembly.explain(question, in: &draft)
    draft.add(requestFacts, to: .request)
    draft.add(headerFacts, to: .headers)
    draft.add(bounds, to: .limits)
    draft.add(connectionFacts, to: .connection)
    draft.add(settingFacts, to: .settings)
    return Explanation(
      generation: assembly.generation,
      configuration: assembly.configuration.digest,
      method: resolved.method.name,
      url: resolved.url.redacted(),
      service: resolved.service,
      worstCase: draft.worstCase ?? Explanation.WorstCase(attempts: 1, seconds: nil, leavesOut: [], secondsInAll: nil),
      sections: draft.sections,
      curl: CurlLine(
        resolved,
        at: firstEndpoint,
        followingRedirects: redirectLimit,
        within: question.route.totalTimeout,
        credential: draft.credentialField
      ).text
    )
  }

  /// What may add attempts beside what the rooms do.
  private var extras: Set<AttemptExtra> {
    var extras: Set<AttemptExtra> = resolved.body?.canBeReplayed ?? true ? [.staleConnections] : []
    if redirectLimit ?? 0 > 0 { extras.insert(.redirects) }
    if resolved.options.expectContinue != nil { extras.insert(.expectation) }
    let own = options.options(of: destination.service) ?? ServiceOptions()
    let lists = [options.middleware, options.attemptMiddleware, own.middleware, own.attemptMiddleware]
    if !lists.allSatisfy(\.isEmpty) { extras.insert(.middleware) }
    return extras
  }

  private var redirectLimit: Int? {
    switch question.route.redirects.rule {
    case .follow(let limit), .decide(let limit, _): limit
    case .refuse: nil
    }
  }

  /// The limits of connections and responses.
  private var bounds: [Fact] {
    let options = resolved.options
    let usual = "≤ \(ExchangeOptions.standardConnections) to the origin, which requests share over HTTP/2"
    var facts = [Fact("connections", options.maxConnections.map { "≤ \($0) to the origin" } ?? usual)]
    let size = AmountText.spelled(bytes: options.bodyLimit)
    if options.bodyLimit < .max { facts.append(Fact("response", "≤ \(size.string ?? "\(size.text()) bytes")")) }
    return facts
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
      let text = "generation \(generation) is tried with \(percent) % of the calls, and not what is shown here"
      facts.append(Fact("trial", text))
    }
    return facts
  }

  /// The URL, and the base that the target is resolved below.
  private var base: Fact {
    let url = resolved.url.redacted()
    guard destination.base != nil else { return Fact("url", url, .call) }
    if destination.isAtGateway { return Fact("url", url, .gateway, at: question.place(["gateway", "serverURL"])) }
    let path = ["services", destination.service ?? ""]
    let places = ["baseUrl", "endpoints", "endpointsFile"].lazy.compactMap { key in question.place(path + [key]) }
    return Fact("url", url, .service, at: places.first)
  }

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
    layers.decisions(layers.effective(at: destination)).compactMap { decision in
      // A body that is produced while it is sent has no default total.
      if decision.layer == .builtIn, decision.path == ["timeouts", "total"], question.route.totalTimeout == nil {
        return nil
      }
      let text = Redaction.text(decision.text)
      return Fact(decision.path.joined(separator: "."), text, decision.layer, at: decision.place?.description)
    }
  }
}

extension ResourceClient {
  /// Explains what a request would become, and what decided each part of it, without sending anything.
  ///
  /// It shows the current state: ejected endpoints, stored tokens, what the cache has in memory. During the trial of
  /// another configuration it shows the one before, and says so.
  ///
  /// - Parameter request: the request to explain; its body is not read.
  /// - Returns: the explanation, without secrets.
  /// - Throws: ``ResourceError`` if it cannot be routed or sent.
  public func explain(_ request: ResourceRequest) throws -> Explanation {
    let assembly = assembly
    let request = withDefaultParameters(request)
    let context = CallContext(environment: options.environment)
    let route = try assembly.driver.begin(request, CallOptions(), context)
    return ExplanationMaker(request, route, assembly, options).explanation
  }
}
