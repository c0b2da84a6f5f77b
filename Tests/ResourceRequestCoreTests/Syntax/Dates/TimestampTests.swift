// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct TimestampTests {
  @Test(
    arguments: [
      ("2023-11-14T22:13:20Z", 1_700_000_000), ("2023-11-14t22:13:20.123z", 1_700_000_000.123),
      ("2023-11-14T22:13:20+01:00", 1_699_996_400), ("2023-11-14T22:13:20-0130", 1_700_005_400),
      ("2023-11-14T22:13:20+01", 1_699_996_400), ("1969-12-31T23:59:59.5Z", -0.5),
      ("0000-01-01T00:00:00Z", -62_167_392_000),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799.999999999), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("1500-02-29T00:00:00Z", -14_825_894_400), ("1582-10-10T00:00:00Z", -12_218_860_800),
      ("2024-02-29T00:00:00-00:00", 1_709_164_800), ("2023-11-14T22:13:20.99999999999999999999999999Z", 1_700_000_001),
    ] as [(String, Double)]
  )
  func `a timestamp of RFC 3339 is read`(text: String, seconds: Double) throws {
    #expect(Timestamp.seconds(of: text.utf8) == seconds)
  }

  @Test(arguments: [
    "", "2023", "2023-11-14", "2023-11-14T22:13Z", "2023-11-14 22:13:20Z", "2023-11-14T22:13:20",
    "2023-02-29T00:00:00Z",
    "2023-13-01T00:00:00Z", "2023-00-01T00:00:00Z", "2023-01-00T00:00:00Z", "2023-11-14T24:00:00Z",
    "2023-11-14T22:60:00Z",
    "2023-11-14T22:13:61Z", "2023-11-14T22:13:20.Z", "2023-11-14T22:13:20ZZ", "2023-11-14T22:13:20+01:",
    "2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+01:60", "2023-11-14T22:13:20GMT", " 2023-11-14T22:13:20Z",
    "-2023-11-14T22:13:20Z",
    "99999-11-14T22:13:20Z", "2023-1-4T2:3:2Z", "２023-11-14T22:13:20Z",
  ])
  func `anything else is no timestamp`(text: String) {
    #expect(Timestamp.seconds(of: text.utf8) == nil)
  }

  @Test func `what the encoder writes is read again, and means the same to Foundation`() throws {
    for seconds in stride(from: -62_000_000_000, to: 253_000_000_000, by: 1_234_567_891) {
      let text = Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
      #expect(Timestamp.seconds(of: text.utf8) == Double(seconds), "\(text)")
      #expect(try Date.ISO8601FormatStyle().parse(text).timeIntervalSince1970 == Double(seconds))
    }
  }
}
