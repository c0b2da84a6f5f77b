// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// The differences between two configurations.
struct ConfigurationDifferenceTests {
  /// Two documents, and the beginnings of the findings that are a risk: risk, services, subject, old and new value.
  struct Pair: CustomTestStringConvertible {
    let name: String
    let old: String
    let new: String
    let findings: [String]

    var testDescription: String { name }
  }

  private static let pairs = [
    Pair(
      name: "sends more",
      old: #""retry": { "attempts": 3, "on": [503] }, "timeouts": { "attempt": "1s", "total": "4s" }"#,
      new:
        #""retry": { "attempts": 3, "on": [503], "methods": ["GET", "POST"] }, "idempotencyKey": { "header": "Idempotency-Key", "methods": ["POST"] }, "#
        + #""timeouts": { "attempt": "1s", "total": "4s" }, "maxConnections": 50"#,
      findings: ["sendsMore orders attempts of POST 1 3", "waitsLonger orders worst case of POST 1 s 3.2 s"]
    ),
    Pair(
      name: "methods that few use",
      old: #""retry": { "attempts": 3, "methods": ["GET"] }, "timeouts": { "attempt": "1s", "total": "4s" }"#,
      new:
        #""retry": { "attempts": 3, "methods": ["GET", "OPTIONS"] }, "timeouts": { "attempt": "1s", "total": "4s" }"#,
      findings: ["sendsMore orders attempts of OPTIONS 1 3", "waitsLonger orders worst case of OPTIONS 1 s 3.2 s"]
    ),
    Pair(
      name: "a shorthand of retries that are more",
      old: #""retry": { "attempts": 3, "on": [503] }, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      new: #""retry": 3, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      findings: ["sendsMore orders retry"]
    ),
    Pair(
      name: "a shorthand of retries that are fewer",
      old: #""retry": 3, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      new: #""retry": { "attempts": 3, "on": [503] }, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      findings: []
    ),
    Pair(
      name: "the usual budget instead of a small one",
      old: #""retry": 3, "timeouts": { "attempt": "1s" }, "retryBudget": { "tokens": 1 }"#,
      new: #""retry": 3, "timeouts": { "attempt": "1s" }"#,
      findings: ["sendsMore orders retryBudget"]
    ),
    Pair(
      name: "a small budget instead of the usual one",
      old: #""retry": 3, "timeouts": { "attempt": "1s" }"#,
      new: #""retry": 3, "timeouts": { "attempt": "1s" }, "retryBudget": { "tokens": 1 }"#,
      findings: []
    ),
    Pair(
      name: "a preset with its breaker is gone",
      old: #""resilience": "standard", "retry": 3, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      new: #""retry": 3, "timeouts": { "attempt": "1s", "total": "60s" }"#,
      findings: ["sendsMore orders breaker the preset's none"]
    ),
    Pair(
      name: "a breaker is turned off that was off",
      old: #""retry": 3"#,
      new: #""retry": 3, "breaker": "none""#,
      findings: []
    ),
    Pair(
      name: "a preset's breaker is turned off",
      old: #""resilience": "standard", "timeouts": { "attempt": "1s" }"#,
      new: #""resilience": "standard", "timeouts": { "attempt": "1s" }, "breaker": "none""#,
      findings: ["sendsMore orders breaker"]
    ),
    Pair(
      name: "goes elsewhere",
      old: #""auth": { "type": "bearer", "token": "hush" }, "redirects": "refuse""#,
      new: #""auth": { "type": "bearer", "token": "hush" }, "baseUrl": "https://else.example", "redirects": 3, "#
        + #""proxy": { "url": "http://p.example:3128" }"#,
      findings: [
        "goesElsewhere orders a new origin gets the credential (bearer) https://orders.example https://else.example",
        "goesElsewhere orders proxy none {\"url\":\"http://p.example:3128\"}",
        "goesElsewhere orders redirects refuse 3",
      ]
    ),
    Pair(
      name: "tokens go elsewhere",
      old: #""auth": { "type": "oauth2", "tokenUrl": "https://i.example/t", "clientId": "c", "clientSecret": "hush", "#
        + #""introspectionUrl": "https://i.example/i" }"#,
      new: #""auth": { "type": "oauth2", "tokenUrl": "https://i.example/t", "clientId": "c", "clientSecret": "hush", "#
        + #""introspectionUrl": "https://j.example/i", "scope": "all" }"#,
      findings: [
        "goesElsewhere orders a new origin gets tokens to introspect https://i.example https://j.example",
        "goesElsewhere orders auth oauth2, client c, token of https://i.example/t, introspection at https://i.example/i "
          + "oauth2, client c, token of https://i.example/t, scope all, introspection at https://j.example/i",
      ]
    ),
    Pair(
      name: "waits longer",
      old: #""timeouts": { "total": "4s" }"#,
      new: #""timeouts": { "total": "31s", "read": "none" }"#,
      findings: [
        "waitsLonger orders worst case of GET 4 s 31 s", "waitsLonger orders worst case of HEAD 4 s 31 s",
        "waitsLonger orders worst case of PUT 4 s 31 s", "waitsLonger orders worst case of DELETE 4 s 31 s",
        "waitsLonger orders worst case of POST 4 s 31 s", "waitsLonger orders worst case of PATCH 4 s 31 s",
        "waitsLonger orders timeouts.read 30s none",
      ]
    ),
    Pair(
      name: "trusts more",
      old: #""tls": { "minimumVersion": "1.3", "closeNotify": "required" }, "addresses": "public""#,
      new: #""tls": { "minimumVersion": "1.2", "closeNotify": "optional" }, "limits": { "responseBytes": "none" }"#,
      findings: [
        "trustsMore orders addresses public none", "trustsMore orders limits.responseBytes 67108864 none",
        "trustsMore orders tls.closeNotify required optional", "trustsMore orders tls.minimumVersion 1.3 1.2",
      ]
    ),
    Pair(
      name: "keeps more",
      old: #""cache": true"#,
      new: #""cache": { "mode": "shared", "memory": "128MiB" }"#,
      findings: ["keepsMore orders cache true"]
    ),
    Pair(
      name: "neutral",
      old: #""timeouts": { "total": "31s" }, "retry": 3, "headers": { "X-Team": "red" }"#,
      new: #""timeouts": { "total": "4s" }, "headers": { "X-Team": "blue" }"#,
      findings: []
    ),
  ]

