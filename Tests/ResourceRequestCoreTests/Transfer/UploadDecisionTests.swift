// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

/// The upload of a file of 100 bytes to https://a.example.
struct UploadDecisionTests {
  private func url(_ text: String) throws -> ResourceURL { try ResourceURL(text) }

  private func decision(
    createsEmpty: Bool = false,
    limit: Int = 3,
    resource: String? = nil
  ) throws -> UploadDecision {
    UploadDecision(
      size: 100,
      to: try url("https://a.example/").origin,
      createsEmpty: createsEmpty,
      interruptionLimit: limit,
      resource: try resource.map { CallOptions.Continuation(url: try url($0), isForeign: false, keepsRequest: true) }
    )
  }

  private func head(
    _ status: Int,
    _ headers: Headers = [:],
    from source: String = "https://a.example/files"
  ) throws -> UploadHead {
    UploadHead(Status(status), headers, from: try url(source))
  }

  /// A decision that waits for the response of the upload resource.
  private func asking() throws -> UploadDecision { try decision(resource: "https://a.example/u/1") }

  @Test(arguments: [
    ("https://a.example", "https://a.example/u/1", true), ("http://a.example", "https://a.example/u/1", true),
    ("http://a.example:8080", "https://a.example:8080/u/1", true), ("https://a.example", "http://a.example/u/1", false),
    ("http://a.example:8080", "https://a.example/u/1", false), ("https://a.example", "https://o.example/u/1", false),
  ])
  func `a record is the request's where its origin was asked, by https at least`(
    _ origin: String,
    _ resource: String,
    _ isIt: Bool
  ) throws {
    let state = try OpenFile(#filePath).state()
    let record = UploadRecord(request: "", file: state, resource: resource, isForeign: false)
    #expect(record.leadsToUpload(of: try Origin(origin)) == isIt)
  }

  // MARK: Creating

  @Test func `a new upload sends the whole file, and a response ends it`() throws {
    var decision = try decision()
    #expect(decision.first == .create(withFile: true))
    #expect(decision.answered(try head(200)) == .end)
  }

  @Test func `an interruption before the upload resource is named is the caller's`() throws {
    var decision = try decision()
    #expect(decision.lost() == nil)
    #expect(decision.interruptions == 0)
  }

  @Test func `an interruption after a 104 asks for the offset, and never creates again`() throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    #expect(decision.resource?.url.string == "https://a.example/u/1")
    #expect(decision.lost() == .ask)
    #expect(
      decision.answered(try head(204, ["Upload-Offset": "40", "Upload-Complete": "?0"]))
        == .append(from: 40, count: 60, isLast: true)
    )
    #expect(decision.lost() == .ask)
    #expect(decision.interruptions == 2)
  }

  @Test(arguments: [500, 502, 503, 429, 408])
  func `a failure that passes asks for the offset where there is an upload resource`(status: Int) throws {
    var known = try decision()
    known.announced(try head(104, ["Location": "/u/1"]))
    #expect(known.answered(try head(status)) == .ask)
    var unknown = try decision()
    #expect(unknown.answered(try head(status)) == .end)
  }

  @Test(arguments: [400, 401, 403, 413, 415])
  func `a refusal ends the upload`(status: Int) throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    #expect(decision.answered(try head(status)) == .end)
  }

  @Test func `a failure of what processes the whole upload is not resumed`() throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    #expect(decision.answered(try head(500, ["Upload-Complete": "?1"])) == .end)
  }

  @Test func `an empty creation goes on in parts as the server limits them`() throws {
    var decision = try decision(createsEmpty: true)
    #expect(decision.first == .create(withFile: false))
    let created: Headers = [
      "Location": "/u/1", "Upload-Complete": "?0", "Upload-Limit": "max-append-size=60, x=\"a,b\"",
    ]
    #expect(decision.answered(try head(201, created)) == .append(from: 0, count: 60, isLast: false))
    #expect(decision.answered(try head(204, ["Upload-Complete": "?0"])) == .append(from: 60, count: 40, isLast: true))
    #expect(decision.answered(try head(200, ["Upload-Complete": "?1"])) == .end)
  }

  @Test(arguments: [[:], ["Upload-Complete": "?0"], ["Upload-Complete": "?1"]] as [Headers])
  func `a success before all bytes have gone out asks the upload resource, which must still be there`(headers: Headers)
    throws
  {
    var decision = try decision(limit: 0)
    decision.announced(try head(104, ["Location": "/u/1"]))
    #expect(decision.answered(try head(200, headers), sentWhole: false) == .ask)
    #expect(decision.answered(try head(404)) == .fail(.gone(404)))
  }

  @Test func `a success to all bytes is the end once the upload resource is gone, and not where it lacks some`() throws
  {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    #expect(decision.answered(try head(200)) == .ask)
    var gone = decision
    #expect(gone.answered(try head(410)) == .end)
    #expect(decision.answered(try head(204, ["Upload-Offset": "40"])) == .append(from: 40, count: 60, isLast: true))
    #expect(decision.lost() == .ask)
    #expect(decision.answered(try head(410)) == .fail(.gone(410)))
  }

  @Test func `a success that says that it is not complete is no end without an upload resource either`() throws {
    var decision = try decision()
    #expect(decision.answered(try head(200, ["Upload-Complete": "?0"])) == .fail(.unconfirmed(100)))
  }

  @Test func `a creating request that must not go out again is asked about, once without an interruption`() throws {
    var unknown = try decision()
    #expect(unknown.turnedAway() == nil)
    var known = try decision(limit: 0)
    known.announced(try head(104, ["Location": "/u/1"]))
    #expect(known.turnedAway() == .ask)
    #expect(known.interruptions == 0)
    #expect(known.turnedAway() == nil)
  }

  @Test(arguments: [true, false])
  func `an empty creation that names the upload resource alone is asked about`(isAnnounced: Bool) throws {
    var decision = try decision(createsEmpty: true)
    if isAnnounced { decision.announced(try head(104, ["Location": "/u/1"])) }
    #expect(decision.answered(try head(201, isAnnounced ? [:] : ["Location": "/u/1"])) == .ask)
    var other = decision
    #expect(decision.answered(try head(204, ["Upload-Offset": "0"])) == .append(from: 0, count: 100, isLast: true))
    // A server that does not know the protocol has taken nothing for the upload itself.
    #expect(other.answered(try head(200, [:])) == .fail(.offsetMissing))
  }

  @Test(arguments: [["Upload-Complete": "?0"], [:]] as [Headers])
  func `an empty creation that the server took for the upload itself is an error`(headers: Headers) throws {
    var decision = try decision(createsEmpty: true)
    #expect(decision.answered(try head(201, headers)) == .fail(.noResource))
  }

  // MARK: The server's offset

  @Test(
    arguments: [
      (["Upload-Offset": "0"], .append(from: 0, count: 100, isLast: true)),
      (["Upload-Offset": "99", "Upload-Complete": "?0"], .append(from: 99, count: 1, isLast: true)),
      (["Upload-Offset": "100", "Upload-Complete": "?0"], .append(from: 100, count: 0, isLast: true)),
      (["Upload-Offset": "100", "Upload-Complete": "?1"], .end),
      (["Upload-Offset": "50;x=1", "Upload-Length": "100"], .append(from: 50, count: 50, isLast: true)),
      (["Upload-Offset": "101"], .fail(.offsetBeyond(101, size: 100))),
      (["Upload-Offset": "50", "Upload-Complete": "?1"], .fail(.completeAt(50, of: 100))),
      (["Upload-Offset": "50", "Upload-Length": "99"], .fail(.otherLength(99, size: 100))),
      (["Upload-Offset": "-1"], .fail(.offsetMissing)), (["Upload-Offset": "4e1"], .fail(.offsetMissing)),
      (["Upload-Offset": "9999999999999999"], .fail(.offsetMissing)), ([:], .fail(.offsetMissing)),
      (["Upload-Offset": "0", "Upload-Limit": "max-size=99"], .fail(.tooLarge(100, limit: 99))),
      (["Upload-Offset": "0", "Upload-Limit": "max-append-size=0"], .fail(.partsTooSmall(0))),
      // A key of another type voids the whole field.
      (["Upload-Offset": "0", "Upload-Limit": "max-size=99, max-age=?1"], .append(from: 0, count: 100, isLast: true)),
      (["Upload-Offset": "0", "Upload-Limit": "max-append-size=?1"], .append(from: 0, count: 100, isLast: true)),
    ] as [(Headers, UploadDecision.Step)]
  )
  func `the upload goes on where the server is, or says what contradicts the file`(
    headers: Headers,
    step: UploadDecision.Step
  ) throws {
    var decision = try asking()
    #expect(decision.answered(try head(204, headers)) == step)
  }

  @Test func `two offsets are none`() throws {
    var headers: Headers = ["Upload-Offset": "10"]
    headers.append("Upload-Offset", "20")
    var decision = try asking()
    #expect(decision.answered(try head(204, headers)) == .fail(.offsetMissing))
  }

  @Test func `an offset that goes back is an error`() throws {
    var decision = try asking()
    _ = decision.answered(try head(204, ["Upload-Offset": "50"]))
    decision.announced(try head(104, ["Upload-Offset": "70"]))
    #expect(decision.lost() == .ask)
    #expect(decision.answered(try head(204, ["Upload-Offset": "69"])) == .fail(.offsetBack(69, from: 70)))
  }

  @Test func `an interim offset beyond what was sent is an error once the upload is interrupted`() throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    decision.announced(try head(104, ["Upload-Offset": "101"]))
    #expect(decision.lost() == .fail(.offsetBeyond(101, size: 100)))
  }

  @Test func `an offset beyond what has gone out is an error, asked for or announced`() throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": "/u/1"]))
    decision.sent = 40
    var announced = decision
    announced.announced(try head(104, ["Upload-Offset": "41"]))
    #expect(announced.lost() == .fail(.offsetBeyond(41, size: 40)))
    #expect(decision.lost() == .ask)
    var other = decision
    #expect(other.answered(try head(204, ["Upload-Offset": "41"])) == .fail(.offsetBeyond(41, size: 40)))
    let complete: Headers = ["Upload-Offset": "100", "Upload-Complete": "?1"]
    #expect(decision.answered(try head(204, complete)) == .fail(.offsetBeyond(100, size: 40)))
  }

  @Test func `a transport that has enough of reports is no interruption where the upload has come further`() throws {
    var decision = try decision(limit: 0)
    decision.announced(try head(104, ["Location": "/u/1"]))
    var stuck = decision
    #expect(stuck.cut() == nil)
    decision.announced(try head(104, ["Upload-Offset": "30"]))
    #expect(decision.cut() == .ask)
    let step = decision.answered(try head(204, ["Upload-Offset": "40"]))
    #expect(step == .append(from: 40, count: 60, isLast: true))
    var still = decision
    #expect(still.cut() == nil)
    decision.announced(try head(104, ["Upload-Offset": "41"]))
    #expect(decision.cut() == .ask)
    #expect(decision.interruptions == 0)
  }

  @Test(arguments: [404, 410])
  func `an upload resource that is gone is not created again, since it may have been completed`(status: Int) throws {
    var decision = try asking()
    #expect(decision.answered(try head(status)) == .fail(.gone(Status(status))))
  }

  // MARK: Appending

  @Test func `a mismatching offset is asked for again, within the limit`() throws {
    var decision = try asking()
    for _ in 0..<3 {
      _ = decision.answered(try head(204, ["Upload-Offset": "50"]))
      var conflict = try head(409, ["Upload-Offset": "60", "Upload-Complete": "?0"])
      conflict.isAboutOffset = true
      #expect(decision.answered(conflict) == .ask)
    }
    _ = decision.answered(try head(204, ["Upload-Offset": "50"]))
    #expect(decision.lost() == nil)
  }

  @Test func `a success that does not say that it is the last is asked about`() throws {
    var decision = try asking()
    _ = decision.answered(try head(204, ["Upload-Offset": "50"]))
    #expect(decision.answered(try head(204)) == .ask)
    #expect(decision.answered(try head(204, ["Upload-Offset": "100", "Upload-Complete": "?1"])) == .end)
  }

  // MARK: The upload resource

  @Test(
    arguments: [
      ("/u/1", "https://a.example/files", false), ("https://a.example/u/1", "https://a.example/files", false),
      ("https://b.example/u/1", "https://a.example/files", true), ("/u/1", "https://b.example/files", true),
      ("https://a.example/u/1", "https://b.example/files", true),
      ("https://a.example:444/u", "https://a.example/f", true),
    ]
  )
  func `credentials go only where the same origin was asked, said so and is meant`(
    location: String,
    source: String,
    isForeign: Bool
  ) throws {
    var decision = try decision()
    decision.announced(try head(104, ["Location": location], from: source))
    #expect(decision.resource?.isForeign == isForeign)
  }

  @Test func `neither a second upload resource nor one without TLS is followed`() throws {
    var second = try decision()
    second.announced(try head(104, ["Location": "/u/1"]))
    second.announced(try head(104, ["Location": "/u/2"]))
    #expect(second.lost() == .fail(.severalResources))
    var plain = try decision()
    plain.announced(try head(104, ["Location": "http://a.example/u/1"]))
    #expect(plain.resource == nil)
    #expect(plain.lost() == .fail(.insecure))
  }
}
