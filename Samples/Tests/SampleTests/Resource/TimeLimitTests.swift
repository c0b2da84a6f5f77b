// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Testing

@testable import ResourceCommand

@Suite struct TimeLimitTests {
  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("3s", .seconds(3)), ("1m", .seconds(60)),
    ("1.5m", .seconds(90)), ("0.5ms", .microseconds(500)), ("2h", .seconds(7200)),
  ])
  func `a time is a number and its unit`(text: String, duration: Duration) throws {
    #expect(try TimeLimit.parse(text) == duration)
  }

  @Test(arguments: ["2", "0.5", "250"])
  func `a bare number is refused with what may have been meant`(_ text: String) throws {
    let error = #expect(throws: ValidationError.self) { try TimeLimit.parse(text) }
    #expect(error?.message == "\(text) has no unit: \(text)s or \(text)ms?")
  }

  @Test(arguments: ["", "s", "-1", "0", "0ms", "3 s", "3x", "1e3", "1..2", "nan", "inf", "1000000000000h", "٣"])
  func `anything else is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try TimeLimit.parse(text) }
  }
}
