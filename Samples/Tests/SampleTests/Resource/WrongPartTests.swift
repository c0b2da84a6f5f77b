// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Testing

@testable import ResourceCommand

@Suite struct `A part of a body` {
  private func reason(_ range: String?, _ headers: Headers, status: Status = 206) -> String? {
    var request = ResourceRequest("http://a.example/")
    request.headers["Range"] = range
    return WrongPart.reason(status, headers, of: request)
  }

  @Test(arguments: [
    ("bytes=0-4", "bytes 0-4/50"), ("bytes=0-99", "bytes 0-49/50"), ("bytes=10-", "bytes 10-49/50"),
    ("bytes=-5", "bytes 45-49/*"), ("bytes=-99", "bytes 0-49/50"), ("bytes=0-1,5-6", "multipart, so none"),
    ("bytes=0-", "bytes 0-9223372036854775807/*"),
  ])
  func `is the one that was asked for`(range: String, found: String) {
    #expect(reason(range, ["Content-Range": found]) == nil)
  }

  @Test(arguments: [
    ("bytes=0-4", "bytes 10-14/50"), ("bytes=0-4", "bytes 0-5/50"), ("bytes=10-", "bytes 0-49/50"),
    ("bytes=-5", "bytes 40-49/50"),
  ])
  func `is another one`(range: String, found: String) {
    #expect(reason(range, ["Content-Range": found])?.hasPrefix("another part") == true)
  }

  @Test(arguments: [nil, "bytes */50", "bytes 5-4/50", "lines 0-4/50", "bytes 0-4"])
  func `does not say which it is`(found: String?) {
    let headers = found.map { ["Content-Range": $0] as Headers } ?? Headers()
    #expect(reason("bytes=0-4", headers) == "a part that does not say which")
  }

  @Test func `has the length of its range`() {
    #expect(reason("bytes=0-4", ["Content-Range": "bytes 0-4/50", "Content-Length": "5"]) == nil)
    #expect(reason("bytes=0-4", ["Content-Range": "bytes 0-4/50", "Content-Length": "4"]) != nil)
    let whole: Headers = ["Content-Range": "bytes 0-9223372036854775807/*", "Content-Length": "5"]
    #expect(reason("bytes=0-", whole) != nil)
  }

  @Test func `was not asked for, and a whole body is no part`() {
    #expect(reason(nil, ["Content-Range": "bytes 0-4/50"]) == "a part, although no range was asked for")
    #expect(reason("bytes=0-4", Headers(), status: 200) == nil)
  }
}
