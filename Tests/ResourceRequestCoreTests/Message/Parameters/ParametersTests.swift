// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import TestSupport
import Testing

@testable import ResourceRequestCore

struct ParametersTests {
  @Test func `set replaces at the first place, append repeats, remove takes all`() {
    var query: QueryParameters = ["a": 1, "b": "x", "a": 2, "c": nil]
    query.set("a", to: 31)
    #expect(query.queryString() == "a=31&b=x")
    query.append("a", "z")
    #expect(query.values(for: "a") == ["31", "z"])
    #expect(query["a"] == "31")
    query.remove("a")
    #expect(query.queryString() == "b=x")
    query["n"] = "1"
    query["b"] = nil
    #expect(query.map(\.name) == ["c", "n"])
    #expect(query["b"] == nil)
    query.removeAll()
    #expect(query.isEmpty)
  }

  @Test func `values of many types are taken`() {
    let age: Int? = 3
    let missing: Int? = nil
    var query: RequestParameters = ["i": age, "m": missing, "d": 0.5, "t": true, "l": [1, 2], "s": "x"[...]]
    query.set("u", to: UInt8(255))
    query.set("v", to: ["a", 1, nil, ["b", false]] as ParameterValue)
    query.append("p", ParameterValue.pairs(["k": 1, "l": [2, 3]]))
    query.append(
      "f",
      ParameterValue.pairs(["price": ParameterValue.pairs(["gte": 10, "lte": ParameterValue.pairs(["x": 1])])])
    )
    #expect(
      query.queryString()
        == "i=3&d=0.5&t=true&l=1&l=2&s=x&u=255&v=a&v=1&v=b&v=false&p%5Bk%5D=1&p%5Bl%5D=2&p%5Bl%5D=3"
        + "&f%5Bprice%5D%5Bgte%5D=10&f%5Bprice%5D%5Blte%5D%5Bx%5D=1"
    )
  }

  @Test(arguments: [
    (ParameterEncoding(), "a=1&a=2%2C3&t=true"),
    (ParameterEncoding(arrays: .brackets, booleans: .digits), "a%5B%5D=1&a%5B%5D=2%2C3&t=1"),
    (ParameterEncoding(arrays: .commas, nulls: .nameOnly), "a=1,2%2C3,&n&t=true"),
    (ParameterEncoding(nulls: .empty), "a=1&a=2%2C3&a=&n=&t=true"),
  ])
  func `lists, booleans and nil follow the options`(options: ParameterEncoding, expected: String) {
    let query: RequestParameters = ["a": ["1", "2,3", nil] as [String?], "n": nil, "t": true, "e": [] as [Int]]
    #expect(query.queryString(options) == expected)
  }

  @Test func `a list of nil alone is a name without a sign, as nil is`() {
    let query: RequestParameters = ["a": [nil, nil] as [String?]]
    #expect(query.queryString(ParameterEncoding(arrays: .commas, nulls: .nameOnly)) == "a")
    #expect(query.queryString(ParameterEncoding(arrays: .commas, nulls: .empty)) == "a=,")
  }

  @Test func `a value beside a list of the same name is written as one of it`() {
    var query: RequestParameters = ["a": ["1", "2"], "b": 1, "b": 2]
    query.append("a", "3")
    #expect(query.queryString(ParameterEncoding(arrays: .brackets)) == "a%5B%5D=1&a%5B%5D=2&b=1&b=2&a%5B%5D=3")
    #expect(query.queryString() == "a=1&a=2&b=1&b=2&a=3")
  }

  @Test(arguments: [
    (ParameterEncoding.DateStyle.rfc3339, 1_778_051_289.0, "2026-05-06T07:08:09Z"),
    (.rfc3339, 1_778_051_289.25, "2026-05-06T07:08:09.250Z"), (.seconds, 1_778_051_289.9, "1778051289"),
    (.milliseconds, 1_778_051_289.25, "1778051289250"), (.rfc3339, -1, "1969-12-31T23:59:59Z"), (.seconds, -0.5, "-1"),
    (.seconds, .nan, "0"), (.milliseconds, .infinity, "300000000000000000"),
  ])
  func `a date follows the options, and is RFC 3339 in a path`(
    _ style: ParameterEncoding.DateStyle,
    _ seconds: Double,
    _ expected: String
  ) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let query: RequestParameters = ["since": date]
    let encoded = expected.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "%3A")
    #expect(query.queryString(ParameterEncoding(dates: style)) == "since=\(encoded)")
    if style == .rfc3339 { #expect(date.parameterValue.text == expected) }
  }

  @Test func `all but unreserved characters is encoded in names and values`() {
    let all: RequestParameters = ["a b&=+": "Ümit/7 ?#[]@!$'()*,;:%~-._"]
    #expect(
      all.queryString()
        == "a%20b%26%3D%2B=%C3%9Cmit%2F7%20%3F%23%5B%5D%40%21%24%27%28%29%2A%2C%3B%3A%25~-._"
    )
    #expect(
      all.formBody() == "a+b%26%3D%2B=%C3%9Cmit%2F7+%3F%23%5B%5D%40%21%24%27%28%29%2A%2C%3B%3A%25~-._"
    )
  }

  @Test(arguments: [
    ("a=b=c", "a=b=c&x=1"), ("x", "x&x=1"), ("a=1&a=2", "a=1&a=2&x=1"), ("a=1&", "a=1&x=1"), ("", "x=1"),
    ("q=%zz+ü", "q=%zz+ü&x=1"),
  ])
  func `an inline query stays byte for byte before what is appended`(inline: String, expected: String) {
    #expect((["x": 1] as RequestParameters).appended(to: inline[...]) == expected)
    #expect((["x": nil] as RequestParameters).appended(to: inline[...]) == inline)
    #expect(RequestParameters().appended(to: inline[...]) == inline)
    #expect(RequestParameters().appended(to: nil) == nil)
  }

  @Test func `what a form says is read back, whatever the text`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      var form = FormParameters()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        form.append(randomText(&random), randomText(&random))
      }
      let read = FormCodec.parse(form.formBody())
      #expect(read.map(\.name) == form.map(\.name) && read.map(\.value) == form.map(\.value.text))
      #expect(FormCodec.parse(form.queryString()).map(\.value) == form.map(\.value.text))
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }
}
