// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The features of the configuration's vocabulary, which are the user's own.
struct FeatureRoom: Room {
  typealias Kept = FeatureState

  func keep(_ former: FeatureState?, at site: Site) -> FeatureState { FeatureState() }

  func describe(_ kept: FeatureState, at site: Site, in surroundings: inout Surroundings) {
    for entry in site.premises.configuration.vocabulary.entries {
      let (feature, place) = (entry.feature, place(of: entry, kept, site))
      let secrets = site.destination.settings.features.secrets(of: entry.key)
      // Without middleware nothing of a feature is on the wire; it is not made where that tells nothing.
      if !secrets.isEmpty, !(feature is any UnseenFeature), case let own = feature.middleware(at: place),
        !(own.hop + own.attempt).isEmpty
      {
        surroundings.secrets += secrets
      }
      if let store = feature.cacheStore(at: place) { surroundings.brought.append(store) }
      if let store = feature.tokenStore(at: place) { surroundings.brought.append(store) }
      if let hints = feature.endpointHints(at: place) { surroundings.brought.append(hints) }
    }
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: FeatureState, at site: Site) {
    for entry in site.premises.configuration.vocabulary.entries {
      let own = entry.feature.middleware(at: place(of: entry, kept, site))
      for middleware in own.hop { plan.add(middleware, at: .own) }
      for middleware in own.attempt { plan.add(middleware, at: .ownAttempts) }
    }
  }

  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {
    for entry in site.premises.configuration.vocabulary.entries {
      let place = place(of: entry, kept, site)
      let own = entry.feature.middleware(at: place)
      if !(own.hop + own.attempt).isEmpty { draft.extras.insert(.middleware) }
      let facts = entry.feature.explain(question.resolved, at: place).map { fact in
        Explanation.Fact("\(entry.key).\(fact.name.onOneLine)", Redaction.value(of: fact.name, fact.value))
      }
      if !facts.isEmpty { draft.add(facts, to: .features) }
    }
  }

  func report(_ kept: FeatureState, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    let sections = site.premises.configuration.vocabulary.entries.compactMap { entry -> Explanation.Section? in
      let facts = entry.feature.status(at: place(of: entry, kept, site)).map { fact in
        Explanation.Fact(fact.name.onOneLine, Redaction.value(of: fact.name, fact.value))
      }
      return facts.isEmpty ? nil : Explanation.Section(entry.key, facts)
    }
    if !sections.isEmpty { status.features = sections }
  }

  private func place(of entry: Vocabulary.Entry, _ kept: FeatureState, _ site: Site) -> FeatureSite {
    let destination = site.destination
    return FeatureSite(
      service: destination.service,
      origin: destination.base?.origin,
      isGateway: destination.isAtGateway && destination.service == nil,
      feature: entry.key,
      values: destination.settings.features,
      kept: kept
    )
  }
}

extension Principal {
  /// The principal of requests that carry secrets of features, too.
  func adding(_ secrets: [Secret]) -> Principal {
    if case .unknown = self { return self }
    guard !secrets.isEmpty else { return self }
    let whole = { @Sendable in
      name.map { Principal.joined([$0, SHA256.hexadecimal(of: Principal.joined(secrets.map { $0.reveal() }))]) }
    }
    if case .following = self { return .following(whole) }
    return secrets.contains(where: \.mayChange) ? .following(whole) : whole().map { .named($0) } ?? .unknown
  }
}
