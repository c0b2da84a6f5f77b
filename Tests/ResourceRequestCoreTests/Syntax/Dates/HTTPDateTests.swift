// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct HTTPDateTests {
  private let now: Int64 = 1_790_000_000  // in September 2026

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt", "Mon, 06 Nov 1994 08:49:37 GMT",
  ])
  func `the three forms of one date are read`(text: String) {
    #expect(HTTPDate.parse(text, now: now) == 784_111_777)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
  ])
  func `dates are read and written alike`(text: String, seconds: Int64) {
    #expect(HTTPDate.parse(text, now: now) == seconds)
    #expect(HTTPDate.format(seconds) == text)
  }

  @Test(arguments: [
    ("Monday, 06-Jan-76 00:00:00 GMT", 2076), ("Monday, 06-Nov-76 00:00:00 GMT", 1976),
    ("Monday, 21-Sep-76 14:13:20 GMT", 2076), ("Monday, 21-Sep-76 14:13:21 GMT", 1976),
    ("Monday, 06-Nov-77 00:00:00 GMT", 1977),
    ("Monday, 06-Nov-99 00:00:00 GMT", 1999), ("Monday, 06-Nov-00 00:00:00 GMT", 2000),
  ])
  func `a short year is never more than fifty years ahead`(text: String, year: Int64) throws {
    let seconds = try #require(HTTPDate.parse(text, now: now))
    #expect(CivilDate(daysSinceEpoch: seconds / 86_400).year == year)
  }

  @Test(arguments: [
    "", "Sun", "Sun, ", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 30 Feb 1994 08:49:37 GMT",
    "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "0", "-1",
    "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:00:61 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "86400",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 06 08:49:37 GMT 1994", "So, 06 Nov",
    "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun Nov   6 08:49:37 1994",
  ])
  func `anything else is no date`(text: String) {
    #expect(HTTPDate.parse(text, now: now) == nil)
  }

  @Test func `any second is written in a form that reads back`() {
    var random = SeededGenerator(seed: 9110)
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &random)
      #expect(HTTPDate.parse(HTTPDate.format(seconds), now: now) == seconds)
    }
    #expect(HTTPDate.format(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
    #expect(HTTPDate.format(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
    #expect(HTTPDate.parse("Monday, 06-Nov-76 00:00:00 GMT", now: .max / 4) == nil)
  }

  @Test func `cut and changed dates never crash`() {
    var random = SeededGenerator(seed: 850)
    for form in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      for length in 0..<form.utf8.count { #expect(HTTPDate.parse(form.prefix(length), now: now) == nil) }
      for _ in 0..<2000 {
        var bytes = Array(form.utf8)
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        _ = HTTPDate.parse(String(decoding: bytes, as: UTF8.self), now: Int64.random(in: 0...now, using: &random))
      }
    }
  }
}
