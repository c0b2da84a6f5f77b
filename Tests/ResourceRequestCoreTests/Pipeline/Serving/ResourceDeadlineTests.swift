// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// A deadline for nested calls, and its formats in header fields.
struct ResourceDeadlineTests {
  @Test func `times are written as services read them, never more than is left`() {
    let time = Duration.milliseconds(1500) + .microseconds(999)
    #expect(DeadlineText.write(time, as: .milliseconds) == "1500")
    #expect(DeadlineText.write(time, as: .seconds) == "1.500")
    #expect(DeadlineText.write(time, as: .grpc) == "1500m")
    #expect(DeadlineText.write(.seconds(200_000), as: .grpc) == "200000S")
    #expect(DeadlineText.write(.seconds(-1), as: .milliseconds) == "0")
  }

  @Test func `what is written is read`() {
    for format in DeadlinePolicy.Format.allCases {
      #expect(DeadlineText.read(DeadlineText.write(.milliseconds(2345), as: format), as: format) == .milliseconds(2345))
    }
    #expect(DeadlineText.read("5H", as: .grpc) == .seconds(18_000))
    #expect(DeadlineText.read("250u", as: .grpc) == .microseconds(250))
    #expect(DeadlineText.read("99999999999999999999999", as: .milliseconds) == .longest)
  }

  @Test(arguments: ["", "-1", "+5", "1e3", "soon", "m", "123456789m", "5x", " 5", "1.", ".5"])
  func `what is no time is none`(text: String) {
    for format in DeadlinePolicy.Format.allCases { #expect(DeadlineText.read(text, as: format) == nil) }
  }

  @Test func `what is called within has no more time than what is around it`() async {
    #expect(ResourceDeadline.current == nil)
    let start = ContinuousClock.Instant.now
    await ResourceDeadline.with(ResourceDeadline(start)) {
      #expect(ResourceDeadline.current?.moment == start)
      await ResourceDeadline.with(ResourceDeadline(start.advanced(by: .seconds(5)))) {
        #expect(ResourceDeadline.current?.moment == start)
      }
      await ResourceDeadline.with(ResourceDeadline(start.advanced(by: .seconds(-5)))) {
        #expect(ResourceDeadline.current?.moment == start.advanced(by: .seconds(-5)))
      }
    }
    #expect(ResourceDeadline.current == nil)
  }

  @Test func `a server's request says how long there is, the shortest counts`() async {
    var fields = Headers()
    #expect(ResourceDeadline.timeout(in: fields) == nil)
    fields["x-request-timeout-ms"] = "1500"
    fields["grpc-timeout"] = "1S"
    fields["X-Envoy-Expected-Rq-Timeout-Ms"] = "none"
    #expect(ResourceDeadline.timeout(in: fields) == .seconds(1))
    await ResourceDeadline.with(fieldsOf: fields) { #expect(ResourceDeadline.current != nil) }
  }
}
