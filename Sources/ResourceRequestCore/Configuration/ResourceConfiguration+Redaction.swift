// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// The configuration as a document with canonical keys, for display: secrets are `‹redacted›`.
  ///
  /// Secrets are the passwords, keys and tokens of credentials, the values of header fields and query items whose names
  /// suggest secrets or are configured, and the user information of URLs.
  public func redactedJSON() -> JSON {
    SensitiveNames.add(secretNames)
    var document: JSON.Object = [:]
    if let gateway {
      var object: JSON.Object = ["serverURL": .string(gateway.serverURL.redacted())]
      if let credential = gateway.credential { object["auth"] = .object(credential.redactedMembers) }
      object.add(gateway.settings.shown)
      document["gateway"] = .object(object)
    }
    let defaults = defaults.shown
    if !defaults.isEmpty { document["defaults"] = .object(defaults) }
    if !services.isEmpty { document["backendServices"] = .array(services.map { .object($0.redactedMembers) }) }
    if !redact.isEmpty { document["redact"] = .array(redact.map { .string($0) }) }
    if let rollout { document["rollout"] = rollout.shown }
    return JSON.object(document).withoutReferences
  }
}

extension JSON {
  /// The same, with texts escaped so that reading them again gives the same values, without a `${…}` to be replaced.
  fileprivate var withoutReferences: JSON {
    switch self {
    case .string(let text): .string(TextExpansion.escaped(text))
    case .array(let elements): .array(elements.map(\.withoutReferences))
    case .object(let members): .object(JSON.Object(members.map { ($0, $1.withoutReferences) }))
    default: self
    }
  }
}

extension BackendService {
  fileprivate var redactedMembers: JSON.Object {
    var object: JSON.Object = ["service": .string(name), "baseUrl": .string(baseURL.redacted())]
    if let endpointsFile {
      object["endpointsFile"] = .string(endpointsFile)
    } else if !endpoints.isEmpty {
      object["endpoints"] = .array(endpoints.map(\.shown))
    }
    if let discovery { object["discover"] = .string(discovery.rawValue) }
    if via != .direct { object["via"] = .string(via.rawValue) }
    if let credential { object["auth"] = .object(credential.redactedMembers) }
    object.add(settings.shown)
    return object
  }
}

extension ServiceCredential {
  /// The credential as members of a document, without its secret.
  var redactedMembers: JSON.Object {
    switch kind {
    case .basic(let username, let password):
      ["type": "basic", "credential": ["username": .string(username), "password": .string(password.description)]]
    case .digest(let login):
      login.redactedMembers
    case .apiKey(let key, let name, let policy):
      [
        "type": "apikey",
        "credential": [
          "apikey": .string(key.description), "policy": .string(policy.rawValue), "name": .string(name),
        ],
      ]
    case .bearer(let token):
      ["type": "bearer", "token": .string(token.description)]
    case .bearerFile(let path):
      ["type": "bearer", "tokenFile": .string(path)]
    case .oauth2(let credentials):
      credentials.redactedMembers
    }
  }
}

extension LoginCredential {
  /// The credential of a Digest service.
  fileprivate var redactedMembers: JSON.Object {
    var object: JSON.Object = [
      "type": "digest", "credential": ["username": .string(username), "password": .string(password.description)],
    ]
    if firstRequest != .whole { object["firstRequest"] = .string(firstRequest.rawValue) }
    return object
  }
}

extension ClientCredentials {
  fileprivate var redactedMembers: JSON.Object {
    var object: JSON.Object = ["type": "oauth2"]
    if let tokenURL { object["tokenUrl"] = .string(tokenURL.redacted()) }
    object["clientId"] = .string(clientID)
    object["clientSecret"] = .string(clientSecret.description)
    if !scope.isEmpty { object["scope"] = .string(scope.description) }
    if let audience { object["audience"] = .string(audience) }
    if let introspectionURL { object["introspectionUrl"] = .string(introspectionURL.redacted()) }
    if authentication != .basic { object["clientAuthentication"] = .string(authentication.rawValue) }
    return object
  }
}

