// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceCommand

@Suite struct TimeLimitTests {
  @Test(arguments: [
    ("250", Duration.milliseconds(250)), ("250ms", .milliseconds(250)), ("3s", .seconds(3)), ("1m", .seconds(60)),
    ("1.5m", .seconds(90)), ("0.5", .microseconds(500)), ("2h", .seconds(7200)),
  ])
  func `a bare number is milliseconds, a unit says otherwise`(text: String, duration: Duration) throws {
    #expect(try TimeLimit.parse(text) == duration)
  }

  @Test(arguments: ["", "s", "-1", "0", "0ms", "3 s", "3x", "1e3", "1..2", "nan", "inf", "1000000000000h", "٣"])
  func `anything else is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try TimeLimit.parse(text) }
  }
}
