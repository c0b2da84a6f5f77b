// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Finds the changes between two configurations.
///
/// Pure.
struct DifferenceFinder {
  typealias Finding = ConfigurationDifference.Finding

  /// A configuration, and which of its settings have settings within them.
  struct Version {
    let configuration: ResourceConfiguration
    let objects: SettingPlaces.Objects
    private let services: [[UInt8]: BackendService]

    init(_ configuration: ResourceConfiguration) {
      (self.configuration, objects) = (configuration, configuration.places.objects)
      services = Dictionary(configuration.services.map { (Array($0.name.utf8), $0) }) { first, _ in first }
    }

    func service(_ name: String) -> BackendService? { services[Array(name.utf8)] }
  }

  private let old: ResourceConfiguration
  private let new: ResourceConfiguration
  /// The keys of the features of both.
  private var featureKeys: [SettingKey] { new.vocabulary.keys + old.vocabulary.keys }
  private var found: [Finding] = []

  init(_ old: ResourceConfiguration, _ new: ResourceConfiguration) {
    self.old = old
    self.new = new
  }

  /// The findings by risk, equal ones of several services merged.
  var findings: [Finding] {
    var all: [Finding] = []
    var index: [Finding: Int] = [:]
    for finding in found {
      var bare = finding
      bare.services = []
      if let known = index[bare] {
        all[known].services += finding.services
      } else {
        index[bare] = all.count
        all.append(finding)
      }
    }
    // Of one risk in the order in which they were found.
    return all.enumerated().sorted { ($1.element.risk, $0.offset) < ($0.element.risk, $1.offset) }.map(\.element)
  }

  private mutating func note(
    _ risk: ChangeRisk,
    _ services: [String],
    _ subject: String,
    _ old: String?,
    _ new: String?,
    at place: String? = nil
  ) {
    found.append(Finding(risk: risk, services: services, subject: subject, old: old, new: new, place: place))
  }

  mutating func find() {
    let (before, after) = (Version(old), Version(new))
    let services = new.services.map(\.name) + old.services.map(\.name).filter { after.service($0) == nil }
    for name in services { compare(name, Self.side(name, of: before), Self.side(name, of: after)) }
    compare("gateway", Self.gateway(of: before), Self.gateway(of: after))
    compare("elsewhere", Self.elsewhere(of: before), Self.elsewhere(of: after))
    let shown = old.redact.filter { name in !new.redact.contains { FieldCharacters.equalNames($0, name) } }
    if !shown.isEmpty {
      note(.keepsMore, [], "no longer hidden in logs", shown.joined(separator: ", "), nil)
    }
    let hidden = new.redact.filter { name in !old.redact.contains { FieldCharacters.equalNames($0, name) } }
    if !hidden.isEmpty {
      note(.neutral, [], "hidden in logs", nil, hidden.joined(separator: ", "))
    }
    if old.rollout != new.rollout {
      let texts = [old.rollout, new.rollout].map { $0.map { $0.shown.text() } }
      note(.neutral, [], "rollout", texts[0], texts[1])
    }
  }

  // MARK: One place

  private mutating func compare(_ name: String, _ old: Side?, _ new: Side?) {
    let name = Redaction.reference(name)
    guard let old else {
      guard let new else { return }
      let isMoved = self.old.gateway != nil && new.via == .direct
      let risk = new.hasSecrets || isMoved ? ChangeRisk.goesElsewhere : .neutral
      let change = isMoved ? "a new service, calls went through the gateway" : "a new service"
      note(risk, [name], change, nil, new.summary, at: new.place("baseUrl"))
      return
    }
    guard let new else {
      // What is not configured goes through the gateway, if there is one.
      let hasGateway = self.new.gateway != nil
      let change = hasGateway ? "removed, calls go through the gateway" : "removed, calls fail with unknownService"
      let risk = hasGateway && old.via == .direct ? ChangeRisk.goesElsewhere : .neutral
      note(risk, [name], change, old.summary, nil, at: old.place("baseUrl"))
      return
    }
    compareAttempts(name, old, new)
    compareReceivers(name, old, new)
    compareSettings(name, old, new)
    compareHeaders(name, old, new)
    found += Side.secretChanges(name, old, new)
  }

