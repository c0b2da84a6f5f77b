// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

/// The upload of a file of 100 bytes.
struct RangeUploadDecisionTests {
  private typealias Head = RangeUploadDecision.Head

  private func decision(from start: Int? = nil, isOurs: Bool = false, limit: Int = 3) -> RangeUploadDecision {
    RangeUploadDecision(size: 100, interruptionLimit: limit, from: start, isOurs: isOurs)
  }

  /// An interrupted upload to a URL where there was nothing.
  private func interrupted() -> RangeUploadDecision {
    var decision = decision()
    _ = decision.answered(Head(status: 404))
    _ = decision.lost()
    return decision
  }

  @Test func `the file is sent whole, once it is known what is there`() {
    var decision = decision()
    #expect(decision.first == .look)
    #expect(decision.answered(Head(status: 404)) == .put(from: 0, tag: nil))
    #expect(decision.answered(Head(status: 201)) == .end)
  }

  @Test(arguments: [200, 403, 405])
  func `what replaces something, or cannot be looked at, is not resumed`(status: Int) {
    var decision = decision()
    #expect(decision.answered(Head(status: Status(status), length: 40)) == .put(from: 0, tag: nil))
    #expect(decision.lost() == nil)
  }

  @Test func `an interruption goes on behind what is there, and the whole is looked at afterwards`() {
    var decision = interrupted()
    #expect(decision.answered(Head(status: 200, length: 40, tag: "\"a\"")) == .put(from: 40, tag: "\"a\""))
    #expect(decision.answered(Head(status: 204)) == .verify)
    #expect(decision.answered(Head(status: 200, length: 100)) == .end)
  }

  @Test(arguments: [429, 500, 503])
  func `a server that does not say whether the whole is there has not taken it`(status: Int) {
    var decision = decision(from: 40, limit: 1)
    #expect(decision.answered(Head(status: 204)) == .verify)
    #expect(decision.answered(Head(status: Status(status))) == .verify)
    #expect(decision.answered(Head(status: Status(status))) == .refused)
  }

  @Test func `an empty file is sent, however much the caller says is there`() {
    #expect(RangeUploadDecision(size: 0, interruptionLimit: 3, from: 0).first == .put(from: 0, tag: nil))
  }

  @Test(arguments: [60, 40, 101])
  func `a server that took the part for the whole, or put it elsewhere, is an error`(length: Int) {
    var decision = interrupted()
    _ = decision.answered(Head(status: 200, length: 40))
    _ = decision.answered(Head(status: 204))
    #expect(decision.answered(Head(status: 200, length: length)) == .fail(.notAppended(length, of: 100)))
  }

  @Test(
    arguments: [
      (Head(status: 404), .put(from: 0, tag: nil)), (Head(status: 200, length: 0), .put(from: 0, tag: nil)),
      (Head(status: 200, length: 100), .end), (Head(status: 200), .fail(.offsetMissing)),
      (Head(status: 200, length: 101), .fail(.offsetBeyond(101, size: 100))), (Head(status: 403), .end),
    ] as [(RangeUploadDecision.Head, RangeUploadDecision.Step)]
  )
  func `the upload goes on where the server is`(head: RangeUploadDecision.Head, step: RangeUploadDecision.Step) {
    var decision = interrupted()
    #expect(decision.answered(head) == step)
  }

  @Test func `more than has gone out is somebody else's`() {
    var decision = interrupted()
    decision.sent = 40
    var other = decision
    #expect(other.answered(Head(status: 200, length: 100)) == .fail(.offsetBeyond(100, size: 40)))
    #expect(decision.answered(Head(status: 200, length: 40)) == .put(from: 40, tag: nil))
  }

  @Test func `a length that goes back is an error`() {
    var decision = interrupted()
    _ = decision.answered(Head(status: 200, length: 40))
    #expect(decision.lost() == .ask)
    #expect(decision.answered(Head(status: 200, length: 39)) == .fail(.offsetBack(39, from: 40)))
    var gone = interrupted()
    _ = gone.answered(Head(status: 200, length: 40))
    _ = gone.lost()
    #expect(gone.answered(Head(status: 404)) == .fail(.offsetBack(0, from: 40)))
  }

  @Test func `another's change between looking and sending is looked at again`() {
    var decision = interrupted()
    _ = decision.answered(Head(status: 200, length: 40, tag: "\"a\""))
    #expect(decision.answered(Head(status: 412)) == .ask)
  }

  @Test func `interruptions are limited, those of looking too`() {
    var decision = decision(limit: 2)
    #expect(decision.lost() == .look)
    #expect(decision.answered(Head(status: 503)) == .look)
    #expect(decision.answered(Head(status: 503)) == .end)
  }

  @Test func `the caller may say where to go on`() {
    #expect(decision(from: 40).first == .put(from: 40, tag: nil))
    #expect(decision(from: 100).first == .verify)
    #expect(decision(from: 101).first == .fail(.offsetBeyond(101, size: 100)))
    var decision = decision(from: 40)
    #expect(decision.lost() == .ask)
    #expect(decision.answered(Head(status: 200, length: 39)) == .fail(.offsetBack(39, from: 40)))
  }

  @Test func `an earlier call's upload goes on`() {
    var decision = decision(isOurs: true)
    #expect(decision.first == .look)
    #expect(decision.answered(Head(status: 200, length: 70, tag: nil)) == .put(from: 70, tag: nil))
  }
}
