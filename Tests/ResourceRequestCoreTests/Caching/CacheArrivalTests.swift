// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Fast paths of the cache: what it remembers of earlier requests and responses does not change its decisions.
@Suite struct CacheArrivalTests {
  @Test func `each hit says its age in whole seconds, however many ask within one`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60", "Age": "2"])
    try await bench.get()
    for age in 2..<6 {
      for _ in 0..<3 { #expect(try await bench.get().headers.values(for: "Age") == ["\(age)"]) }
      bench.wait(1)
    }
    #expect(bench.asked == 1)
  }

  @Test(arguments: [("no-store", "bypass"), ("no-cache", "miss"), ("max-age=0", "miss"), ("max-age=9", "hit")])
  func `what the configuration adds to every request counts as if its caller had`(
    control: String,
    outcome: String
  ) async throws {
    let bench = CacheBench(headers: ["Cache-Control": control])
    for _ in 0..<2 { bench.answer(["Cache-Control": "max-age=60"]) }
    try await bench.get()
    #expect(try await bench.get().cache?.outcome.rawValue == outcome)
  }

  @Test func `a caller's own field is looked at though most requests have none`() async throws {
    let bench = CacheBench()
    for _ in 0..<3 { bench.answer(["Cache-Control": "max-age=60"]) }
    try await bench.get()
    #expect(try await bench.get().cache?.outcome == .hit)
    #expect(try await bench.get("http://h.example/x", ["Cache-Control": "no-cache"]).cache?.outcome == .miss)
    #expect(try await bench.get("http://h.example/x", ["Cookie": "a=b"]).cache?.detail == "credentials")
  }

  @Test func `what one response says of its use says nothing about the next`() {
    let decision = CacheDecision(CacheRules())
    let lines = ["max-age=1", "no-store", "private, max-age=2", "max-age=1", ""]
    for _ in 0..<2 {
      for line in lines { #expect(decision.control(["Cache-Control": line]) == CacheControl(lines: [line])) }
      #expect(decision.control(["A": "b"]) == CacheControl())
      let both: Headers = ["Cache-Control": "max-age=1", "A": "b", "cache-control": "no-store"]
      #expect(decision.control(both) == CacheControl(lines: ["max-age=1", "no-store"]))
    }
  }

  @Test func `a head without fields of the connection is kept as it is, one with them is not`() {
    let plain: Headers = ["Expires": "0", "Set-Cookie": "a=b", "Content-Language": "de", "TEE": "x"]
    #expect(CacheFields.stored(plain).sharesStorage(with: plain))
    for name in ["TE", "Upgrade", "Keep-Alive", "proxy-authentication-info", "transfer-encoding"] {
      var headers = plain
      headers.append(name, "x")
      #expect(CacheFields.stored(headers) == plain)
    }
  }

  @Test func `keys that go from one table to another in order are all found there`() {
    let keys = (0..<20_000).map { CacheKey(partition: "\($0 % 7)", url: "http://h.example/\($0)") }
    let table = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var other: [CacheKey: Int] = [:]
    for (key, value) in table { other[key] = value }
    #expect(keys.enumerated().allSatisfy { other[$1] == $0 })
    #expect(Set(keys.map(\.urlText)).count == keys.count)
  }
}
