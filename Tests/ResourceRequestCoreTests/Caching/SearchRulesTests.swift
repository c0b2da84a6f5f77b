// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// The rules of servers for queries, which paths may have for a while.
@Suite struct SearchRulesTests {
  @Test func `a write removes what was stored under a rule that its path has no longer`() async throws {
    let bench = CacheBench()
    let rule: Headers = ["Cache-Control": "max-age=3600", "No-Vary-Search": #"params=("utm")"#]
    bench.answer(rule, "old")
    try await bench.get("http://h.example/x?a=1&utm=2")
    bench.answer(["Cache-Control": "max-age=60"])
    try await bench.get("http://h.example/x?b=1")
    bench.answer(Headers())
    try await bench.get("http://h.example/x?a=1&utm=2", [:], .put)
    bench.answer(rule)
    try await bench.get("http://h.example/x?c=1")
    bench.answer(rule, "new")
    #expect(try await bench.get("http://h.example/x?a=1&utm=2").text == "new")
  }

  @Test func `a newer response under another rule ends the older one`() async throws {
    let bench = CacheBench()
    let url = "http://h.example/x?a=1&utm=2"
    bench.answer(["Cache-Control": "max-age=3600"], "old")
    try await bench.get(url)
    bench.answer(["Cache-Control": "max-age=3600", "No-Vary-Search": #"params=("utm")"#], "new")
    try await bench.get(url) { $0.cachePolicy = .reload }
    bench.answer(["Cache-Control": "max-age=60"])
    try await bench.get("http://h.example/x?b=1")
    bench.answer(["Cache-Control": "max-age=60"], "newest")
    #expect(try await bench.get(url).text == "newest")
  }

  @Test func `a path that changes its rule often keeps the last one`() throws {
    let settings = CacheRules(CacheSettings())
    let rules = SearchRules(settings)
    let url = try ResourceURL("http://h.example/x?a=1")
    let rule = SearchRule(settings, ["No-Vary-Search": #"params=("utm")"#])
    for _ in 0..<1100 {
      _ = rules.learn(rule, for: url)
      _ = rules.learn(rules.standard, for: url)
    }
    #expect(rules.learn(rule, for: url) == rule)
    #expect(rules.rule(for: url) == rule)
    #expect(rules.all(for: url) == [rule, rules.standard])
  }

  @Test func `however many paths have changed their rules, the last one's former rule is known`() throws {
    let settings = CacheRules(CacheSettings())
    let rules = SearchRules(settings)
    let rule = SearchRule(settings, ["No-Vary-Search": #"params=("utm")"#])
    for number in 0..<1100 {
      let url = try ResourceURL("http://h.example/\(number)?a=1")
      _ = rules.learn(rule, for: url)
      _ = rules.learn(rules.standard, for: url)
    }
    for number in 76..<1100 {
      #expect(rules.all(for: try ResourceURL("http://h.example/\(number)?b=1")) == [rule, rules.standard])
    }
    let url = try ResourceURL("http://h.example/x?a=1")
    let many = (0..<11).map { SearchRule(settings, ["No-Vary-Search": "params=(\"utm\($0)\")"]) }
    for rule in many { _ = rules.learn(rule, for: url) }
    #expect(rules.all(for: url).isSuperset(of: many.suffix(9)))
  }

  @Test func `terms that were read by rules of the past are not those of other rules`() {
    let stored = CachedResponse(
      status: 200,
      headers: ["Cache-Control": "max-age=60"],
      body: Data(),
      requestTime: 0,
      responseTime: 0
    )
    for seconds in 1...1000 {
      var settings = CacheSettings()
      settings.ignoreServer = .init(lifetime: .seconds(seconds))
      #expect(stored.terms(CacheDecision(CacheRules(settings))).lifetime == Int64(seconds) * 1000)
    }
  }

  @Test func `equal requests are one exchange though their response says what of the query counts`() async throws {
    let (bench, gate, url) = (CacheBench(), Latch(), "http://h.example/x?a=1&utm=2")
    for _ in 0..<3 {
      bench.answer { _, _ in
        try await gate.pass()
        return .text("one", headers: ["Cache-Control": "max-age=60", "No-Vary-Search": #"params=("utm")"#])
      }
    }
    let calls = (0..<3).map { _ in Task { try await bench.get(url) } }
    let cache = try #require(bench.client.assembly.caches.first)
    let nobody = CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    let request = ResolvedRequest(url: try ResourceURL(url))
    let key = cache.key(request.url, in: try #require(nobody.find(request, at: .now).text))
    try await until { cache.flights.waiterCount(cache.flight(key, nil)) == 2 }
    gate.open()
    for call in calls { #expect(try await call.value.text == "one") }
    #expect(bench.asked == 1)
  }
}
