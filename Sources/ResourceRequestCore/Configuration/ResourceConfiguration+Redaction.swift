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
  package var withoutReferences: JSON {
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
    var object: JSON.Object = [
      "service": .string(name.begins(withBytesOf: "/") ? "/" + name : name), "baseUrl": .string(baseURL.redacted()),
    ]
    if let endpointsFile {
      object["endpointsFile"] = .string(endpointsFile)
    } else if !endpoints.isEmpty {
      object["endpoints"] = ConfigurationDocument.endpoints.write(endpoints)
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
  package var shown: JSON.Object {
    var object = ConfigurationDocument.exchange.shown(self)
    object.add(ConfigurationDocument.resilience.shown(resilience))
    object.add(ConfigurationDocument.connection.shown(connection))
    object.add(features.shown)
    return object
  }
}

extension JSON.Object {
  fileprivate mutating func add(_ members: JSON.Object) {
    for (key, value) in members { self[key] = value }
  }
}
