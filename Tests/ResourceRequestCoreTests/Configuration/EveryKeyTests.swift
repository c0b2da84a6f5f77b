// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Every key of the decoder is in the schema, the layers, the redacted document and the explanation.
struct EveryKeyTests {
  /// Every key of the schema with a value other than the default; a test fails if one is missing here.
  private static let document = """
    {
      "timeouts": { "connect": "1s", "read": "2s", "total": "90s", "attempt": "3s" },
      "headers": { "X-Team": "blue" },
      "redirects": { "limit": 4 },
      "limits": { "responseBytes": 1000, "headerBytes": 2000 },
      "httpVersion": "1.1",
      "maxConnections": 5,
      "expectContinue": { "above": 10, "wait": "2s" },
      "requestCompression": { "coding": "zstd", "above": 10, "level": 9 },
      "cache": {
        "mode": "shared", "memory": 1000, "entry": 100,
        "disk": { "directory": "/cache", "size": 100000, "storeAuthorized": true, "patience": "21ms" },
        "heuristic": "20%", "staleIfError": "3s", "staleWhileRevalidate": "4s",
        "ignoreServer": { "ttl": "5s", "statuses": [200] }, "vary": { "ignore": ["accept"] },
        "query": { "ignore": ["utm"], "order": false }, "coalesce": false, "targets": ["Mine-Cache-Control"],
        "partition": "one"
      },
      "resilience": "standard",
      "balance": { "hash": { "header": "X-Team" } },
      "retry": {
        "attempts": 1, "on": [503], "methods": ["GET"], "backoff": { "base": "1s", "max": "3s" },
        "retryAfter": { "max": "2s" }, "otherEndpoint": false, "replayBytes": 10
      },
      "retryBudget": { "perSuccess": 0.3, "tokens": 11, "minPerSecond": 2 },
      "idempotencyKey": { "header": "Key", "methods": ["POST"], "quoted": true },
      "hedge": { "after": "p90", "min": "2ms", "max": "9ms", "attempts": 3, "maxExtraLoad": "6%" },
      "outliers": {
        "consecutive": 7, "failureRate": { "above": "40%", "of": 30, "within": "40s" }, "ejectFor": "31s",
        "maxEjectFor": "9m", "maxEjected": "40%"
      },
      "breaker": {
        "failureRate": "40%", "of": 30, "within": "40s", "slow": "9s", "openFor": "31s", "maxOpenFor": "9m", "probes": 4
      },
      "panicBelow": "40%",
      "overprovision": 1.5,
      "slowStart": { "window": "31s", "aggression": 2, "min": "11%" },
      "concurrency": { "adaptive": { "min": 6, "max": 90, "start": 30 } },
      "queue": { "length": 9, "timeout": "9s", "order": "lifo" },
      "rate": { "requests": 9, "per": "9s", "burst": 3, "obey": ["Retry-After"] },
      "throttle": { "ratio": 3, "window": "9s", "atLeast": 12, "most": "80%" },
      "deadline": { "send": "X-Deadline", "format": "seconds", "reserve": "9ms", "atLeast": "p40" },
      "attemptHeader": "X-Attempt",
      "chaos": {
        "delay": { "share": "1%", "time": "9s" }, "status": { "share": "2%", "status": 503 }, "reset": { "share": "3%" }
      },
      "health": {
        "path": "/ok", "interval": "11s", "timeout": "2s", "healthy": 3, "unhealthy": 4, "expect": [204],
        "idleInterval": "61s", "credentials": true
      },
      "propagate": ["baggage"],
      "hsts": true,
      "criticality": "critical",
      "tls": { "minimumVersion": "1.3", "serverName": "a.example", "closeNotify": "required" },
      "proxy": {
        "url": "http://p.example:3128", "username": "u", "password": "hush", "login": "any", "tunnel": "always", "noProxy": "b.example"
      },
      "resolve": { "a.example:443": ["10.0.0.1"] },
      "nameCacheTime": "9s",
      "idleConnectionTime": "9s",
      "addresses": { "schemes": ["https"], "ports": [443], "hosts": ["a.example"], "allow": ["public"] }
    }
    """
  /// Keys whose values are files on this machine, and keys that exclude one another.
  private static let elsewhere: Set<String> = [
    "caFile", "caDirectory", "certificate", "key", "keyPassword", "pinnedPublicKeys", "cookie", "query",
    "pathParameter",
  ]

  private static func configuration() throws -> ResourceConfiguration {
    try ResourceConfiguration(json: #"{"defaults": \#(document)}"#, name: "every.json")
  }

  @Test func `the document of this test has every key of the schema`() throws {
    let schema = ResourceConfiguration.jsonSchema()["$defs"]
    var missing: [String] = []
    func look(_ definition: JSON, _ value: JSON, _ path: String) {
      for (key, property) in definition["properties"].object ?? [:] where property["description"].string != nil {
        let member = value[key]
        if member.isNull {
          if !Self.elsewhere.contains(key) { missing.append("\(path).\(key)") }
          continue
        }
        guard member.object != nil else { continue }
        for name in references(in: property) { look(schema[name], member, "\(path).\(key)") }
      }
    }
    look(schema["defaults"], try JSON(parsing: Self.document), "defaults")
    #expect(missing == [], "write a value for each in this test, which then says what else does not know the key")
  }

  @Test func `what is shown has every key, and is read as the same`() throws {
    let configuration = try Self.configuration()
    let shown = configuration.redactedJSON()["defaults"]
    let keys = try #require(try JSON(parsing: Self.document).object).map(\.key)
    #expect(keys.filter { shown[$0].isNull } == [], "ServiceSettings.shown knows nothing of them")
    var again = try ResourceConfiguration(json: #"{"defaults": \#(shown.text())}"#).defaults
    // Redacted values cannot be read back.
    again.connection.proxy = configuration.defaults.connection.proxy
    #expect(again == configuration.defaults)
  }

  @Test func `every key comes through a layer that says nothing, and wins over one that says something else`() throws {
    let settings = try Self.configuration().defaults
    #expect(ServiceSettings().merging(settings) == settings)
    #expect(settings.merging(ServiceSettings()) == settings)
    // Without the table where nothing is set, and with it.
    #expect(SettingsInheritance.completed(ServiceSettings()) == ServiceSettings().merging(.standard))
    let others = ServiceSettings(
      timeouts: .standard,
      redirects: .refuse,
      limits: .standard,
      httpVersion: .negotiated,
      maxConnections: 1,
      cache: CacheSettings()
    )
    #expect(settings.merging(others) == settings)
  }

  @Test func `every key is explained, with the place where it was written`() throws {
    let configuration = try Self.configuration()
    let layers = SettingLayers([.init(.defaults, at: ["defaults"], configuration.defaults)], configuration.places)
    let decisions = layers.decisions(configuration.defaults)
    let document = try #require(try JSON(parsing: Self.document).object)
    for (key, value) in document where key != "headers" {
      let own = decisions.filter { $0.path.first == key }
      #expect(!own.isEmpty, "\(key) is not explained")
      #expect(own.allSatisfy { $0.layer == .defaults && $0.place != nil }, "\(key): \(own)")
      #expect(own.count >= value.object?.count ?? 1, "\(key): \(own)")
    }
  }

  private func references(in node: JSON) -> [String] {
    var names: [String] = []
    if let reference = node["$ref"].string {
      let parts = reference.split(separator: "/")
      if parts.count == 3 { names.append(String(parts[2])) }
    }
    for value in node.object.map({ Array($0.values) }) ?? node.array ?? [] { names += references(in: value) }
    return names
  }
}
