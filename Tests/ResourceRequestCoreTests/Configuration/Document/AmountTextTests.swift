// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `Amounts with units` {
  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("3s", .seconds(3)), ("3 s", .seconds(3)),
    ("1m", .seconds(60)), ("2h", .seconds(7200)), ("1.5s", .milliseconds(1500)), ("0.001ms", .microseconds(1)),
    ("none", Duration.longest), ("0.1s", .milliseconds(100)), ("999999h", .seconds(3_599_996_400)),
  ])
  func `a time reads as written`(text: String, duration: Duration) throws {
    #expect(try AmountText.duration(text) == duration)
  }

  @Test(arguments: [
    "", "s", "3 weeks", "3  s", "3s ", " 3s", "NaN", "inf", "1e3", "0x10", "+3s", "--3s", "-", ".5s", "5.s", "1.2.3s",
    "3S",
    "None", "٣s", "-1ms", "0", "0s", "0.0000001ms", "99999999999h", "1\u{0}", String(repeating: "9", count: 400),
  ])
  func `what is no time, or none that can be used, is refused`(text: String) {
    #expect(throws: AmountText.Refused.self) { try AmountText.duration(text) }
  }

  @Test(arguments: [
    ("1", 1), ("64KiB", 65_536), ("10MB", 10_000_000), ("10 MB", 10_000_000), ("1.5kB", 1500), ("2GiB", 2_147_483_648),
    ("512B", 512), ("none", Int.max),
  ])
  func `a size reads as written`(text: String, bytes: Int) throws {
    #expect(try AmountText.byteCount(text) == bytes)
  }

  @Test(arguments: ["", "0", "-1", "0.5", "1.5B", "10mb", "10 TB", "much", "99999999999GiB"])
  func `what is no size, or none that can be used, is refused`(text: String) {
    #expect(throws: AmountText.Refused.self) { try AmountText.byteCount(text) }
  }

  @Test(arguments: [
    Duration.milliseconds(1), .seconds(90), .microseconds(1500), .nanoseconds(1), .nanoseconds(61_000_000_120),
    Duration.longest, .seconds(86_400),
  ])
  func `a time that is written reads back as the same`(duration: Duration) throws {
    #expect(try AmountText.duration(AmountText.text(duration)) == duration)
  }
}
