// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// The settings that providers of single values can give.
@Suite struct `Settings with a single value` {
  @Test func `are those that inherit by themselves and need no object`() {
    let paths = SingleSetting.all.map { $0.path.joined(separator: ".") }
    #expect(
      paths == [
        "timeouts.connect", "timeouts.read", "timeouts.total", "timeouts.attempt", "redirects", "limits.responseBytes",
        "limits.headerBytes", "httpVersion", "maxConnections", "expectContinue", "requestCompression", "cache", "hsts",
        "resilience", "balance", "retry", "hedge", "outliers", "breaker", "panicBelow", "overprovision", "concurrency",
        "attemptHeader", "criticality", "proxy", "nameCacheTime", "idleConnectionTime", "addresses",
      ]
    )
  }

  @Test(arguments: [
    ("timeouts.total", "1.5s", "\"1.5s\""), ("timeouts.total", "3", "\"3\""), ("maxConnections", "3", "3"),
    ("limits.responseBytes", "64MiB", "\"64MiB\""), ("limits.responseBytes", "1000", "1000"), ("hsts", "true", "true"),
    ("cache", "false", "false"), ("hsts", "yes", "\"yes\""), ("overprovision", "1.5", "1.5"), ("retry", "3", "3"),
    ("retry", "none", "\"none\""), ("panicBelow", "40%", "\"40%\""), ("httpVersion", "1.1", "\"1.1\""),
  ])
  func `a text is the value that the document has`(path: String, text: String, json: String) throws {
    let setting = try #require(SingleSetting.all.first { $0.path.joined(separator: ".") == path })
    #expect(setting.value(text).text() == json)
  }
}
