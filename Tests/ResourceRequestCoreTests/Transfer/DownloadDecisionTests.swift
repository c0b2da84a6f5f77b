// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct DownloadDecisionTests {
  private let partial = PartialDownload(
    url: "http://h/f",
    status: 200,
    headers: ["ETag": "\"a\"", "Content-Length": "10"]
  )

  @Test func `without a part, a successful answer is taken whole and another refused`() {
    #expect(decide(200, [:], nil) == .startOver)
    #expect(decide(404, [:], nil) == .refuse)
    #expect(decide(206, ["Content-Range": "bytes 0-4/10"], nil) == .refuse)
  }

  @Test func `the part that was asked for goes behind what is there`() {
    #expect(decide(206, ["Content-Range": "bytes 4-9/10"], partial) == .append(total: 10))
    #expect(decide(206, ["Content-Range": "bytes 4-9/*"], partial) == .append(total: nil))
  }

  @Test(
    arguments: [
      ["Content-Range": "bytes 3-9/10"], ["Content-Range": "bytes 4-9/11"], ["Content-Range": "lines 4-9/10"],
      ["Content-Range": "bytes 4-9/10", "ETag": "\"b\""], [:],
    ] as [Headers]
  )
  func `a part of something else is not taken`(headers: Headers) {
    #expect(decide(206, headers, partial) == .askForWhole)
  }

  @Test func `a whole answer to a question for a part starts over`() {
    #expect(decide(200, [:], partial) == .startOver)
  }

  @Test func `nothing left to send means complete only where the length says so`() {
    #expect(decide(416, ["Content-Range": "bytes */4"], shortPartial) == .complete)
    #expect(decide(416, ["Content-Range": "bytes */10"], partial) == .askForWhole)
    #expect(decide(416, ["Content-Range": "bytes */4"], partial) == .askForWhole)
    #expect(decide(416, [:], partial) == .askForWhole)
  }

  @Test(arguments: ["W/\"a\"", "a", ""])
  func `without a strong validator nothing is remembered`(tag: String) {
    #expect(PartialDownload(url: "http://h/f", status: 200, headers: ["ETag": tag]) == nil)
  }

  private var shortPartial: PartialDownload? {
    PartialDownload(url: "http://h/f", status: 200, headers: ["ETag": "\"a\"", "Content-Length": "4"])
  }

  private func decide(_ status: Status, _ headers: Headers, _ partial: PartialDownload?) -> DownloadDecision {
    DownloadDecision.decide(status, headers, partial: partial, size: partial == nil ? 0 : 4)
  }
}