  private mutating func compareSettings(_ name: String, _ old: Side, _ new: Side) {
    let (before, after) = (old.settings.shown, new.settings.shown)
    let (assumedBefore, assumedAfter) = (old.unwritten, new.unwritten)
    for key in Set(before.map(\.key) + after.map(\.key)).sorted()
    where !key.hasSameBytes(as: "headers") {
      let changes = Set(old.leaves(of: key)).union(new.leaves(of: key)).sorted().compactMap {
        path -> Finding? in
        let (before, after) = (old.decisions[path], new.decisions[path])
        guard before?.value != after?.value else { return nil }
        let values = (before?.value ?? assumedBefore[path], after?.value ?? assumedAfter[path])
        let risk = SettingRisk.risk(of: path, values.0, values.1, featureKeys)
        let place = (after?.place ?? before?.place)?.description
        let texts = (before.map(\.shown), after.map(\.shown))
        return Finding(risk: risk, services: [name], subject: path, old: texts.0, new: texts.1, place: place)
      }
      // An object that is added, removed or turned off is one change.
      guard old.isObject(key) != new.isObject(key), var risk = changes.map(\.risk).max() else {
        found += changes
        continue
      }
      // A shorthand and a preset stand for what they do not write out.
      if key.hasSameBytes(as: "retry") { risk = Self.risk(of: old.plan.retry, new.plan.retry) }
      let texts = [before[key], after[key]].map { value in
        value.map { Redaction.text($0.string ?? $0.text()) }
      }
      let place = changes.lazy.compactMap(\.place).first
      note(risk, [name], key, texts[0], texts[1], at: place)
    }
    // A breaker that is nowhere written goes with the preset that it is of.
    if assumedBefore["breaker.of"] != nil, assumedAfter["breaker"] != nil, assumedAfter["outliers"] != nil {
      note(.sendsMore, [name], "breaker", "the preset's", nil, at: old.decider(of: "resilience"))
    }
  }

  /// The risk of other retries, apart from their number.
  private static func risk(of old: RetryPolicy, _ new: RetryPolicy) -> ChangeRisk {
    guard new.attempts > 1 else { return .neutral }
    let sendsMore =
      old.attempts < 2 || !new.conditions.isSubset(of: old.conditions) || new.backoff.base < old.backoff.base
      || new.backoff.max < old.backoff.max
    return sendsMore ? .sendsMore : new.retryAfterLimit > old.retryAfterLimit ? .waitsLonger : .neutral
  }

  private mutating func compareAttempts(_ name: String, _ old: Side, _ new: Side) {
    let known: [RequestMethod] = [.get, .head, .put, .delete, .post, .patch]
    let listed = [old, new].flatMap { side -> [RequestMethod] in
      if case .listed(let methods) = side.plan.retry.methods { Array(methods) } else { [] }
    }
    for method in known + Set(listed).subtracting(known).sorted(by: { $0.name < $1.name }) {
      let before = WorstCase(old.plan, method: method, total: old.settings.timeouts.total?.duration)
      let after = WorstCase(new.plan, method: method, total: new.settings.timeouts.total?.duration)
      if before.attempts != after.attempts {
        let risk = after.attempts > before.attempts ? ChangeRisk.sendsMore : .neutral
        let place = new.decider(of: "retry", "hedge", "resilience", "idempotencyKey")
        note(risk, [name], "attempts of \(method)", "\(before.attempts)", "\(after.attempts)", at: place)
      }
      if before.time != after.time {
        let isLonger = after.time.map { time in before.time.map { time > $0 } ?? false } ?? true
        let texts = [before.time, after.time].map { $0.map(ReadableTime.text) ?? "no limit" }
        let subject = "worst case of \(method)"
        let place = new.decider(of: "timeouts.attempt", "timeouts.total", "retry", "hedge", "resilience")
        note(isLonger ? .waitsLonger : .neutral, [name], subject, texts[0], texts[1], at: place)
      }
    }
  }

