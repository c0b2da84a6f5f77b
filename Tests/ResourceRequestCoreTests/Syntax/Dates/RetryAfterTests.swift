// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

@Suite struct `When to ask again` {
  /// Sun, 06 Nov 1994 08:49:37 GMT.
  private static let now: Int64 = 784_111_777

  @Test func `seconds and dates are waits from now, and a date that has passed is none`() {
    for (value, wait) in [
      ("0", .zero), ("120", .seconds(120)), ("99999999999999999999", .seconds(Int32.max)),
      ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)), ("Sunday, 06-Nov-94 08:50:07 GMT", .seconds(30)),
      ("Sun, 06 Nov 1994 08:49:07 GMT", .zero),
    ] as [(String, Duration)] {
      #expect(RetryAfter.wait(value, now: Self.now) == wait, "\(value)")
    }
  }

  @Test(arguments: ["", "-1", "+1", "1.5", "1s", "soon", "Sun, 06 Nov 1994", "١"])
  func `anything else says nothing`(value: String) {
    #expect(RetryAfter.wait(value, now: Self.now) == nil)
  }
}
