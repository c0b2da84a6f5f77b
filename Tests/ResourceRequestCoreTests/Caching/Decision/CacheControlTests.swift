// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct CacheControlTests {
  @Test(arguments: [
    "no-store", "No-StOrE", "no-store=\"\"", "no-store;", "max-age=5;no-store", "\"no-store\"", "no-store foo",
    "x=\"unclosed, no-store", "\"must-revalidate, no-store\"", "x\", no-store, y=\"z", "max-age=3600, , no-store",
    "\tno-store",
  ])
  func `what looks like no-store is no-store`(line: String) {
    #expect(CacheControl(lines: [line]).noStore)
  }

  @Test(arguments: [
    "private", "\"max-age=0, private, must-revalidate\"", "private=\"\"", "private=\"set-cookie\"", "private=x",
    "PRIVATE", "private = x", "private;",
  ])
  func `private counts for the whole response whatever stands behind it`(line: String) {
    #expect(CacheControl(lines: [line]).isPrivate)
  }

  @Test(arguments: ["no-cache", "no-cache=\"a\"", "no-cache=\"\"", "no-cache=\"a", "no-cache=a", "x=1;no-cache"])
  func `no-cache counts for the whole response whatever stands behind it`(line: String) {
    #expect(CacheControl(lines: [line]).noCache)
  }

  @Test(arguments: ["public=1", "public=\"\"", "public x", "x=\"public", "x=\"a, public"])
  func `what permits counts only where it is well formed`(line: String) {
    #expect(!CacheControl(lines: [line]).isPublic)
  }

  @Test(arguments: [
    ("max-age=003600", 3600), ("MaX-aGe=3600", 3600), ("max-age=\"3600\"", 3600), ("max-age='3600'", 0),
    ("max-age=-3600", 0), ("max-age=3600.0", 0), ("max-age=a1", 0), ("max-age=1a", 0), ("max-age =3600", 0),
    ("max-age= 3600", 0), ("max-age", 0), ("max-age=", 0), ("max-age=1800, max-age=1", 1),
    ("max-age=1, max-age=1800", 1), ("max-age=99999999999999999999999", 1 << 31),
    ("extension=\"max-age=3600\", max-age=1", 1), ("max-age=1, extension=\"max-age=3600\"", 1),
  ])
  func `a lifetime that cannot be read is none, and the shortest of several counts`(line: String, seconds: Int64) {
    #expect(CacheControl(lines: [line]).maxAge == seconds)
  }

  @Test func `an unclosed quote hides no other line`() {
    let control = CacheControl(lines: ["x=\"", "max-age=5, no-store"])
    #expect(control.noStore)
    #expect(control.maxAge == 5)
  }

  @Test func `a directive in a quoted string is none`() {
    let control = CacheControl(lines: ["x=\"a, no-store\", max-age=7"])
    #expect(!control.noStore)
    #expect(control.maxAge == 7)
  }

  @Test func `a combining mark behind a comma hides no directive`() {
    #expect(CacheControl(lines: ["max-age=5,\u{301}, no-store"]).noStore)
  }

  @Test func `a targeted field takes the place of the others, and counts only as a whole`() {
    let targets = ["CDN-Cache-Control"]
    func find(_ line: String) -> CacheControl? {
      TargetedCacheControl.find(targets, in: ["CDN-Cache-Control": line, "Cache-Control": "no-store"])
    }
    #expect(find("foobar, max-age=3600")?.maxAge == 3600)
    #expect(find("max-age=3600")?.noStore == false)
    #expect(find("max-age=10000, &&&&&") == nil)
    #expect(find("max-age =100") == nil)
    #expect(find("max-age=\"10000\"")?.maxAge == nil)
    #expect(find("") == nil)
    #expect(find("private=\"x\"")?.isPrivate == true)
    #expect(find("no-store=?0, max-age=1")?.noStore == false)
    #expect(find("max-age=1, note=%\"a%c3%bc\\\"")?.maxAge == 1)
    #expect(find("max-age=1, note=%\"a%C3\"") == nil)
    #expect(find("max-age=1, note=%\"a") == nil)
    #expect(find("max-age=1, max-age=5")?.maxAge == 5)
    #expect(TargetedCacheControl.find([], in: ["CDN-Cache-Control": "max-age=1"]) == nil)
  }
}