extension ServiceSettings {
  /// The settings as members of a document, by every key that is set, without secrets.
  var shown: JSON.Object {
    var object: JSON.Object = [:]
    let times = [
      ("connect", timeouts.connect), ("read", timeouts.read), ("total", timeouts.total), ("attempt", timeouts.attempt),
    ]
    object.add("timeouts", times) { .string(AmountText.text($0)) }
    var fields: JSON.Object = [:]
    for name in headers.names {
      let values =
        SensitiveNames.contains(name)
        ? [.string(Redaction.mark)] : headers.values(for: name).map { JSON.string(Redaction.value(of: name, $0)) }
      fields[name] = values.count == 1 ? values[0] : .array(values)
    }
    if !fields.isEmpty { object["headers"] = .object(fields) }
    if let redirects { object["redirects"] = redirects.shown }
    object.add("limits", [("responseBytes", limits.bodyBytes), ("headerBytes", limits.headBytes)]) {
      $0 == .max ? .string(AmountText.unlimited) : .number(.init($0))
    }
    if let httpVersion { object["httpVersion"] = .string(httpVersion.rawValue) }
    if let maxConnections { object["maxConnections"] = .number(.init(maxConnections)) }
    if let expectContinue { object["expectContinue"] = expectContinue.shown }
    if let requestCompression { object["requestCompression"] = requestCompression.shown }
    if let cache { object["cache"] = cache.shown }
    if let propagate { object["propagate"] = propagate.shown }
    if let hsts { object["hsts"] = .bool(hsts) }
    object.add(resilience.shown)
    for (key, value) in connection.redactedMembers { object[key] = value }
    return object
  }
}

extension ExpectContinue {
  fileprivate var shown: JSON {
    guard let threshold else { return .string(AmountText.unlimited) }
    if wait == ExpectContinue.standardWait { return .number(.init(threshold)) }
    return ["above": .number(.init(threshold)), "wait": .string(AmountText.text(wait))]
  }
}

extension RequestCompression {
  fileprivate var shown: JSON {
    guard let coding else { return .string(AmountText.unlimited) }
    if threshold == RequestCompression.standardThreshold, coding.unusualLevel == nil { return .string(coding.name) }
    var object: JSON.Object = ["coding": .string(coding.name), "above": .number(.init(threshold))]
    if let level = coding.unusualLevel { object["level"] = .number(.init(level)) }
    return .object(object)
  }
}

extension CacheSettings {
  fileprivate var shown: JSON {
    guard isEnabled else { return false }
    if self == CacheSettings() { return true }
    var object: JSON.Object = ["mode": .string(mode.rawValue), "memory": .number(.init(memory))]
    object["entry"] = .number(.init(entry))
    if let disk {
      object["disk"] = [
        "directory": .string(disk.directory), "size": .number(.init(disk.size)),
        "storeAuthorized": .bool(disk.storesAuthorized), "patience": .string(AmountText.text(disk.patience)),
      ]
    }
    object["heuristic"] = .string(heuristic.map { "\($0 * 100)%" } ?? AmountText.unlimited)
    object["staleIfError"] = staleIfError.shown
    object["staleWhileRevalidate"] = staleWhileRevalidate.shown
    if let ignoreServer {
      object["ignoreServer"] = [
        "ttl": .string(AmountText.text(ignoreServer.lifetime)),
        "statuses": .array(ignoreServer.statuses.sorted().map { .number(.init($0.code)) }),
      ]
    }
    if !ignoredVary.isEmpty { object["vary"] = ["ignore": .array(ignoredVary.sorted().map { .string($0) })] }
    if !ignoredQuery.isEmpty || !keepsQueryOrder {
      object["query"] = [
        "ignore": .array(ignoredQuery.sorted().map { .string($0) }), "order": .bool(keepsQueryOrder),
      ]
    }
    if !coalesces { object["coalesce"] = false }
    if let targets { object["targets"] = .array(targets.map { .string($0) }) }
    if let partition { object["partition"] = .string(partition) }
    return .object(object)
  }
}

extension CacheSettings.Staleness {
  fileprivate var shown: JSON {
    switch self {
    case .asServer: "asServer"
    case .atMost(let time): .string(AmountText.text(time))
    case .none: .string(AmountText.unlimited)
    }
  }
}

extension RedirectPolicy {
  fileprivate var shown: JSON {
    switch rule {
    case .follow(let limit): .number(.init(limit))
    case .refuse: "refuse"
    case .decide: "‹closure›"
    }
  }
}

extension JSON.Object {
  fileprivate mutating func add(_ members: JSON.Object) {
    for (key, value) in members { self[key] = value }
  }

  /// Adds an object of those values that are set, if there are any.
  fileprivate mutating func add<Value>(_ key: String, _ values: [(String, Value?)], as json: (Value) -> JSON) {
    let members = values.compactMap { name, value in value.map { (name, json($0)) } }
    if !members.isEmpty { self[key] = .object(JSON.Object(members)) }
  }
}