  private static func configuration(_ members: String, name: String) throws -> ResourceConfiguration {
    let base = members.contains("baseUrl") ? "" : #""baseUrl": "https://orders.example", "#
    return try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "orders", \#(base)\#(members)}]}"#,
      name: name
    )
  }

  @Test(arguments: pairs)
  func `each class of risk is found, and nothing else`(_ pair: Pair) throws {
    let difference = ConfigurationDifference(
      from: try Self.configuration(pair.old, name: "old.json"),
      to: try Self.configuration(pair.new, name: "new.json")
    )
    let found = difference.findings.filter { $0.risk != .neutral }.map { finding in
      let texts = [finding.risk.rawValue, finding.services.joined(separator: "+"), finding.subject]
      return (texts + [finding.old ?? "none", finding.new ?? "none"]).joined(separator: " ")
    }
    #expect(found.count >= pair.findings.count, "\(difference)")
    for expected in pair.findings { #expect(found.contains { $0.hasPrefix(expected) }, "\(expected) in \(found)") }
    #expect(difference.risk?.rawValue == (pair.findings.first?.prefix { $0 != " " }).map(String.init) ?? "neutral")
    #expect(difference.findings.map(\.risk) == difference.findings.map(\.risk).sorted(by: >))
    #expect(!"\(difference)".contains("hush"))
  }

  @Test func `the same settings in other words are no change, and a default that is overridden reaches nobody`() throws
  {
    let old = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "a", "baseUrl": "https://a.example", "timeouts": {"total": "4s"}}]}"#
    )
    let same = try ResourceConfiguration(
      json: #"{"backendServices": [{"timeouts": {"total": "4000ms"}, "baseUrl": "https://a.example", "service": "a"}]}"#
    )
    #expect(ConfigurationDifference(from: old, to: same).findings.isEmpty)
    #expect("\(ConfigurationDifference(from: old, to: same))" == "nothing changes\n")
    let overridden = try ResourceConfiguration(
      json: #"{"defaults": {"timeouts": {"total": "90s"}}, "#
        + #""backendServices": [{"service": "a", "baseUrl": "https://a.example", "timeouts": {"total": "4s"}}]}"#
    )
    let findings = ConfigurationDifference(from: old, to: overridden).findings
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.services == ["elsewhere"] }, "\(findings)")
  }

  @Test func `a change of the defaults is one finding for all whom it reaches, with its place`() throws {
    func document(_ retry: Int) -> String {
      """
      {"defaults": {"retry": \(retry)},
       "backendServices": [{"service": "a", "baseUrl": "https://a.example"}, {"service": "b", "baseUrl": "https://b.example"}]}
      """
    }
    let difference = ConfigurationDifference(
      from: try ResourceConfiguration(json: document(2), name: "old.json"),
      to: try ResourceConfiguration(json: document(4), name: "new.json")
    )
    let first = try #require(difference.findings.first)
    #expect(first.subject == "attempts of GET" && first.services == ["a", "b", "elsewhere"])
    #expect(first.old == "2" && first.new == "4")
    #expect(difference.findings.contains { $0.subject == "retry" && $0.place == "new.json:1:15" })
  }

  @Test func `an added, removed or extended service is reported, with the receivers of its credential`() throws {
    let service = BackendService(
      name: "a",
      baseURL: try ResourceURL("https://a.example"),
      credential: .basic(username: "ann", password: "hush")
    )
    var more = service
    more.endpoints = [
      ServiceEndpoint(try ResourceURL("https://a.example").origin),
      ServiceEndpoint(try ResourceURL("https://c.example").origin),
    ]
    func difference(_ old: [BackendService], _ new: [BackendService]) -> ConfigurationDifference {
      ConfigurationDifference(from: .init(services: old), to: .init(services: new))
    }
    #expect(
      difference([], [service]).findings.first?.description
        == "a: a new service: none → https://a.example, with basic, user ann"
    )
    #expect(difference([service], []).risk == .neutral)
    let added = try #require(difference([service], [more]).findings.first)
    #expect(added.risk == .goesElsewhere && added.new == "https://c.example")
    #expect(added.subject == "a new origin gets the credential (basic, user ann)")
    var other = service
    other.credential = .basic(username: "ann", password: "other")
    #expect(difference([service], [other]).findings.first?.subject == "auth, another secret")
  }

  @Test func `a service beside a gateway is reached through that before it is added and once it is removed`() throws {
    let gateway = Gateway(serverURL: try ResourceURL("https://g.example"))
    let direct = BackendService(name: "a", baseURL: try ResourceURL("https://a.example"))
    var behind = direct
    behind.via = .gateway
    func finding(_ old: [BackendService], _ new: [BackendService]) throws -> ConfigurationDifference.Finding {
      let versions = [old, new].map { ResourceConfiguration(gateway: gateway, services: $0) }
      return try #require(ConfigurationDifference(from: versions[0], to: versions[1]).findings.first)
    }
    let added = try finding([], [direct])
    #expect(added.risk == .goesElsewhere && added.subject == "a new service, calls went through the gateway")
    let removed = try finding([direct], [])
    #expect(removed.risk == .goesElsewhere && removed.subject == "removed, calls go through the gateway")
    #expect(try finding([], [behind]).risk == .neutral)
    #expect(try finding([behind], []).risk == .neutral)
  }

  @Test func `another password of a proxy is a change`() throws {
    func configuration(_ password: String) throws -> ResourceConfiguration {
      let proxy = #"{"url": "http://p.example:3128", "username": "ann", "password": "\#(password)"}"#
      return try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example", "proxy": \#(proxy)}"#)
    }
    let difference = ConfigurationDifference(from: try configuration("one"), to: try configuration("two"))
    #expect(difference.findings.map(\.subject) == ["proxy, another secret"])
    #expect(!"\(difference.findings)".contains("two"))
  }

  @Test(arguments: [
    (#""weight": 0"#, #""weight": 1"#, ChangeRisk.goesElsewhere), (#""weight": 1"#, #""weight": 0"#, .neutral),
    (#""weight": 1"#, #""weight": 100"#, .neutral), (#""priority": 1"#, #""priority": 0"#, .goesElsewhere),
    (#""priority": 0"#, #""priority": 1"#, .neutral),
  ])
  func `another share of an endpoint is a change`(_ old: String, _ new: String, _ risk: ChangeRisk) throws {
    let difference = ConfigurationDifference(from: try Self.shared(old), to: try Self.shared(new))
    #expect(difference.risk == risk)
    #expect(difference.findings.map(\.subject) == ["shares of endpoints"])
  }

  private static func shared(_ share: String) throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: """
        {"backendServices": [{"service": "s", "endpoints": [{"url": "https://a.example", \(share)}, {"url": "https://b.example"}]}]}
        """
    )
  }

  @Test func `it is read from its JSON as it was`() throws {
    let difference = ConfigurationDifference(
      from: try Self.configuration(Self.pairs[0].old, name: "old.json"),
      to: try Self.configuration(Self.pairs[0].new, name: "new.json")
    )
    let data = try JSONEncoder().encode(difference)
    #expect(try JSONDecoder().decode(ConfigurationDifference.self, from: data) == difference)
  }

  @Test(arguments: [
    ("retry.on", #"["503"]"#, #"["503","500"]"#, ChangeRisk.sendsMore),
    ("retry.on", #"["503"]"#, "null", .neutral), ("outliers.consecutive", "5", "3", .neutral),
    ("outliers", #""x""#, #""none""#, .sendsMore), ("maxConnections", "5", "null", .sendsMore),
    ("maxConnections", "null", "5", .neutral), ("maxConnections", "null", "1000", .sendsMore),
    ("maxConnections", "null", "64", .neutral), ("hsts", "null", "false", .neutral),
    ("hsts", "true", "false", .trustsMore), ("outliers", #""none""#, "null", .neutral),
    ("outliers", "null", #""none""#, .sendsMore), ("addresses", #""any""#, #""public""#, .neutral),
    ("addresses", #""any""#, "null", .neutral), ("addresses", #""public""#, #""any""#, .trustsMore),
    ("tls.pinnedPublicKeys", #"["a"]"#, "null", .trustsMore),
    ("tls.pinnedPublicKeys", #"["a","b"]"#, #"["a"]"#, .neutral),
    ("tls.minimumVersion", #""1.2""#, #""1.3""#, .neutral),
    ("timeouts.read", #""30s""#, #""29s""#, .neutral), ("hedge.maxExtraLoad", "0.05", "0.1", .sendsMore),
    ("cache.disk.size", "10", "11", .keepsMore), ("cache.coalesce", "true", "false", .neutral),
    ("outliers.consecutive", "5", "5000", .sendsMore), ("outliers.ejectFor", #""5m""#, #""1s""#, .sendsMore),
    ("outliers.failureRate.above", #""10%""#, #""90%""#, .sendsMore), ("outliers.consecutive", "null", "5", .neutral),
    ("breaker.openFor", #""1s""#, #""5m""#, .neutral), ("breaker.openFor", #""5m""#, #""1s""#, .sendsMore),
    ("throttle.most", #""90%""#, #""1%""#, .sendsMore), ("throttle.ratio", "2", "20", .sendsMore),
    ("rate.per", #""10s""#, #""1s""#, .sendsMore), ("hedge.after", #""5s""#, #""5ms""#, .sendsMore),
    ("tls.caFile", #""a.pem""#, "null", .trustsMore), ("tls.caDirectory", #""/a""#, "null", .trustsMore),
    ("unixSocket", #""/run/s""#, "null", .goesElsewhere), ("breaker.maxOpenFor", #""60s""#, #""none""#, .neutral),
    ("breaker.maxOpenFor", #""none""#, #""60s""#, .sendsMore),
    ("hedge.after", #""5s""#, "null", .neutral), ("retry.backoff.base", #""1s""#, "null", .neutral),
    ("proxy.url", #""http://p""#, "null", .neutral), ("unknown", "1", "2", .neutral),
  ])
  func `a setting is a risk one way, and not the other`(
    key: String,
    old: String,
    new: String,
    risk: ChangeRisk
  ) throws {
    #expect(SettingRisk.risk(of: key, try JSON(parsing: old), try JSON(parsing: new)) == risk)
  }
}
