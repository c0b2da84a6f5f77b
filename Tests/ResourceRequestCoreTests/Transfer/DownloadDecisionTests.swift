// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

/// The first 4 of 10 bytes of a representation with the tag "a" are in the partial file.
struct DownloadDecisionTests {
  private let tagged: Headers = ["ETag": "\"a\""]

  @Test func `without a part, a successful answer is taken whole and another refused`() throws {
    #expect(try decide(200, [:], nil) == .startOver(total: nil))
    #expect(try decide(200, ["Content-Length": "10"], nil) == .startOver(total: 10))
    #expect(try decide(404, [:], nil) == .refuse)
    #expect(try decide(206, ["Content-Range": "bytes 0-4/10"], nil) == .refuse)
    #expect(try decide(206, ["Content-Range": "bytes 0-9/10"], nil) == .refuse)
  }

  @Test(arguments: ["gzip", "GZIP", "identity, br", "unheard-of"])
  func `the length of a coding is not that of the file`(coding: String) throws {
    #expect(try decide(200, ["Content-Length": "10", "Content-Encoding": coding], nil) == .startOver(total: nil))
  }

  @Test(arguments: ["identity", "Identity", "", " , "])
  func `no coding is none`(coding: String) throws {
    #expect(try decide(200, ["Content-Length": "10", "Content-Encoding": coding], nil) == .startOver(total: 10))
  }

  @Test(arguments: ["+10", "-1", "", "10, 11", "ten", "99999999999999999999"])
  func `a length that is no number says nothing`(length: String) throws {
    #expect(try decide(200, ["Content-Length": length], nil) == .startOver(total: nil))
  }

  @Test(
    arguments: [
      (["Content-Range": "bytes 4-9/10"], .append(end: 10, total: 10)),
      (["Content-Range": "bytes 4-9/*"], .append(end: 10, total: 10)),
      (["Content-Range": "bytes 4-6/*"], .append(end: 7, total: 10)),
      (["Content-Range": "bytes 4-6/10", "Content-Length": "3"], .append(end: 7, total: 10)),
      (["Content-Range": "bytes 4-9/10", "Content-Encoding": "identity"], .append(end: 10, total: 10)),
    ] as [(Headers, DownloadDecision)]
  )
  func `the part that was asked for goes behind what is there`(headers: Headers, decision: DownloadDecision) throws {
    #expect(try decide(206, with(tagged, headers), .known) == decision)
  }

  @Test(
    arguments: [
      ["Content-Range": "bytes 3-9/10"], ["Content-Range": "bytes 5-9/10"], ["Content-Range": "bytes 0-9/10"],
      ["Content-Range": "bytes 4-9/11"], ["Content-Range": "bytes 4-10/11"], ["Content-Range": "bytes 4-10/*"],
      ["Content-Range": "bytes 4-8/9"], ["Content-Range": "lines 4-9/10"], ["Content-Range": "bytes */10"], [:],
      ["Content-Range": "bytes 4-9/10", "Content-Length": "5"],
      ["Content-Range": "bytes 4-9/10", "Content-Length": "7"],
      ["Content-Range": "bytes 4-9/10", "Content-Encoding": "gzip"],
      ["Content-Range": "bytes 4-9/10", "Content-Type": "multipart/byteranges; boundary=x"],
      ["Content-Range": "bytes 4-9/10", "content-range": "bytes 0-9/10"],
    ] as [Headers]
  )
  func `a part of something else is not taken`(headers: Headers) throws {
    #expect(try decide(206, with(tagged, headers), .known) == .askForWhole)
  }

  @Test(
    arguments: [[:], ["ETag": "\"b\""], ["ETag": "W/\"a\""], ["ETag": "a"], ["ETag": "\"a\"", "etag": "\"b\""]]
      as [Headers]
  )
  func `a part without the tag is not taken`(headers: Headers) throws {
    let range: Headers = ["Content-Range": "bytes 4-9/10"]
    #expect(try decide(206, with(range, headers), .known) == .askForWhole)
  }

  @Test func `a part from elsewhere is not taken, and one from elsewhere in the query is`() throws {
    let headers = with(tagged, ["Content-Range": "bytes 4-9/10"])
    #expect(try decide(206, headers, .known, "http://h/g?s=1") == .askForWhole)
    #expect(try decide(206, headers, .known, "http://other/f?s=1") == .askForWhole)
    #expect(try decide(206, headers, .known, "http://h/f?s=2") == .append(end: 10, total: 10))
    #expect(try decide(416, ["Content-Range": "bytes */4"], .whole, "http://h/g") == .askForWhole)
  }

