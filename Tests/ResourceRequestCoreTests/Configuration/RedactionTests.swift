// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

@Suite struct `A configuration that is shown` {
  @Test func `secrets are redacted and the rest is canonical`() throws {
    let text = """
      { "gateway": { "serverURL": "http://gateway.example/mfp", "headers": { "Authorization": "Bearer hunter2" } },
        "defaults": { "headers": { "X-Tag": ["a", "b"] } },
        "backendServices": [
          { "service": "/a", "baseUrl": "http://a.example?apikey=hunter2&page=2", "via": "gateway",
            "auth": { "type": "basic", "credential": { "username": "ann", "password": "hunter2" } } },
          { "service": "b", "baseUrl": "http://b.example",
            "auth": { "type": "apikey", "credential": { "apikey": "hunter2" } },
            "ConnectionProperties": { "maxConnetions": "50", "socketTimeoutInMilliseconds": "1500" } },
          { "service": "c", "baseUrl": "http://c.example", "auth": { "type": "bearer", "token": "hunter2" },
            "limits": { "headerBytes": "1KiB", "responseBytes": "none" } } ] }
      """
    let expected: JSON = [
      "gateway": ["serverURL": "http://gateway.example/mfp", "headers": ["Authorization": "‹redacted›"]],
      "defaults": ["headers": ["X-Tag": ["a", "b"]]],
      "backendServices": [
        [
          "service": "a", "baseUrl": "http://a.example/?apikey=‹redacted›&page=2", "via": "gateway",
          "auth": ["type": "basic", "credential": ["username": "ann", "password": "‹redacted›"]],
        ],
        [
          "service": "b", "baseUrl": "http://b.example/",
          "auth": ["type": "apikey", "credential": ["apikey": "‹redacted›", "policy": "basic", "name": "apikey"]],
          "timeouts": ["read": "1500ms"], "maxConnections": 50,
        ],
        [
          "service": "c", "baseUrl": "http://c.example/", "auth": ["type": "bearer", "token": "‹redacted›"],
          "limits": ["responseBytes": "none", "headerBytes": 1024],
        ],
      ],
    ]
    #expect(try ResourceConfiguration(json: text).redactedJSON() == expected)
  }

  @Test func `what is shown loads again as the same where it has no secrets`() throws {
    let text = """
      { "gateway": { "serverURL": "http://gateway.example/mfp", "timeouts": { "connect": "0.25ms", "total": "none" } },
        "defaults": { "redirects": "refuse", "httpVersion": "1.1", "limits": { "headerBytes": "none" } },
        "backendServices": [ { "service": "a", "baseUrl": "http://a.example", "redirects": 3, "via": "gateway",
          "headers": { "X-A": ["1", "2"], "X-B": "" }, "timeouts": { "read": "1.5h" }, "maxConnections": 2 },
          { "service": "//b", "baseUrl": "http://b.example", "panicBelow": "33.3%" },
          { "service": "c", "baseUrl": "http://b.example", "panicBelow": 0.333 } ] }
      """
    var first = try ResourceConfiguration(json: text)
    var second = try ResourceConfiguration(json: first.redactedJSON().text(.pretty))
    #expect(!first.places.isEmpty && !second.places.isEmpty)
    first.places = SettingPlaces()
    second.places = SettingPlaces()
    #expect(first == second)
    #expect(first.services[1].settings == first.services[2].settings)
  }

  @Test func `nothing that describes a configuration tells a secret`() throws {
    let text = #"{"service": "a", "baseUrl": "http://a.example", "auth": {"type": "bearer", "token": "hunter2"}}"#
    let configuration = try ResourceConfiguration(json: text)
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!"\(configuration) \(String(reflecting: configuration)) \(dumped)".contains("hunter2"))
  }
}
