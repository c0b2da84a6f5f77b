// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// Which settings make sense, alone and together.
struct SettingSenseTests {
  private static func document(_ keys: String) -> String {
    #"{"service": "a", "baseUrl": "https://a.example", \#(keys)}"#
  }

  private static func issues(_ document: String, _ environment: [String: String] = [:]) -> [String] {
    do throws(ConfigurationError) {
      _ = try ResourceConfiguration(json: document, environment: environment)
      return []
    } catch {
      return error.issues.map(\.message)
    }
  }

  @Test(arguments: [
    #""timeouts": {"attempt": "none"}"#, #""timeouts": {"attempt": "none"}, "resilience": "standard""#,
    #""concurrency": 1, "queue": {"length": 5, "timeout": "none"}"#,
    #""breaker": {"openFor": "1s", "maxOpenFor": "none"}"#,
    // The longest wait decides.
    #""hedge": {"after": "90s", "max": "1s"}"#,
    #""endpoints": [{"url": "https://b.example", "weight": 0}, {"url": "https://c.example", "priority": 1}]"#,
    #""proxy": {"url": "http://p.example:3128", "noProxy": "a.example, .b.example 10.0.0.0/8,*,[::1],x:80"}"#,
  ])
  func `it is read`(keys: String) {
    #expect(Self.issues(Self.document(keys)) == [])
  }

  @Test(arguments: [
    (#""rate": {"requests": 5, "per": "none"}"#, "a time without an end never comes"),
    (#""breaker": {"openFor": "none"}"#, "a time without an end never comes"),
    (#""retry": {"backoff": {"base": "none"}}"#, "a time without an end never comes"),
    (#""chaos": {"delay": {"time": "none", "share": 1}}"#, "a time without an end never comes"),
    (#""hedge": {"min": "120s"}"#, "a hedge after 120s comes when the total of 60s is over"),
    (#""attemptHeader": "host", "retry": 2"#, "the header Host has a meaning of its own"),
    (#""deadline": {"send": "Authorization"}"#, "the header Authorization has a meaning of its own"),
    (#""addresses": {}"#, "allows every destination"),
    (#""proxy": {"url": "http://p.example:3128", "noProxy": "10.0.0.0/33"}"#, #"no host can match "10.0.0.0/33""#),
    (#""defaults": {}"#, "backendServices"),
    (#""timeouts": {"read": "0s"}"#, "a time of zero, expected"),
    (#""limits": {"responseBytes": "64\#u{212A}iB"}"#, "not a size"),
    (#""endpoints": [{"url": "https://b.example", "weight": 0}]"#, "all 1 endpoints have a weight of 0"),
  ])
  func `it is refused`(keys: String, message: String) {
    let issues = Self.issues(Self.document(keys))
    #expect(issues.count == 1 && issues.first?.contains(message) == true, "\(issues)")
  }

  @Test(arguments: [
    #""timeouts": {"attempt": "90s", "totl": "100s"}"#, #""concurrency": "5x", "queue": {"length": 5}"#,
    #""retry": {"backoff": {"base": "5s", "max": "9"}}"#,
  ])
  func `what is not read is judged with nothing else`(keys: String) {
    #expect(Self.issues(Self.document(keys)).count == 1)
    let two =
      #"{"backendServices": [\#(Self.document(keys)), {"service": "b", "baseUrl": "https://b.example", "queue": {"length": 1}}]}"#
    #expect(Self.issues(two).count == 2, "another service is judged as well: \(Self.issues(two))")
  }

  @Test func `a part that is not resolved is judged with nothing else`() {
    let text = Self.document(#""retry": {"backoff": {"base": "5s", "max": "${env:MAX}"}}"#)
    #expect(ResourceConfiguration.issuesApartFromReferences(in: Data(text.utf8)).isEmpty)
    #expect(Self.issues(text, ["MAX": "9s"]) == [])
    #expect(Self.issues(text, ["MAX": "3s"]).count == 1)
  }

  @Test func `TLS is judged by the URL that is connected to`() {
    let service =
      #"{"service": "a", "baseUrl": "http://a.example", "via": "gateway", "tls": {"minimumVersion": "1.3"}}"#
    #expect(
      Self.issues(#"{"gateway": {"serverURL": "https://gw.example/mfp"}, "backendServices": [\#(service)]}"#) == []
    )
    let gateway = Self.issues(#"{"gateway": {"serverURL": "http://gw.example/mfp", "tls": {"minimumVersion": "1.3"}}}"#)
    #expect(gateway.count == 1)
    #expect(gateway.first?.contains("for a gateway that is reached without it, expected an https URL") == true)
  }

  @Test func `a file of endpoints has references, and its mistakes places`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sense-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "endpoints.json")
    let text = Self.document(#""endpointsFile": "\#(file.path)""#)
    try Data(#"[{"url": "https://${env:SENSE_UNSET_HOST:-b.example}"}]"#.utf8).write(to: file)
    #expect(Self.issues(text) == [])
    try Data("[\n  {}},\n]".utf8).write(to: file)
    #expect(Self.issues(text).first?.contains("is not JSON in line 2, column 5") == true, "\(Self.issues(text))")
  }

  @Test func `a proxy of the environment is named as it is written`() {
    let error = #expect(throws: ResourceURL.Invalid.self) {
      try ProxyRules(environment: ["HTTPS_PROXY": "http://p:99999"])
    }
    #expect(error?.reason.hasPrefix("HTTPS_PROXY: ") == true)
  }

  @Test func `equal networks are equal, and their text too`() {
    #expect(AddressNetwork("10.1.2.3/8") == AddressNetwork("10.0.0.0/8"))
    #expect(AddressNetwork("10.15.255.255/13").map { "\($0)" } == "10.8.0.0/13")
    #expect(AddressNetwork("fd12::1/9").map { "\($0)" } == "fd00::/9")
  }
}
