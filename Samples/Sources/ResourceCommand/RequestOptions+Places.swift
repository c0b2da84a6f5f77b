// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension RequestOptions {
  /// Records the flag behind each setting that it overrides, in place of the configuration file's line.
  func note(in configuration: inout ResourceConfiguration) {
    let owner = owner(in: configuration)
    if place.gateway != nil { configuration.note("--gateway", at: ["gateway", "serverURL"]) }
    if let flag = tokens.clientID.map({ _ in "--client-id" }) ?? login.bearerEnv.map({ _ in "--bearer-env" }) {
      let base = owner.serviceName(in: configuration).map { ["services", $0] } ?? ["gateway"]
      configuration.note(flag, at: base + ["auth"])
    }
    var settings: [(flag: String, path: [String])] = []
    if cache.cache != nil { settings.append(("--cache", ["cache", "disk", "directory"])) }
    if connection.proxy != nil { settings += ["url", "username", "password"].map { ("--proxy", ["proxy", $0]) } }
    if connection.unixSocket != nil { settings.append(("--unix-socket", ["unixSocket"])) }
    if connection.cacert != nil { settings.append(("--cacert", ["tls", "caFile"])) }
    if connection.cert != nil { settings.append(("--cert", ["tls", "certificate"])) }
    if connection.key != nil { settings.append(("--key", ["tls", "key"])) }
    if connection.keyPasswordEnv != nil { settings.append(("--key-password-env", ["tls", "keyPassword"])) }
    if !connection.pinnedPublicKeys.isEmpty {
      settings.append(("--pinned-public-key", ["tls", "pinnedPublicKeys"]))
    }
    if connection.proxy == nil, let rules = try? ConnectionFlags.environmentRules(),
      configuration.defaults.connection.proxy == rules
    {
      configuration.note("environment", at: ["defaults", "proxy", "url"])
    }
    for base in [["defaults"], ["gateway"]] + configuration.services.map({ ["services", $0.name] }) {
      for (flag, path) in settings { configuration.note(flag, at: base + path) }
    }
  }
}

extension ResourceConfiguration {
  /// Records that a flag set a value; an object that contains the value keeps its own place, if it has one.
  fileprivate mutating func note(_ flag: String, at path: [String]) {
    let place = SourcePlace(file: flag, line: 0, column: 0)
    places[path: path] = place
    for length in 2..<max(2, path.count) {
      let outer = Array(path[..<length])
      // A service itself is not a setting.
      if outer.first == "services", length == 2 { continue }
      if places[path: outer] == nil { places[path: outer] = place }
    }
  }
}
