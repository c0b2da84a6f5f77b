// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// RFC 9111 §4, §5.2.1, §5.4; RFC 5861, RFC 8246; the policies of a request.
@Suite struct CacheUseTests {
  private func scene(_ headers: Headers, rules: CacheRules = CacheRules()) -> CacheScene {
    var scene = CacheScene(rules)
    scene.put(headers)
    return scene
  }

  @Test func `what is fresh is used, and what is stale is asked about (4)`() {
    let scene = scene(["Cache-Control": "max-age=10", "ETag": "\"a\""])
    #expect(scene.use(after: 9) == "hit")
    #expect(scene.use(after: 10) == "asks, stale")
    #expect(CacheScene().use() == "uri-miss")
  }

  @Test func `no-cache is asked about before every use (5.2.2.4)`() {
    #expect(scene(["Cache-Control": "no-cache, max-age=60", "ETag": "\"a\""]).use() == "asks, stale")
    #expect(scene(["Cache-Control": "no-cache=\"\", max-age=60", "ETag": "\"a\""]).use() == "asks, stale")
  }

  @Test func `Pragma counts only without Cache-Control (5.4)`() {
    let fresh = scene(["Cache-Control": "max-age=60", "Pragma": "no-cache", "ETag": "\"a\""])
    #expect(fresh.use() == "hit")
    #expect(fresh.use(["Pragma": "no-cache"]) == "asks, request")
    #expect(fresh.use(["Pragma": "no-cache", "Cache-Control": "x"]) == "hit")
    #expect(fresh.use(["Pragma": "other"]) == "hit")
    let guessed = scene(["Pragma": "no-cache", "Last-Modified": CacheScene.date(-100_000)])
    #expect(guessed.use() == "asks, stale")
  }

  @Test(arguments: [
    ("max-age=0", 0, "asks, request"), ("max-age=1", 3, "asks, request"), ("max-age=5", 3, "hit"),
    ("min-fresh=20", 3, "asks, request"), ("min-fresh=5", 3, "hit"), ("no-cache", 0, "asks, request"),
    ("max-stale=5", 12, "old"), ("max-stale=1", 12, "asks, stale"), ("max-stale", 1000, "old"),
    ("max-stale=x", 12, "asks, stale"), ("only-if-cached", 3, "hit"), ("only-if-cached", 12, "refuse"),
    ("only-if-cached, max-stale", 12, "old"), ("no-store", 3, "pass"), ("max-age=60, max-stale=5", 12, "old"),
    ("max-age=5, max-stale=5", 12, "asks, stale"), ("min-fresh=x", 3, "asks, request"),
    ("max-age=x", 3, "asks, request"),
  ])
  func `directives of the request narrow or widen what is used (5.2.1)`(line: String, after: Int64, expected: String) {
    let scene = scene(["Cache-Control": "max-age=10", "ETag": "\"a\""])
    #expect(scene.use(["Cache-Control": line], after: after) == expected)
  }

  @Test func `only-if-cached with nothing stored is refused (5.2.1.7)`() {
    #expect(CacheScene().use(["Cache-Control": "only-if-cached"]) == "refuse")
  }

  @Test(arguments: ["must-revalidate", "no-cache", "proxy-revalidate", "s-maxage=10"])
  func `max-stale, windows and errors never beat what forbids stale (4.2.4)`(word: String) {
    let line = "max-age=10, \(word), stale-while-revalidate=100, stale-if-error=100"
    let scene = scene(["Cache-Control": line, "ETag": "\"a\""], rules: .shared)
    #expect(scene.use(["Cache-Control": "max-stale"], after: 20) == "asks, stale")
    #expect(scene.use(after: 20) == "asks, stale")
    #expect(scene.forward(after: 20)?.allowsStaleOnError == false)
  }

  @Test func `proxy-revalidate and s-maxage forbid nothing in a private cache (5.2.2.8)`() {
    let scene = scene(["Cache-Control": "max-age=10, proxy-revalidate, s-maxage=1"])
    #expect(scene.use(["Cache-Control": "max-stale"], after: 20) == "old")
  }

  @Test func `what is stale is used within its window while it is asked about (RFC 5861 3)`() {
    let scene = scene(["Cache-Control": "max-age=10, stale-while-revalidate=5"])
    #expect(scene.use(after: 14) == "old, asks")
    #expect(scene.use(after: 15) == "stale")
    #expect(scene.use(["Cache-Control": "max-age=11"], after: 14) != "old, asks")
  }

