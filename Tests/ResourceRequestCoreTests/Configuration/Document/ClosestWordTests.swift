// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `The word that was meant` {
  static let words = ["service", "baseUrl", "via", "auth", "timeouts", "maxConnections"]

  @Test(arguments: [
    ("baseURL", "baseUrl"), ("sevrice", "service"), ("timeout", "timeouts"), ("MAXCONNECTIONS", "maxConnections"),
    ("vai", "via"), ("atuh", "auth"),
  ])
  func `a slip finds its word`(written: String, meant: String) {
    #expect(ClosestWord.to(written, among: Self.words) == meant)
  }

  @Test(arguments: [
    ("retries", "retry"), ("circuitBreaker", "breaker"), ("maxConnectionsPerHost", "maxConnections"),
    ("sevrice", "service"),
    ("colour", nil), ("max", nil), ("", nil),
  ])
  func `a relative finds its word`(written: String, meant: String?) {
    #expect(ClosestWord.kin(written, among: Self.words + ["retry", "breaker"]) == meant)
  }

  @Test(arguments: ["", "colour", "x", String(repeating: "a", count: 100_000)])
  func `something else finds none`(written: String) {
    #expect(ClosestWord.to(written, among: Self.words) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abd", 1), ("ab", "ba", 1), ("kitten", "sitting", 3),
  ])
  func `the distance counts slips of the finger`(one: String, other: String, distance: Int) {
    #expect(ClosestWord.distance(Array(one.utf8), Array(other.utf8)) == distance)
  }
}
