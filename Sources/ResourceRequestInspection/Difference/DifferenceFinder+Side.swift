// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension DifferenceFinder {
  /// A destination in one of the configurations.
  struct Side {
    let base: ResourceURL?
    let endpoints: [ServiceEndpoint]
    /// The source of dynamic endpoints, and its key.
    var source: (key: String, text: String)?
    let credential: ServiceCredential?
    let via: BackendService.Access
    let settings: ServiceSettings
    let decisions: [String: SettingLayers.Decision]
    let places: SettingPlaces
    let path: [String]

    var plan: ResiliencePlan {
      ResiliencePlan(settings.resilience, endpoints, settings.timeouts, areFollowed: source != nil)
    }
    /// The values of policies that apply although nobody has written them, by path.
    var unwritten: [String: JSON] {
      let (own, areSeveral) = (settings.resilience, plan.hasSeveralEndpoints)
      var assumed = ServiceSettings()
      if own.retryBudget == nil { assumed.resilience.retryBudget = RetryBudgetPolicy() }
      if own.outliers == nil { assumed.resilience.outliers = areSeveral ? OutlierPolicy() : .never }
      if own.breaker == nil {
        assumed.resilience.breaker = !areSeveral && own.preset == .standard ? BreakerPolicy() : .never
      }
      let decisions = SettingLayers([], SettingPlaces()).decisions(assumed)
      return Dictionary(decisions.map { ($0.path.joined(separator: "."), $0.value) }) { first, _ in first }
    }
    /// The origins that receive the credential.
    var receivers: [String] {
      base == nil
        ? []
        : endpoints.isEmpty ? [base?.origin.description ?? ""] : endpoints.map(\.origin.description)
    }
    /// The settings below a key.
    func leaves(of key: String) -> [String] {
      decisions.keys.filter { $0.hasSameBytes(as: key) || $0.begins(withBytesOf: key + ".") }
    }
    /// Whether the value of the key is an object.
    func isObject(_ key: String) -> Bool { settings.shown[key]?.object != nil }
    /// The place of the first of these settings that is written.
    func decider(of keys: String...) -> String? {
      for key in keys {
        for leaf in leaves(of: key).sorted() {
          if let place = decisions[leaf]?.place { return place.description }
        }
      }
      return nil
    }
    /// The place of the service's own setting.
    func place(_ keys: String...) -> String? {
      (places[path: path + keys] ?? places[path: path])?.description
    }
  }

  static func side(_ name: String, of version: Version) -> Side? {
    let configuration = version.configuration
    guard let service = version.service(name) else { return nil }
    let gateway = service.via == .gateway ? configuration.gateway : nil
    var layers = [SettingLayers.Layer(.service, at: ["services", service.name], service.settings)]
    if let gateway { layers.append(.init(.gateway, at: ["gateway"], gateway.settings)) }
    var side = side(
      layers,
      base: gateway?.serverURL ?? service.baseURL,
      endpoints: gateway == nil ? service.endpoints : [],
      credential: gateway?.credential ?? (service.via == .direct ? service.credential : nil),
      via: service.via,
      in: version
    )
    if gateway == nil {
      side.source =
        service.endpointsFile.map { ("endpointsFile", $0) } ?? service.discovery.map { ("discover", $0.rawValue) }
    }
    return side
  }

  static func gateway(of version: Version) -> Side? {
    version.configuration.gateway.map { gateway in
      side(
        [.init(.gateway, at: ["gateway"], gateway.settings)],
        base: gateway.serverURL,
        credential: gateway.credential,
        in: version
      )
    }
  }

  static func elsewhere(of version: Version) -> Side {
    side([], base: nil, credential: nil, in: version)
  }

  private static func side(
    _ own: [SettingLayers.Layer],
    base: ResourceURL?,
    endpoints: [ServiceEndpoint] = [],
    credential: ServiceCredential?,
    via: BackendService.Access = .direct,
    in version: Version
  ) -> Side {
    let configuration = version.configuration
    let all = own + [.init(.defaults, at: ["defaults"], configuration.defaults)]
    let settings = all.reversed().reduce(configuration.vocabulary.standardSettings) { $1.settings.merging($0) }
    let decisions = SettingLayers(all, configuration.places, objects: version.objects).decisions(settings)
    return Side(
      base: base,
      endpoints: endpoints,
      credential: credential,
      via: via,
      settings: settings,
      decisions: Dictionary(decisions.map { ($0.path.joined(separator: "."), $0) }) { first, _ in
        first
      },
      places: configuration.places,
      path: all[0].path ?? ["defaults"]
    )
  }
}

extension ServiceEndpoint {
  /// What decides its share of the requests.
  fileprivate var share: String { "\(origin) weight \(weight)" + (priority == 0 ? "" : ", priority \(priority)") }
}

extension DifferenceFinder.Side {
  /// Whether requests carry secrets: a credential, a feature's, or a header field's.
  var hasSecrets: Bool {
    credential != nil || !settings.features.secrets.isEmpty
      || settings.headers.names.contains(where: SensitiveNames.contains)
  }

  /// Its URL and its credential.
  var summary: String {
    let place = receivers.joined(separator: ", ")
    return credential.map { "\(place), with \($0.summary)" } ?? place
  }

  /// The endpoints that stay and whose weight or priority is another one; sending where nothing went goes elsewhere.
  static func shareChange(_ name: String, _ old: Self, _ new: Self) -> DifferenceFinder.Finding? {
    let changes = new.endpoints.compactMap { after in
      old.endpoints.first { $0.origin == after.origin && $0.share != after.share }.map { (before: $0, after: after) }
    }
    guard !changes.isEmpty else { return nil }
    let isOpened = changes.contains { before, after in
      after.weight > 0 && (before.weight == 0 || after.priority < before.priority)
    }
    return DifferenceFinder.Finding(
      risk: isOpened ? .goesElsewhere : .neutral,
      services: [name],
      subject: "shares of endpoints",
      old: changes.map(\.before.share).joined(separator: "; "),
      new: changes.map(\.after.share).joined(separator: "; "),
      place: new.place("endpoints")
    )
  }

  /// The change of the source of dynamic endpoints.
  static func sourceChange(_ name: String, _ old: Self, _ new: Self) -> DifferenceFinder.Finding? {
    let texts = [old, new].map { side in side.source.map { "\($0.key) \($0.text)" } }
    guard texts[0] != texts[1] else { return nil }
    let key = new.source?.key ?? "endpoints"
    let risk: ChangeRisk = new.source == nil ? .neutral : .goesElsewhere
    return DifferenceFinder.Finding(
      risk: risk,
      services: [name],
      subject: "where endpoints come from",
      old: texts[0],
      new: texts[1],
      place: new.place(key)
    )
  }

  /// The changed secrets of features, proxies and keys, of which both sides show the same.
  static func secretChanges(_ name: String, _ old: Self, _ new: Self) -> [DifferenceFinder.Finding] {
    let (before, after) = (old.settings.connection, new.settings.connection)
    let changed = [("proxy", before.proxy != after.proxy), ("tls", before.tls != after.tls)].filter { key, isChanged in
      isChanged
        && (old.leaves(of: key) + new.leaves(of: key)).allSatisfy {
          old.decisions[$0]?.value == new.decisions[$0]?.value
        }
    }
    return (new.settings.features.changedSecrets(since: old.settings.features) + changed.map(\.0)).map { path in
      DifferenceFinder.Finding(
        risk: .neutral,
        services: [name],
        subject: "\(path), another secret",
        old: Redaction.mark,
        new: Redaction.mark,
        place: new.decider(of: path)
      )
    }
  }
}
