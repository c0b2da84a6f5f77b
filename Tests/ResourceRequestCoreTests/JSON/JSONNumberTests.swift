// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@Suite struct `JSON numbers` {
  @Test(arguments: [
    ("0", "0"), ("-0", "-0.0"), ("7", "7"), ("-12", "-12"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("-9223372036854775809", "-9223372036854775809"),
    ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", "18446744073709551616"),
    ("10000000000000000999", "10000000000000000999"), ("123456789012345678", "123456789012345678"),
    ("1.5", "1.5"), ("-0.25", "-0.25"), ("1e2", "100.0"), ("1E+2", "100.0"), ("1e-7", "1e-07"),
    ("0.1", "0.1"), ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("1e400", "1e400"), ("-1e400", "-1e400"), ("1e-400", "1e-400"), ("0e999999999999", "0.0"),
    ("1e99999999999999999999", "1e99999999999999999999"), ("1.000000000000000005", "1.000000000000000005"),
    ("0.00000000000000000000000000012", "1.2e-28"), ("2.2250738585072011e-308", "2.225073858507201e-308"),
  ])
  func `a number comes back from reading and writing`(text: String, written: String) throws {
    let value = try JSON(parsing: text)
    #expect(value.text() == written)
    #expect(try JSON(parsing: value.text()) == value)
    #expect(JSON.Number(text: text) == value.number)
  }

  @Test(arguments: [
    "", " 1", "1 ", "\u{FEFF}1", "+1", ".5", "1.", "0x1", "1_000", "NaN", "Infinity", "true", "[1]", "١",
  ])
  func `text that is no number makes none`(text: String) {
    #expect(JSON.Number(text: text) == nil)
  }

  @Test func `a fraction is read as the double nearest to it`() throws {
    var state: UInt64 = 42
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state)
      guard value.isFinite else { continue }
      let short = Double(Int64(truncatingIfNeeded: state >> 34)) / 1e6
      #expect(try JSON(parsing: value.description).double == value)
      #expect(try JSON(parsing: short.description).double == short)
    }
  }

  @Test func `an integer is distinguished from other numbers`() throws {
    #expect(try JSON(parsing: "100.0").int == 100)
    #expect(try JSON(parsing: "100.0000000000000000000000").int == 100)
    #expect(try JSON(parsing: "9007199254740993.0").int == 9_007_199_254_740_993)
    #expect(try JSON(parsing: "9007199254740991e1").int == 90_071_992_547_409_910)
    #expect(try JSON(parsing: "123456789012345e3") == 123_456_789_012_345_000)
    #expect(try JSON(parsing: "-1e19") == JSON(parsing: "-1.0e19"))
    #expect(try JSON(parsing: "-1.23456789012345e+17").int == -123_456_789_012_345_000)
    #expect(try JSON(parsing: "1.23456789012345e18").int == 1_234_567_890_123_450_000)
    #expect(try JSON(parsing: "1000000000000000.0") == 1_000_000_000_000_000)
    #expect(try JSON(parsing: "1.0000000000000000") == 1)
    #expect(try JSON(parsing: "18446744073709551.0e3").number?.uint64 == 18_446_744_073_709_551_000)
    #expect(try JSON(parsing: "1.0000000000000001").int == nil)
    #expect(try JSON(parsing: "1.0000000000000001").double == 1)
    #expect(try JSON(parsing: "1.5").int == nil)
    #expect(try JSON(parsing: "18446744073709551615").int == nil)
    #expect(try JSON(parsing: "18446744073709551615").number?.uint64 == .max)
    #expect(try JSON(parsing: "-1").number?.uint64 == nil)
    #expect(try JSON(parsing: "1e400").double == nil)
    #expect(try JSON(parsing: "1e400").int == nil)
    #expect(try JSON(parsing: "100000000000000000000").double == 1e20)
    #expect(JSON("1").int == nil)
  }

  @Test func `numbers of the same value are equal and hash alike`() throws {
    let pairs: [(JSON, JSON)] = [
      (1, 1.0), (0, JSON(-0.0)), (JSON(UInt64.max), try JSON(parsing: "18446744073709551615")),
      (JSON(UInt64(1) << 63), JSON(9_223_372_036_854_775_808.0)), (try JSON(parsing: "1e2"), 100),
    ]
    for (left, right) in pairs {
      #expect(left == right)
      #expect(left.hashValue == right.hashValue)
    }
    #expect(JSON(1) != JSON(1.5))
    #expect(JSON(Int64.max) != JSON(Double(Int64.max)))
  }

  @Test func `what JSON has no text for cannot get into a value`() {
    #expect(JSON(Double.nan).isNull)
    #expect(JSON(-Double.infinity).isNull)
    #expect(JSON.Number(Double.infinity) == nil)
    #expect(JSON(Int128.max).text() == "170141183460469231731687303715884105727")
  }
}