  @Test func `without a known total a part is not taken for the end`() throws {
    #expect(try decide(206, with(tagged, ["Content-Range": "bytes 4-9/*"]), .unknown) == .askForWhole)
    let known = with(tagged, ["Content-Range": "bytes 4-9/10"])
    #expect(try decide(206, known, .unknown) == .append(end: 10, total: 10))
  }

  @Test func `a whole answer to a question for a part starts over`() throws {
    #expect(try decide(200, ["Content-Length": "12"], .known) == .startOver(total: 12))
    #expect(try decide(203, [:], .known) == .startOver(total: nil))
  }

  @Test(arguments: [412, 201, 204, 205, 207] as [Status])
  func `another answer to a question for a part is asked again, for the whole`(status: Status) throws {
    #expect(try decide(status, [:], .known) == .askForWhole)
  }

  @Test(arguments: [201, 202, 204, 205, 206, 207] as [Status])
  func `a success that is not the representation is refused`(status: Status) throws {
    #expect(try decide(status, [:], nil) == .refuse)
  }

  @Test(arguments: [304, 401, 404, 410, 500, 503] as [Status])
  func `an answer without a representation is refused`(status: Status) throws {
    #expect(try decide(status, [:], .known) == .refuse)
  }

  @Test func `nothing left to send means complete only where the length says so`() throws {
    #expect(try decide(416, ["Content-Range": "bytes */4"], .whole) == .complete)
    #expect(try decide(416, with(tagged, ["Content-Range": "bytes */4"]), .whole) == .complete)
    #expect(try decide(416, ["Content-Range": "bytes */4", "ETag": "\"b\""], .whole) == .askForWhole)
    #expect(try decide(416, ["Content-Range": "bytes */10"], .known) == .askForWhole)
    #expect(try decide(416, ["Content-Range": "bytes */4"], .known) == .askForWhole)
    #expect(try decide(416, ["Content-Range": "bytes */4"], .unknown) == .askForWhole)
    #expect(try decide(416, with(tagged, ["Content-Range": "bytes */4"]), .unknown) == .complete)
    #expect(try decide(416, [:], .whole) == .askForWhole)
  }

  @Test(arguments: [
    "W/\"a\"", "w/\"a\"", "a", "", "\"", "\"a", "a\"", "\"a\"b\"", "\"a b\"", "\"a\tb\"", "\"a\u{1}\"", "\"a\u{7F}\"",
    "\"ä\"",
    "\"a\"\u{301}",
  ])
  func `without a strong tag nothing is remembered`(tag: String) throws {
    #expect(PartialDownload(request: "", try head(200, ["ETag": tag])) == nil)
  }

  @Test func `what is coded, a part, or tagged twice is not remembered`() throws {
    #expect(PartialDownload(request: "", try head(200, tagged)) != nil)
    #expect(PartialDownload(request: "", try head(206, tagged)) == nil)
    #expect(PartialDownload(request: "", try head(203, tagged)) == nil)
    #expect(PartialDownload(request: "", try head(200, with(tagged, ["Content-Encoding": "gzip"]))) == nil)
    #expect(PartialDownload(request: "", try head(200, with(tagged, tagged))) == nil)
  }

  @Test func `only a GET without a body can be resumed`() throws {
    let url = try ResourceURL("http://h/f?key=planted")
    let digest = try #require(PartialDownload.digest(of: ResourceRequest("http://h/f"), to: url))
    #expect(!digest.contains("planted"))
    var request = ResourceRequest("http://h/f", method: .post)
    #expect(PartialDownload.digest(of: request, to: url) == nil)
    request.method = .get
    request.body = .string("which")
    #expect(PartialDownload.digest(of: request, to: url) == nil)
  }

  private func with(_ fields: Headers, _ more: Headers) -> Headers { Headers(Array(fields) + Array(more)) }

  private enum Part: String {
    case known = "10"
    case whole = "4"
    case unknown = ""
  }

  private func decide(_ status: Status, _ headers: Headers, _ part: Part?, _ url: String = "http://h/f?s=1") throws
    -> DownloadDecision
  {
    let partial = try part.map { part in
      let length: Headers = part == .unknown ? [:] : ["Content-Length": part.rawValue]
      return try #require(PartialDownload(request: "", try head(200, with(tagged, length))))
    }
    return DownloadDecision.decide(try head(status, headers, url), partial: partial, size: part == nil ? 0 : 4)
  }

  private func head(_ status: Status, _ headers: Headers, _ url: String = "http://h/f?s=1") throws -> ResponseHead {
    ResponseHead(status: status, headers: headers, url: try ResourceURL(url), redirects: [], attempts: [])
  }
}
