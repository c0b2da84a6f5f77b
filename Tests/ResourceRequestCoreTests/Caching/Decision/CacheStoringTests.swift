// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// RFC 9111 §3.
@Suite struct CacheStoringTests {
  private let own = CacheScene()
  private let shared = CacheScene.shared

  @Test func `a fresh response to GET is stored, one to another method is not (3)`() {
    #expect(own.refusal(["Cache-Control": "max-age=60"]) == nil)
    #expect(own.refusal(["Cache-Control": "max-age=60"], method: .head) == "method")
    #expect(own.refusal(["Cache-Control": "max-age=60"], method: .put) == "method")
  }

  @Test(arguments: [100, 103, 206, 304, 999, 99])
  func `what is not final, a part, or no status of HTTP is not stored (3)`(code: Int) {
    #expect(own.refusal(Status(code), ["Cache-Control": "max-age=60"]) == "status")
  }

  @Test(arguments: [401, 407, 412, 416, 417, 421, 425, 428, 429, 431, 511])
  func `what is about one request alone is not stored, whatever lifetime it names (RFC 6585)`(code: Int) {
    for line in ["max-age=60", "public, max-age=60", "no-store, must-understand, max-age=60"] {
      #expect(own.refusal(Status(code), ["Cache-Control": line]) == "status")
    }
  }

  @Test func `no-store is not stored, and must-understand beats it only where the status is understood (5.2.2.3)`() {
    #expect(own.refusal(["Cache-Control": "no-store, max-age=60"]) == "no-store")
    #expect(own.refusal(["Cache-Control": "max-age=60, no-store, must-understand"]) == nil)
    #expect(own.refusal(599, ["Cache-Control": "max-age=60, no-store, must-understand"]) == "status")
    #expect(own.refusal(599, ["Cache-Control": "max-age=60"]) == nil)
  }

  @Test func `private is for private caches (5.2.2.7)`() {
    #expect(own.refusal(["Cache-Control": "private, max-age=60"]) == nil)
    #expect(shared.refusal(["Cache-Control": "private, max-age=60"]) == "private")
    #expect(shared.refusal(["Cache-Control": "private=\"\", max-age=60"]) == "private")
    #expect(shared.refusal(["Cache-Control": "private=\"x\", max-age=60"]) == "private")
  }

  @Test func `a response to credentials is for all only where it says so (3.5)`() {
    #expect(shared.refusal(["Cache-Control": "max-age=60"], isAuthorized: true) == "authorization")
    for words in ["public, max-age=60", "must-revalidate, max-age=60", "s-maxage=60"] {
      #expect(shared.refusal(["Cache-Control": words], isAuthorized: true) == nil)
    }
    #expect(own.refusal(["Cache-Control": "max-age=60"], isAuthorized: true) == nil)
  }

  @Test func `what the answer itself calls Authorization does not matter (3.5)`() {
    #expect(shared.refusal(["Cache-Control": "max-age=60", "Authorization": "x"]) == nil)
  }

  @Test func `what is never fresh and cannot be asked about is not stored`() {
    #expect(own.refusal([:]) == "no-lifetime")
    #expect(own.refusal(["Cache-Control": "max-age=0"]) == "no-lifetime")
    #expect(own.refusal(["Cache-Control": "no-cache, max-age=60"]) == "no-lifetime")
    #expect(own.refusal(["ETag": "\"a\""]) == nil)
    #expect(own.refusal(["Cache-Control": "max-age=0", "ETag": "\"a\""]) == nil)
    #expect(own.refusal(["Cache-Control": "no-cache", "ETag": "\"a\""]) == nil)
  }

  @Test func `fields of the connection are not stored, and those that Connection names (3.1)`() {
    let stored = CacheFields.stored([
      "Connection": "a, B", "a": "1", "b": "2", "c": "3", "Keep-Alive": "x", "Proxy-Authenticate": "x",
      "Proxy-Authentication-Info": "x", "Proxy-Authorization": "x", "Proxy-Connection": "x", "TE": "x",
      "Transfer-Encoding": "chunked", "Upgrade": "x", "Set-Cookie": "k=v", "Unknown": "y",
    ])
    #expect(stored == ["c": "3", "Set-Cookie": "k=v", "Unknown": "y"])
  }

  @Test func `Connection cannot take away what says how long a response may be used`() {
    #expect(
      CacheFields.stored([
        "Connection": "cache-control, vary, age, expires", "Cache-Control": "no-cache", "Vary": "x", "Age": "1",
        "Expires": "0",
      ]).count == 4
    )
  }

  @Test func `a response without a date gets one (RFC 9110 6.6.1)`() {
    let head = own.decision.head(200, [:], requestTime: CacheScene.start, responseTime: CacheScene.start)
    #expect(head.headers["Date"] == "Mon, 01 Jun 2026 00:00:00 GMT")
  }

  @Test func `repeated fields stay apart`() {
    let head = own.decision.head(200, ["Set-Cookie": "a=1", "set-cookie": "b=2"], requestTime: 0, responseTime: 0)
    #expect(head.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
  }

  @Test(arguments: [
    (200, true), (203, true), (204, true), (300, true), (301, true), (308, true), (404, true), (405, true),
    (410, true), (414, true), (501, true), (201, false), (202, false), (403, false), (502, false), (503, false),
    (504, false), (599, false),
  ])
  func `only some statuses are kept for a guessed time (4.2.2)`(code: Int, isKept: Bool) {
    var scene = own
    scene.put(Status(code), ["Last-Modified": CacheScene.date(-86_400)])
    #expect((scene.use() == "hit") == isKept)
  }

  @Test func `public lets any status be kept for a guessed time (5.2.2.9)`() {
    var scene = own
    scene.put(599, ["Last-Modified": CacheScene.date(-86_400), "Cache-Control": "public"])
    #expect(scene.use() == "hit")
  }

  @Test func `a body that is longer than entries may be is not stored`() {
    #expect(own.refusal(["Cache-Control": "max-age=60", "Content-Length": "99999999999"]) == "too-large")
  }

  @Test func `what overrules the server holds for its statuses only, and never for what credentials brought to all`() {
    let scene = CacheScene(
      CacheRules {
        $0.mode = .shared
        $0.ignoreServer = .init(lifetime: .seconds(30))
      }
    )
    #expect(scene.refusal(["Cache-Control": "no-store"]) == nil)
    #expect(scene.refusal(404, ["Cache-Control": "no-store"]) == "no-store")
    #expect(scene.refusal(["Cache-Control": "no-store"], isAuthorized: true) == "authorization")
  }

  @Test func `a POST answers a GET where it says so (RFC 9110 9.3.3)`() throws {
    let url = try ResourceURL("https://a.example/x?y=1")
    let decision = own.decision
    #expect(decision.answersGet(200, ["Cache-Control": "max-age=5", "Content-Location": "/x?y=1"], url: url))
    #expect(!decision.answersGet(200, ["Cache-Control": "max-age=5", "Content-Location": "/x"], url: url))
    #expect(!decision.answersGet(200, ["Content-Location": "/x?y=1"], url: url))
    #expect(!decision.answersGet(201, ["Cache-Control": "max-age=5", "Content-Location": "/x?y=1"], url: url))
  }
}