  @Test func `what is stale takes the place of an error within its window (RFC 5861 4)`() {
    let scene = scene(["Cache-Control": "max-age=10, stale-if-error=5"])
    #expect(scene.forward(after: 14)?.allowsStaleOnError == true)
    #expect(scene.forward(after: 15)?.allowsStaleOnError == false)
    #expect(scene.forward(["Cache-Control": "stale-if-error=60"], after: 15)?.allowsStaleOnError == true)
    let never = CacheRules { $0.staleIfError = .none }
    #expect(
      self.scene(["Cache-Control": "max-age=10, stale-if-error=5"], rules: never).forward(after: 12)?.allowsStaleOnError
        == false
    )
    let always = CacheRules { $0.staleIfError = .atMost(.seconds(60)) }
    #expect(self.scene(["Cache-Control": "max-age=10"], rules: always).forward(after: 50)?.allowsStaleOnError == true)
    let codes = [500, 502, 503, 504, 501, 404, 200].filter { scene.decision.isError(Status($0)) }
    #expect(codes == [500, 502, 503, 504])
  }

  @Test func `a request that requires validation gets no stale response on errors, unless that is allowed`() {
    let plain = scene(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    for line in ["no-cache", "max-age=0", "min-fresh=100"] {
      #expect(plain.forward(["Cache-Control": line])?.allowsStaleOnError == false)
      #expect(plain.forward(["Cache-Control": line + ", stale-if-error=60"])?.allowsStaleOnError == true)
    }
  }

  @Test func `what never changes is not asked about while it is fresh (RFC 8246 2)`() {
    let scene = scene(["Cache-Control": "max-age=10, immutable", "ETag": "\"a\""])
    #expect(scene.use(["Cache-Control": "max-age=0"], after: 5) == "hit")
    #expect(scene.use(policy: .revalidate, after: 5) == "hit")
    #expect(scene.use(["Cache-Control": "no-cache"], after: 5) == "asks, request")
    #expect(scene.use(["Cache-Control": "max-age=0"], after: 10) == "asks, stale")
    #expect(scene.use(policy: .revalidate, after: 10) == "asks, stale")
  }

  @Test func `C8: a request's policy decides`() {
    let scene = scene(["Cache-Control": "max-age=10", "ETag": "\"a\""])
    func uses(_ policy: CachePolicy) -> [String] {
      [scene.use(policy: policy, after: 5), scene.use(policy: policy, after: 15), CacheScene().use(policy: policy)]
    }
    #expect(uses(.protocol) == ["hit", "asks, stale", "uri-miss"])
    #expect(uses(.reload) == ["request", "request", "request"])
    #expect(uses(.reloadEverywhere) == ["request", "request", "request"])
    #expect(uses(.revalidate) == ["asks, request", "asks, stale", "uri-miss"])
    #expect(uses(.cachedElseLoad) == ["hit", "old", "uri-miss"])
    #expect(uses(.cachedOnly) == ["hit", "old", "refuse"])
  }

  @Test func `an expired variant hides no fresh one, and the newest of the fresh is used`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=100", "X": "old", "Date": CacheScene.date(-50)])
    scene.put(["Cache-Control": "max-age=1", "X": "expired", "Vary": "a"])
    scene.put(["Cache-Control": "max-age=100", "X": "new", "Vary": "b", "Date": CacheScene.date(-10)])
    for variants in [scene.variants, scene.variants.reversed()] {
      guard let question = scene.question(),
        case .serve(let best, _, _) = scene.decision.use(question, variants, at: CacheScene.start + 5000)
      else {
        Issue.record("nothing is used")
        continue
      }
      #expect(best.headers["X"] == "new")
    }
  }

  @Test func `methods, bodies and preconditions that are the origin's business pass`() {
    let decision = CacheDecision(CacheRules())
    func passes(_ method: RequestMethod, _ headers: Headers = [:], hasBody: Bool = false) -> Bool {
      if case .pass = decision.admit(method: method, headers: headers, hasBody: hasBody, policy: .protocol) {
        return true
      }
      return false
    }
    #expect(passes(.post))
    #expect(passes(.options))
    #expect(passes(.get, hasBody: true))
    #expect(passes(.get, ["If-Match": "\"a\""]))
    #expect(passes(.get, ["If-Unmodified-Since": CacheScene.date(0)]))
    #expect(passes(.get, ["Range": "bytes=0-1, 3-4"]))
    #expect(passes(.get, ["Range": "lines=0-1"]))
    #expect(!passes(.get, ["Range": "bytes=0-1"]))
    #expect(!passes(.head))
  }
}
