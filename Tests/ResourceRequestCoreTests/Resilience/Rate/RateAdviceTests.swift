// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// When the next request may be sent, according to the header fields of a response.
struct RateAdviceTests {
  private func wait(
    _ fields: KeyValuePairs<String, String>,
    _ status: Status = 200,
    _ sources: Set<RatePolicy.Source> = Set(RatePolicy.Source.allCases)
  ) -> Duration? {
    var headers = Headers()
    for (name, value) in fields { headers.append(name, value) }
    return RateAdvice.wait(status, headers, obeying: sources, now: 1_800_000_000)
  }

  @Test func `the field of the draft names policies, of which the exhausted one counts`() {
    #expect(wait(["RateLimit": #""default";r=0;t=30"#]) == .seconds(30))
    #expect(wait(["RateLimit": #""burst";r=3;t=5, "day";r=0;t=60"#]) == .seconds(60))
    #expect(wait(["RateLimit": #""default";r=50;t=30"#]) == nil)
    #expect(wait(["RateLimit": #""default";t=0;r=0"#]) == nil)
  }

  @Test func `old triples count seconds, or name a moment`() {
    #expect(wait(["RateLimit-Remaining": "0", "RateLimit-Reset": "7"]) == .seconds(7))
    #expect(wait(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000009"]) == .seconds(9))
    #expect(wait(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000000500"]) == .milliseconds(500))
    #expect(wait(["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "9"]) == nil)
  }

  @Test func `Retry-After counts where the answer refuses`() {
    #expect(wait(["Retry-After": "4"], 429) == .seconds(4))
    #expect(wait(["Retry-After": "4"], 503) == .seconds(4))
    #expect(wait(["Retry-After": "4"], 301) == nil)
  }

  @Test func `nothing stops anybody for a day`() {
    #expect(wait(["Retry-After": "86400"], 429) == RateAdvice.longest)
    #expect(wait(["RateLimit": #""x";r=0;t=99999999999999999999"#]) == RateAdvice.longest)
    #expect(wait(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999999999999"]) == RateAdvice.longest)
  }

  @Test(arguments: ["garbage", "", ";;;", "\"x", "r=0", "x;r=0;t=-1", "x;r=0;t=soon", ",,,", "limit=10, remaining=0"])
  func `what is none says nothing`(value: String) {
    #expect(wait(["RateLimit": value]) == nil)
    #expect(wait(["RateLimit-Remaining": "0", "RateLimit-Reset": value]) == nil)
    #expect(wait(["Retry-After": value], 429) == nil)
  }

  @Test func `a cached answer says nothing of now, and what is not obeyed is not read`() {
    #expect(wait(["RateLimit": #""default";r=0;t=30"#, "Age": "3"]) == nil)
    #expect(wait(["RateLimit": #""default";r=0;t=30"#], 200, [.retryAfter]) == nil)
    #expect(wait(["Retry-After": "4"], 429, [.rateLimit]) == nil)
  }
}
