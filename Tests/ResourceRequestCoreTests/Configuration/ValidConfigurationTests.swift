// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

@Suite struct `Valid configurations` {
  static let environment = ["RESORTS_PASSWORD": "p:w", "TONES_HOST": "tones.example:8443"]

  /// The path of a file, as a program would name it.
  static func path(_ name: String) throws -> String {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return folder.appending(path: "configuration/valid/\(name)").path
  }

  static func load(_ name: String) throws -> ResourceConfiguration {
    try ResourceConfiguration(contentsOf: path(name), environment: environment)
  }

  @Test func `IBM's sample loads as published, typo and number strings included`() throws {
    let configuration = try Self.load("mfp-sample.json")
    #expect(configuration.gateway == nil)
    #expect(configuration.defaults == ServiceSettings())
    #expect(
      configuration.services == [
        BackendService(
          name: "resorts",
          baseURL: try ResourceURL("http://resorts.mybluemix.net/resorts/"),
          credential: .basic(username: "hello", password: "hello")
        ),
        BackendService(
          name: "tone-analyzer",
          baseURL: try ResourceURL(
            "https://api.us-south.tone-analyzer.watson.cloud.ibm.com/instances/0b83e9c5-18e5-4aeb-9cfd-65f9007e950e"
          ),
          credential: .apiKey("", name: "apikey", policy: .basic),
          settings: ServiceSettings(timeouts: Timeouts(connect: .seconds(30), read: .seconds(30)), maxConnections: 50)
        ),
      ]
    )
  }

  @Test func `a document that is a single service names secrets as others do`() throws {
    let text = """
      { "service": "a", "baseUrl": "http://a.example/?own-seat=12C", "redact": ["own-seat", "X-Own-Gate"] }
      """
    let configuration = try ResourceConfiguration(json: text)
    #expect(configuration.redact == ["own-seat", "X-Own-Gate"])
    #expect(configuration.services.map(\.name) == ["a"])
    #expect(configuration.places["/redact"] != nil)
    #expect(configuration.redactedJSON()["redact"] == ["own-seat", "X-Own-Gate"])
    #expect(!configuration.redactedJSON().text().contains("12C"))
    let headers: Headers = ["X-Own-Gate": "B7"]
    #expect(!"\(headers)".contains("B7"))
  }

  @Test func `a document may be a single service`() throws {
    let service = BackendService(name: "resorts", baseURL: try ResourceURL("http://resorts.example/resorts"))
    #expect(try Self.load("single-service.json").services == [service])
  }

  @Test func `an empty document is an empty configuration`() throws {
    let configuration = try Self.load("empty.json")
    #expect(configuration == .empty)
    #expect(configuration.places.isEmpty)
  }

  @Test func `the gateway and the defaults carry settings`() throws {
    let configuration = try Self.load("everything.json")
    let gateway = try #require(configuration.gateway)
    #expect(gateway.serverURL.string == "https://gateway.example:9443/mfp")
    #expect(gateway.headers == ["X-Team": "blue"])
    #expect(
      gateway.settings.timeouts
        == Timeouts(connect: .milliseconds(250), read: .milliseconds(1500), total: .unlimited)
    )
    #expect(
      configuration.defaults
        == ServiceSettings(
          timeouts: Timeouts(total: .seconds(60)),
          headers: ["Accept-Language": "de", "Accept-Language": "en;q=0.5", "x-empty": ""],
          redirects: .refuse,
          limits: ResponseLimits(bodyBytes: 10_000_000, headBytes: 65_536),
          httpVersion: .http1_1,
          maxConnections: 8
        )
    )
  }

  @Test func `services carry credentials and settings`() throws {
    let services = try Self.load("everything.json").services
    try #require(services.map(\.name) == ["resorts", "tones", "maps", "orders"])
    #expect(services[0].baseURL.string == "http://resorts.example/resorts?tenant=7")
    #expect(services.map(\.via) == [.gateway, .direct, .direct, .direct])
    #expect(
      services.map(\.credential) == [
        .basic(username: "ann", password: "p:w"), services[1].credential,
        .apiKey("k1", name: "key", policy: .query), .bearer("abc.def"),
      ]
    )
    guard case .apiKey(let key, "X-API-Key", .header)? = services[1].credential?.kind else {
      Issue.record("\(services[1])")
      return
    }
    #expect(key.reveal() == "s3cr3t-key")
    #expect(
      services[0].settings.timeouts
        == Timeouts(connect: .seconds(3), read: .seconds(1800), total: .microseconds(90_000_500))
    )
    #expect(services.map(\.settings.redirects) == [.follow(limit: 3), .follow(limit: 0), .follow(limit: 10), nil])
    #expect(services[1].baseURL.string == "https://tones.example:8443/v1")
    #expect(services[1].settings.limits.bodyBytes == .max)
    #expect(services[2].settings.maxConnections == 50)
    #expect(services[2].settings.headers == ["X-Price": "${5}"])
    #expect(services[3].settings.httpVersion == .http2PriorKnowledge)
  }

  @Test func `each setting knows where it was written, under its canonical path`() throws {
    let path = try Self.path("everything.json")
    let places = try Self.load("everything.json").places
    func place(_ path: String) -> String? {
      places[path].map { "\($0.line):\($0.column)" }
    }
    #expect(place("/gateway") == "3:3")
    #expect(place("/gateway/serverURL") == "4:5")
    #expect(place("/gateway/timeouts/read") == "5:39")
    #expect(place("/gateway/headers/x-team") == "6:18")
    #expect(place("/defaults/redirects") == "11:5")
    #expect(place("/services/resorts") == "17:5")
    #expect(place("/services/resorts/baseUrl") == "19:7")
    #expect(place("/services/resorts/auth/type") == "21:17")
    #expect(place("/services/maps/timeouts/connect") == "36:55")
    #expect(place("/services/maps/maxConnections") == "36:33")
    #expect(place("/services/maps/timeouts/read") == nil)
    #expect(places["/services/resorts/via"]?.description == "\(path):20:7")
    #expect(places[path: ["services", "resorts", "via"]] == places["/services/resorts/via"])
  }

  @Test func `a name with a slash is escaped in the path of its settings`() throws {
    let text = #"{"service": "a/b~c", "baseUrl": "http://a.example"}"#
    let places = try ResourceConfiguration(json: text).places
    #expect(places.paths == ["/services/a~1b~0c", "/services/a~1b~0c/baseUrl", "/services/a~1b~0c/service"])
    #expect(places[path: ["services", "a/b~c", "baseUrl"]] == SourcePlace(file: "configuration", line: 1, column: 22))
  }

  @Test func `inner settings win over outer ones, headers by name`() {
    let outer = ServiceSettings(
      timeouts: Timeouts(connect: .seconds(1), total: .seconds(9)),
      headers: ["A": "1", "B": "2", "A": "3"],
      redirects: .refuse,
      maxConnections: 4
    )
    let inner = ServiceSettings(timeouts: Timeouts(connect: .seconds(2)), headers: ["a": "4"], httpVersion: .http1_1)
    #expect(
      inner.merging(outer)
        == ServiceSettings(
          timeouts: Timeouts(connect: .seconds(2), total: .seconds(9)),
          headers: ["B": "2", "a": "4"],
          redirects: .refuse,
          httpVersion: .http1_1,
          maxConnections: 4
        )
    )
  }

  @Test func `the headers of a gateway are those of its settings`() throws {
    var gateway = Gateway(
      serverURL: try ResourceURL("http://gateway.example/mfp"),
      headers: ["X-Team": "blue"],
      settings: ServiceSettings(headers: ["x-team": "red", "X-Kept": "yes"])
    )
    #expect(gateway.headers == ["X-Kept": "yes", "X-Team": "blue"])
    gateway.headers = [:]
    #expect(gateway.settings.headers.isEmpty)
  }
}
