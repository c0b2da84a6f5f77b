// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// RFC 9111 §4.2, §5.1, §5.3.
@Suite struct CacheFreshnessTests {
  private func use(_ headers: Headers, after seconds: Int64 = 3, rules: CacheRules = CacheRules(), delay: Int64 = 0)
    -> String
  {
    var scene = CacheScene(rules)
    scene.put(headers, delay: delay)
    return scene.use(after: seconds)
  }

  @Test func `s-maxage comes before max-age in a shared cache alone, and both before Expires (4.2.1)`() {
    let far = CacheScene.date(10_000)
    #expect(use(["Cache-Control": "max-age=1, s-maxage=60"], rules: .shared) == "hit")
    #expect(use(["Cache-Control": "max-age=60, s-maxage=1"], rules: .shared) == "stale")
    #expect(use(["Cache-Control": "max-age=1, s-maxage=60"]) == "stale")
    #expect(use(["Cache-Control": "s-maxage=60"]) == "stale")
    #expect(use(["Cache-Control": "max-age=0", "Expires": far]) == "stale")
    #expect(use(["Cache-Control": "max-age=60", "Expires": CacheScene.date(-60)]) == "hit")
    #expect(use(["Cache-Control": "max-age=60", "Expires": "0"]) == "hit")
    #expect(use(["Expires": far]) == "hit")
  }

  @Test(arguments: [
    "0", "", "-1", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 50 02:01:18 GMT",
    "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT", "2050-08-18T02:01:18Z",
  ])
  func `an Expires that is no date is the past (5.3)`(text: String) {
    #expect(use(["Expires": text]) == "stale")
  }

  @Test(arguments: [
    "Tue, 19 Jan 2038 14:14:08 GMT", "Sun, 21 Nov 2286 04:46:39 GMT", "Thursday, 18-Aug-50 02:01:18 GMT",
    "Thu Aug  8 02:01:18 2050", "THU, 18 Aug 2050 02:01:18 GMT", "Thu, 18 AUG 2050 02:01:18 GMT",
    "Thu, 18 Aug 2050 02:01:18 gMT",
  ])
  func `an Expires in any form of a date counts (5.3)`(text: String) {
    #expect(use(["Expires": text]) == "hit")
  }

  @Test func `two lines of Expires are the past (5.3)`() {
    #expect(use(["Expires": CacheScene.date(100), "expires": CacheScene.date(200)]) == "stale")
  }

  @Test func `Expires counts from Date, and from the arrival where that is none (4.2.1)`() {
    #expect(use(["Expires": CacheScene.date(300), "Date": CacheScene.date(400)]) == "stale")
    #expect(use(["Expires": CacheScene.date(10), "Date": "foo"]) == "hit")
    #expect(use(["Expires": CacheScene.date(10), "Date": CacheScene.date(-10), "Age": "25"], after: 0) == "stale")
    #expect(use(["Expires": CacheScene.date(20), "Date": CacheScene.date(10), "Age": "15"], after: 0) == "stale")
  }

  @Test(arguments: [
    ("abc", "hit"), ("-7200", "hit"), ("7200.0", "hit"), ("2147483647", "stale"), ("2147483648", "stale"),
    ("99999999999999999999999", "stale"), ("7200, 0", "stale"), ("0, 7200", "hit"), ("7200;foo=bar", "stale"),
    ("0, 0", "hit"), ("", "hit"),
  ])
  func `the first Age counts, and what is no number is none (5.1)`(text: String, expected: String) {
    #expect(use(["Cache-Control": "max-age=3600", "Age": text]) == expected)
  }

  @Test func `the age is the larger of what Age and Date say, with the delay and the time since (4.2.3)`() {
    #expect(use(["Cache-Control": "max-age=3600", "Date": CacheScene.date(-7200)]) == "stale")
    #expect(use(["Cache-Control": "max-age=10", "Age": "5"], after: 4) == "hit")
    #expect(use(["Cache-Control": "max-age=10", "Age": "5"], after: 5) == "stale")
    #expect(use(["Cache-Control": "max-age=10"], after: 4, delay: 6000) == "stale")
  }

  @Test func `a response without a lifetime is fresh for a tenth of its standing, a day at most (4.2.2)`() {
    let changed = CacheScene.date(-1000)
    #expect(use(["Last-Modified": changed], after: 99) == "hit")
    #expect(use(["Last-Modified": changed], after: 100) == "asks, stale")
    #expect(use(["Last-Modified": CacheScene.date(-100_000_000)], after: 86_399) == "hit")
    #expect(use(["Last-Modified": CacheScene.date(-100_000_000)], after: 86_400) == "asks, stale")
    #expect(use(["Last-Modified": CacheScene.date(1000)]) == "asks, stale")
    let none = CacheRules { $0.heuristic = nil }
    #expect(use(["Last-Modified": changed], rules: none) == "asks, stale")
  }

  @Test func `sums end at the limits of their numbers`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=99999999999", "Age": "99999999999"])
    #expect(scene.use() == "stale")
    let ancient = CachedResponse(status: 200, headers: [:], body: .init(), requestTime: .min, responseTime: .max)
    #expect(ancient.terms(scene.decision).age(at: .min) >= 0)
    let future = CachedResponse(status: 200, headers: [:], body: .init(), requestTime: .max, responseTime: .min)
    #expect(future.terms(scene.decision).age(at: .max) == .max)
  }

  @Test func `a clock that goes back makes nothing younger than it came, and counts as the time it went back by`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=100", "Age": "9"])
    #expect(scene.use(after: -90) == "hit")
    #expect(scene.use(after: -91) == "stale")
    scene.variants = []
    scene.put(["Cache-Control": "max-age=10", "Age": "10"])
    #expect(scene.use(after: -1) == "stale")
  }

  @Test func `a targeted field leaves Expires and Cache-Control without effect (RFC 9213 2.2)`() {
    let past = CacheScene.date(-10_000)
    let targeted = CacheRules {
      $0.mode = .shared
      $0.targets = ["CDN-Cache-Control"]
    }
    #expect(use(["CDN-Cache-Control": "max-age=3600", "Expires": past], rules: targeted) == "hit")
    #expect(use(["CDN-Cache-Control": "max-age=0", "Expires": CacheScene.date(10_000)], rules: targeted) == "stale")
    #expect(use(["CDN-Cache-Control": "max-age=1", "Cache-Control": "max-age=60"], rules: targeted) == "stale")
    #expect(use(["CDN-Cache-Control": "max-age=60", "Cache-Control": "max-age=1"], rules: targeted) == "hit")
    // A cache that is not configured as a target ignores the targeted field, because the server cannot purge it.
    #expect(use(["CDN-Cache-Control": "max-age=1", "Cache-Control": "max-age=60"]) == "hit")
    #expect(use(["CDN-Cache-Control": "max-age=60", "Cache-Control": "no-cache"], rules: .shared) == "stale")
  }
}
