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

  @Test func `is no success to a script, and no file is named`() throws {
    let response = ResourceResponse(
      status: 206,
      headers: ["Content-Range": "bytes 5-9/50"],
      url: try ResourceURL("http://a.example/")
    )
    let facts = WriteOut.Facts(response, of: ResourceRequest("http://a.example/"), in: .seconds(1))
    #expect(facts.exit == .unsuccessfulAnswer)
    let format = try WriteOut("%{exitcode} %{filename_effective}", file: "f", isNamedByHeader: false)
    #expect(format.output(for: facts).map(\.text) == ["1 "])
  }

  @Test func `was not asked for`() {
    #expect(reason(nil, ["Content-Range": "bytes 0-4/50"]) == "a part, although no range was asked for")
    #expect(reason(nil, ["Content-Type": "multipart/byteranges; boundary=b"]) != nil)
    for unit in ["0-24/3573", "id 1..9", "items 0-4/50"] { #expect(reason(nil, ["Content-Range": unit]) == nil) }
  }

  @Test(
    arguments: [
      ("bytes=0-4", nil, false), ("bytes=0-4", 5, true), ("bytes=0-4", 6, false), ("bytes=0-", nil, true),
      ("bytes=1-", 5, false), ("bytes=-5", 5, true), ("bytes=-5", 6, false), ("bytes=0-1,3-4", 9, true), (nil, 9, true),
    ] as [(String?, Int?, Bool)]
  )
  func `is the whole where the server may ignore the range`(_ range: String?, _ length: Int?, _ isFine: Bool) {
    let headers = length.map { ["Content-Length": "\($0)"] as Headers } ?? Headers()
    #expect(WrongPart.$isAsked.withValue(true) { reason(range, headers, status: 200) == nil } == isFine)
    #expect(reason(range, headers, status: 200) == nil)
  }
}
