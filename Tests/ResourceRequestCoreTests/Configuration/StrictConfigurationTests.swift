// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Documents that used to be accepted with another meaning than the obvious one.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads)
struct StrictConfigurationTests {
  private func messages(of text: String) -> [String] {
    do {
      _ = try ResourceConfiguration(json: text)
      return []
    } catch {
      return error.issues.map(\.message)
    }
  }

  @Test(arguments: [
    (#""maxConnections": 2, "connectionProperties": {"maxConnections": 3}"#, "maxConnections"),
    (#""timeouts": {"read": "1s"}, "connectionProperties": {"socketTimeoutInMilliseconds": 5}"#, "timeouts.read"),
    (
      #""connectionProperties": {"connectionTimeoutInMilliseconds": 5}, "timeouts": {"connect": "1s"}"#,
      "timeouts.connect"
    ),
  ])
  func `a limit in both spellings is an error, in a list of services and alone`(members: String, setting: String) {
    let service = #"{"service": "a", "baseUrl": "https://a.example", \#(members)}"#
    for text in [service, #"{"backendServices": [\#(service)]}"#] {
      #expect(
        messages(of: text) == [
          "the setting \(setting) is written twice, here and in another spelling, expected one of them"
        ]
      )
    }
  }

  @Test func `names of services that only look alike are two`() throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    let services = names.enumerated().map { number, name in
      #"{"service": "\#(name)", "baseUrl": "https://\#(number).example", "maxConnections": \#(number + 1)}"#
    }
    let configuration = try ResourceConfiguration(json: #"{"backendServices": [\#(services.joined(separator: ","))]}"#)
    let router = Router(configuration, standardHeaders: Headers())
    for (number, name) in names.enumerated() {
      let route = try router.route(ResourceRequest("/x", service: name))
      #expect(route.request.url.string == "https://\(number).example/x")
      #expect(configuration.places[path: ["services", name, "maxConnections"]] != nil)
    }
    #expect(configuration.places.paths.filter { $0.hasSuffix("/maxConnections") }.count == 2)
    #expect(throws: ResourceError.self) {
      try Router(
        ResourceConfiguration(services: [configuration.services[0]]),
        standardHeaders: Headers()
      ).route(ResourceRequest("/x", service: names[1]))
    }
  }

  @Test(arguments: [
    "$${env:B}", "$$${env:B}", "$${file:/etc/passwd}", "a$${", "$$", "$", "${env:A:-$${env:B}", "{}$$${}",
  ])
  func `what is shown of a text reads back as the same text`(written: String) throws {
    let sources = TextSources(environment: ["B": "expanded"], document: nil)
    let (text, faults) = TextExpansion.expand(written, from: sources)
    #expect(faults.isEmpty)
    #expect(TextExpansion.expand(TextExpansion.escaped(text.text), from: sources).0.text == text.text)
    let first = try ResourceConfiguration(json: #"{"defaults": {"headers": {"X-A": ["\#(written)", "b"]}}}"#)
    let second = try ResourceConfiguration(json: first.redactedJSON().text())
    #expect(second.defaults.headers == first.defaults.headers)
  }

  @Test func `very many unknown keys are told of soon`() {
    let keys = (0..<20_000).map { #""timeout-and-something-longer-\#($0)": 1"# }.joined(separator: ",")
    #expect(messages(of: "{\(keys)}").count == 1001)
    #expect(messages(of: #"{"backendServices": [{\#(keys)}]}"#).count == 1001)
    let short = (0..<20_000).map { #""tokn\#($0)": 1"# }.joined(separator: ",")
    #expect(messages(of: #"{"backendServices": [{\#(short)}]}"#).count == 1001)
    let hosts = (0..<20_000).map { #""h\#($0).example:443": ["10.0.0.1"]"# }.joined(separator: ",")
    #expect(messages(of: #"{"defaults": {"resolve": {\#(hosts)}}}"#) == [])
  }

  @Test(arguments: ["a b", " a", "a ", "Bearer a", "a\\tb"]) func `a bearer token with a blank is an error`(
    token: String
  ) {
    let text = #"{"service": "a", "baseUrl": "https://a.example", "auth": {"type": "bearer", "token": "\#(token)"}}"#
    #expect(messages(of: text).count == 1)
  }

  @Test(arguments: [
    #""maxConnections": "+5""#, #""maxConnections": "-5""#, #""maxConnections": " 5""#, #""redirects": "+5""#,
    #""timeouts": {"read": "+5"}"#, #""limits": {"headerBytes": "+5"}"#, #""limits": {"headerBytes": "5e3"}"#,
    #""connectionProperties": {"socketTimeoutInMilliseconds": "+5"}"#,
    #""connectionProperties": {"socketTimeoutInMilliseconds": "1e3"}"#,
    #""connectionProperties": {"socketTimeoutInMilliseconds": "0x10"}"#,
    #""connectionProperties": {"socketTimeoutInMilliseconds": "inf"}"#,
    #""connectionProperties": {"maxConnections": "+5"}"#, #""maxConnections": "99999999999999999999""#,
  ])
  func `a number in a text is digits`(member: String) {
    #expect(messages(of: #"{"service": "a", "baseUrl": "https://a.example", \#(member)}"#).count == 1)
  }

  @Test func `a proxy's password without a user is an error`() {
    let proxy = #"{"defaults": {"proxy": {"url": "http://p.example:1", "password": "hunter2"}}}"#
    #expect(messages(of: proxy) == ["\"password\" has no effect without \"username\", expected both or neither"])
    #expect(messages(of: proxy.replacing("\"password\"", with: "\"username\": \"u\", \"password\"")) == [])
  }
}
