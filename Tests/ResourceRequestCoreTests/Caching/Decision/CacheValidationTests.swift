// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// RFC 9111 §3.2, §4.3, §4.4.
@Suite struct CacheValidationTests {
  private func sent(_ scene: CacheScene, _ headers: Headers = Headers(), _ policy: CachePolicy = .protocol) -> Headers?
  {
    guard let question = scene.question(headers, policy),
      case .forward(let forward) = scene.decision.use(question, scene.variants, at: CacheScene.start + 1_000_000)
    else { return nil }
    return scene.decision.conditional(headers, forward, question)
  }

  @Test func `a stale response is asked about by its tag and its date (4.3.1)`() {
    var scene = CacheScene()
    let changed = CacheScene.date(-10)
    scene.put(["Cache-Control": "max-age=1", "ETag": "W/\"a\"", "Last-Modified": changed])
    #expect(sent(scene) == ["If-None-Match": "W/\"a\"", "If-Modified-Since": changed])
  }

  @Test func `validators go out for what may never be used without asking`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=0", "ETag": "\"a\""])
    #expect(sent(scene)?["If-None-Match"] == "\"a\"")
  }

  @Test func `the tags of all variants are asked about, weak ones only of the selected (4.3.1)`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\"", "Vary": "x"], request: ["x": "1"])
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"b\"", "Vary": "x"], request: ["x": "2"])
    scene.put(["Cache-Control": "max-age=1", "ETag": "W/\"c\"", "Vary": "x"], request: ["x": "3"])
    #expect(sent(scene, ["x": "2"])?["If-None-Match"] == "\"b\", \"a\"")
    #expect(sent(scene, ["x": "9"])?["If-None-Match"] == "\"a\", \"b\"")
  }

  @Test func `the caller's own condition stays as it is`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\""])
    #expect(sent(scene, ["If-None-Match": "\"z\""]) == ["If-None-Match": "\"z\""])
  }

  @Test func `policies tell the caches on the way`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\""])
    #expect(sent(scene, [:], .reloadEverywhere) == ["Cache-Control": "no-cache"])
    #expect(sent(scene, [:], .revalidate) == ["Cache-Control": "max-age=0", "If-None-Match": "\"a\""])
    #expect(sent(scene, [:], .reload)?.isEmpty == true)
    let asking = scene.decision.asking(["Cache-Control": "no-store"], by: .reloadEverywhere)
    #expect(asking.values(for: "Cache-Control") == ["no-store", "no-cache"])
  }

  @Test func `a 304 confirms the one it names, and none where it names another (4.3.4)`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\"", "Vary": "x"], request: ["x": "1"])
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"b\"", "Vary": "x"], request: ["x": "2"])
    guard let forward = scene.forward(["x": "2"], after: 10) else { return #expect(Bool(false)) }
    func confirmed(_ headers: Headers) -> String? { scene.decision.confirmed(by: headers, forward)?.headers["ETag"] }
    #expect(confirmed(["ETag": "\"a\""]) == "\"a\"")
    #expect(confirmed(["ETag": "W/\"b\""]) == "\"b\"")
    // Without a tag it may be the other one.
    #expect(confirmed([:]) == nil)
    #expect(confirmed(["ETag": "\"z\""]) == nil)
  }

  @Test func `a 304 without a tag confirms the one of several whose date it names (4.3.4)`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\"", "Vary": "x"], request: ["x": "1"])
    let dated: Headers = [
      "Cache-Control": "max-age=1", "Last-Modified": CacheScene.date(-10), "ETag": "\"b\"", "Vary": "x",
    ]
    scene.put(dated, request: ["x": "2"])
    guard let forward = scene.forward(["x": "2"], after: 10) else { return #expect(Bool(false)) }
    let named = scene.decision.confirmed(by: ["Last-Modified": CacheScene.date(-10)], forward)
    #expect(named?.headers["ETag"] == "\"b\"")
    #expect(scene.decision.confirmed(by: ["Last-Modified": CacheScene.date(-90)], forward) == nil)
  }

  @Test func `a 304 without a tag confirms nothing where its date is another (4.3.4)`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "Last-Modified": CacheScene.date(-10)])
    guard let forward = scene.forward(after: 10) else { return #expect(Bool(false)) }
    #expect(scene.decision.confirmed(by: ["Last-Modified": CacheScene.date(-10)], forward) != nil)
    #expect(scene.decision.confirmed(by: [:], forward) != nil)
    #expect(scene.decision.confirmed(by: ["Last-Modified": CacheScene.date(-90)], forward) == nil)
  }

  @Test(arguments: [
    ("no-store", false, "no-store"), ("no-store", true, "no-store"), ("private", true, "private"),
    ("private", false, ""), ("max-age=60", true, ""),
  ])
  func `a 304 may be the first to forbid storing (3, 4.3.4)`(control: String, isShared: Bool, refusal: String) {
    var scene = isShared ? CacheScene.shared : CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\""])
    func freshened(_ headers: Headers, isAuthorized: Bool = false) -> CacheDecision.Freshened {
      scene.decision.freshened(
        scene.variants[0],
        by: headers,
        to: [:],
        isAuthorized: isAuthorized,
        requestTime: CacheScene.start,
        responseTime: CacheScene.start
      )
    }
    #expect(freshened(["Cache-Control": control]).refusal?.word ?? "" == refusal)
    #expect(freshened(["Cache-Control": "max-age=9", "Vary": "*"]).refusal?.word == "vary")
    let authorized = freshened(["Cache-Control": "max-age=9"], isAuthorized: true)
    #expect(authorized.refusal?.word == (isShared ? "authorization" : nil))
    #expect(authorized.response.isAuthorized)
  }

  @Test func `a 304 renews the head but not what says what the body is (3.2)`() {
    var scene = CacheScene()
    scene.put(
      [
        "Cache-Control": "max-age=1", "ETag": "\"a\"", "Content-Length": "5", "Content-Encoding": "gzip", "Age": "77",
        "X": "1", "x": "2", "Kept": "k", "Vary": "x",
      ],
      request: ["x": "1"]
    )
    let fresh = scene.decision.freshened(
      scene.variants[0],
      by: [
        "Cache-Control": "max-age=60", "Content-Length": "0", "Content-Encoding": "br", "Content-Range": "bytes 0-1/2",
        "X": "3", "X": "4", "Connection": "secret", "secret": "s", "Set-Cookie": "a=b",
      ],
      to: ["x": "1"],
      requestTime: CacheScene.start + 5000,
      responseTime: CacheScene.start + 6000
    ).response
    #expect(fresh.headers.values(for: "X") == ["3", "4"])
    #expect(fresh.headers["Content-Length"] == "5")
    #expect(fresh.headers["Content-Encoding"] == "gzip")
    #expect(fresh.headers["Content-Range"] == nil)
    #expect(fresh.headers["Kept"] == "k")
    #expect(fresh.headers["secret"] == nil)
    #expect(fresh.headers["Age"] == nil)
    #expect(fresh.headers["Set-Cookie"] == "a=b")
    #expect(fresh.headers["Date"] == CacheScene.date(6))
    // The 304 has no Vary, so the stored selectors are kept; the response is fresh again from its new date.
    #expect(fresh.selectors == [.init(name: "x", value: "1")])
    #expect(fresh.terms(scene.decision).timeLeft(at: CacheScene.start + 6000) == 59_000)
  }

  @Test func `HEAD confirms or refutes what is stored (4.3.5)`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=1", "ETag": "\"a\"", "Content-Length": "5"])
    let stored = scene.variants[0]
    func found(_ status: Status, _ headers: Headers) -> CacheDecision.HeadFinding {
      scene.decision.compare(stored, withHead: status, headers)
    }
    #expect(found(200, ["ETag": "\"a\""]) == .same)
    #expect(found(200, ["ETag": "\"b\""]) == .changed)
    #expect(found(200, ["ETag": "\"a\"", "Content-Length": "6"]) == .changed)
    #expect(found(200, [:]) == .unknown)
    #expect(found(410, ["ETag": "\"a\""]) == .unknown)
  }

  @Test func `what may have changed something invalidates its URL and what it names of the same origin (4.4)`() throws {
    let url = try ResourceURL("https://a.example/x")
    let decision = CacheScene().decision
    let named: Headers = ["Location": "/y", "Content-Location": "https://b.example/z"]
    func urls(_ method: RequestMethod, _ status: Status) -> [String] {
      decision.invalidated(by: method, status, named, of: url).map(\.string)
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "PURGE"].compactMap({ RequestMethod($0) }) {
      #expect(urls(method, 200) == ["https://a.example/x", "https://a.example/y"])
      #expect(urls(method, 302) == ["https://a.example/x", "https://a.example/y"])
      #expect(urls(method, 500) == [])
      #expect(urls(method, 404) == [])
    }
    for method in [RequestMethod.get, .head, .options, .trace] { #expect(urls(method, 200) == []) }
  }

  @Test func `tags compare strongly and weakly (RFC 9110 8.8.3.2)`() throws {
    let strong = try #require(EntityTag("\"a\""))
    let weak = try #require(EntityTag("W/\"a\""))
    #expect(strong.isStrongly(strong))
    #expect(!strong.isStrongly(weak))
    #expect(!weak.isStrongly(weak))
    #expect(weak.isWeakly(strong))
    #expect(strong.isNamed(in: ["\"x\", W/\"a\"", "\"y\""]))
    #expect(strong.isNamed(in: ["*"]))
    #expect(!strong.isNamed(in: ["\"x\""]))
    #expect(EntityTag("abc")?.text == "abc")
    #expect(EntityTag("\"a") == nil)
    #expect(EntityTag("W/a") == nil)
    #expect(EntityTag("a, b") == nil)
    #expect(EntityTag("") == nil)
  }

  @Test func `a caller's own condition is answered from what is stored (4.3.2)`() {
    var scene = CacheScene()
    scene.put([
      "Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": CacheScene.date(-50), "Content-Type": "x/y",
    ])
    func status(_ headers: Headers) -> Int? {
      scene.question(headers).map { CacheAnswer(scene.variants[0], to: $0, age: 0).status.code }
    }
    #expect(status(["If-None-Match": "\"a\""]) == 304)
    #expect(status(["If-None-Match": "\"b\", W/\"a\""]) == 304)
    #expect(status(["If-None-Match": "\"b\""]) == 200)
    #expect(status(["If-None-Match": "\"b\"", "If-Modified-Since": CacheScene.date(0)]) == 200)
    #expect(status(["If-None-Match": "\"a\"", "If-Modified-Since": CacheScene.date(-90)]) == 304)
    #expect(status(["If-Modified-Since": CacheScene.date(-50)]) == 304)
    #expect(status(["If-Modified-Since": CacheScene.date(-51)]) == 200)
    #expect(status(["If-Modified-Since": "nonsense"]) == 200)
    #expect(status(["If-None-Match": "*"]) == 304)
    var untagged = CacheScene()
    untagged.put(["Cache-Control": "max-age=60"])
    for (value, expected) in [("*", 304), (" * ", 304), ("\"a\"", 200)] {
      let question = untagged.question(["If-None-Match": value])
      #expect(question.map { CacheAnswer(untagged.variants[0], to: $0, age: 0).status.code } == expected)
    }
  }

  @Test(arguments: [
    ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=8-", 206, "89", "bytes 8-9/10"),
    ("bytes=-1", 206, "9", "bytes 9-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
    ("bytes=5-99999999999999999999", 206, "56789", "bytes 5-9/10"), ("bytes=10-", 416, "", "bytes */10"),
    ("bytes=-0", 416, "", "bytes */10"),
  ])
  func `a part is taken from what is stored whole (RFC 9110 14.2)`(
    text: String,
    status: Int,
    body: String,
    range: String
  ) {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=60", "A": "1"], body: "0123456789")
    guard let question = scene.question(["Range": text]) else { return #expect(Bool(false)) }
    let answer = CacheAnswer(scene.variants[0], to: question, age: 3999)
    #expect(answer.status.code == status)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
    #expect(answer.headers["Content-Range"] == range)
    #expect(answer.headers["A"] == "1")
    #expect(answer.headers["Age"] == "3")
  }

  @Test func `a part is not taken from what is stored compressed, nor where If-Range names another`() {
    var scene = CacheScene()
    scene.put(["Cache-Control": "max-age=60", "Content-Encoding": "gzip"], body: "0123456789")
    #expect(scene.use(["Range": "bytes=0-1"]) == "partial")
    scene.variants = []
    scene.put(["Cache-Control": "max-age=60", "ETag": "\"a\""], body: "0123456789")
    let (day, second) = (CacheScene.date(-86_400), CacheScene.date(0))
    scene.put(["Cache-Control": "max-age=60", "Last-Modified": day], body: "0123456789")
    scene.put(["Cache-Control": "max-age=60", "Last-Modified": second], body: "0123456789")
    for (place, date, status) in [(1, day, 206), (1, second, 200), (2, second, 200)] {
      guard let question = scene.question(["Range": "bytes=0-1", "If-Range": date]) else { continue }
      #expect(CacheAnswer(scene.variants[place], to: question, age: 0).status.code == status)
    }
    for (tag, status) in [("\"a\"", 206), ("\"b\"", 200), ("W/\"a\"", 200)] {
      guard let question = scene.question(["Range": "bytes=0-1", "If-Range": tag]) else { continue }
      #expect(CacheAnswer(scene.variants[0], to: question, age: 0).status.code == status)
    }
  }
}