  private mutating func compareReceivers(_ name: String, _ old: Side, _ new: Side) {
    let kind = new.credential.map(\.summary)
    let added = new.receivers.filter { !old.receivers.contains($0) }
    let gone = old.receivers.filter { !new.receivers.contains($0) }
    if !added.isEmpty {
      let subject =
        kind.map { "a new origin gets the credential (\($0))" } ?? "a new origin gets requests"
      let before = gone.isEmpty ? nil : gone.joined(separator: ", ")
      let place = new.endpoints.isEmpty ? new.place("baseUrl") : new.place("endpoints")
      note(.goesElsewhere, [name], subject, before, added.joined(separator: ", "), at: place)
    } else if !gone.isEmpty {
      note(.neutral, [name], "no requests any more", gone.joined(separator: ", "), nil, at: new.place("endpoints"))
    }
    if let change = Side.shareChange(name, old, new) { found.append(change) }
    if let change = Side.sourceChange(name, old, new) { found.append(change) }
    if old.base?.requestTarget != new.base?.requestTarget {
      let texts = [old.base, new.base].map { $0?.redacted() }
      note(added.isEmpty ? .neutral : .goesElsewhere, [name], "baseUrl", texts[0], texts[1], at: new.place("baseUrl"))
    }
    if old.via != new.via {
      note(.goesElsewhere, [name], "via", old.via.rawValue, new.via.rawValue, at: new.place("via"))
    }
    guard old.credential != new.credential else { return }
    let before = old.credential.map(\.summary)
    let subject = before == kind ? "auth, another secret" : "auth"
    note(
      kind == nil || before == kind ? .neutral : .goesElsewhere,
      [name],
      subject,
      before,
      kind,
      at: new.place("auth")
    )
    for secret in new.credential?.secretOrigins ?? [:] {
      let origin = old.credential?.secretOrigins.first { $0.key == secret.key }?.value
      guard origin != secret.value else { continue }
      let subject = "a new origin gets \(secret.key)"
      note(.goesElsewhere, [name], subject, origin, secret.value, at: new.place("auth"))
    }
  }

  private mutating func compareHeaders(_ name: String, _ old: Side, _ new: Side) {
    let (before, after) = (old.settings.headers, new.settings.headers)
    var seen: Set<String> = []
    for field in Array(after.names) + Array(before.names)
    where seen.insert(field.lowercasedASCII()).inserted {
      let values = [before, after].map { $0.values(for: field) }
      guard values[0] != values[1] else { continue }
      let isSecret = SensitiveNames.contains(field)
      let texts = values.map { values in
        values.isEmpty
          ? nil
          : isSecret
            ? Redaction.mark : values.map { Redaction.value(of: field, $0) }.joined(separator: ", ")
      }
      let risk = isSecret && !values[1].isEmpty ? ChangeRisk.goesElsewhere : .neutral
      note(risk, [name], "headers.\(field)", texts[0], texts[1], at: new.place("headers", field.lowercasedASCII()))
    }
  }
}

extension SettingLayers.Decision {
  /// The value without secrets.
  fileprivate var shown: String { Redaction.text(text) }
}

extension ServiceCredential {
  /// The origins that receive secrets for tokens, by what they receive; the gateway's own are not among them.
  fileprivate var secretOrigins: KeyValuePairs<String, String> {
    guard case .oauth2(let credentials) = kind else { return [:] }
    return switch (credentials.tokenURL?.origin.description, credentials.introspectionURL?.origin.description) {
    case (let token?, let tokens?): ["the client's secret": token, "tokens to introspect": tokens]
    case (let token?, nil): ["the client's secret": token]
    case (nil, let tokens?): ["tokens to introspect": tokens]
    case (nil, nil): [:]
    }
  }

  /// The kind and the owner of a credential, without its secret.
  var summary: String {
    switch kind {
    case .basic(let username, _): "basic, user \(username)"
    case .digest(let login): "digest, user \(login.username)"
    case .apiKey(_, let name, let policy): "apikey, as \(policy.rawValue), \(name)"
    case .bearer: "bearer"
    case .bearerFile(let path): "bearer, the token in \(path)"
    case .oauth2(let credentials): credentials.summary
    }
  }
}

extension ClientCredentials {
  fileprivate var summary: String {
    var parts = ["oauth2", "client \(clientID)", "token of \(tokenURL?.redacted() ?? "the gateway")"]
    if !scope.isEmpty { parts.append("scope \(scope)") }
    if let audience { parts.append("audience \(audience)") }
    if authentication != .basic { parts.append("client authentication \(authentication.rawValue)") }
    if let introspectionURL { parts.append("introspection at \(introspectionURL.redacted())") }
    return parts.joined(separator: ", ")
  }
}
