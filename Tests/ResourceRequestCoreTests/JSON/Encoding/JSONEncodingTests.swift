// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct JSONEncodingTests {
  private func text(_ value: some Encodable, _ options: ResourceJSONEncoder = ResourceJSONEncoder()) throws -> String {
    String(decoding: try options.encode(value), as: UTF8.self)
  }

  private struct Person: Codable, Equatable {
    var name = "Ann"
    var age: Int?
    var scores = [1.5, 2, 1e300]
    var home = ["city": "Köln"]
    var pets: [Pet] = []

    struct Pet: Codable, Equatable {
      var kind: String
      var legs: UInt8 = 4
    }
  }

  @Test func `members stand in the order in which a type encodes them`() throws {
    let person = Person(age: nil, pets: [Person.Pet(kind: "cat\n\"/\\\u{1}"), Person.Pet(kind: "日本", legs: 0)])
    #expect(
      try text(person)
        == #"{"name":"Ann","scores":[1.5,2,1e+300],"home":{"city":"Köln"},"#
        + #""pets":[{"kind":"cat\n\"/\\\u0001","legs":4},{"kind":"日本","legs":0}]}"#
    )
    #expect(try ResourceJSONDecoder().decode(Person.self, from: Data(text(person).utf8)) == person)
  }

  @Test(arguments: [1, 1000, 16_380, 16_384, 16_385, 100_000, 1_000_000])
  func `a text of any length is whole`(_ length: Int) throws {
    let values = Array(repeating: "é\"", count: length / 6) + ["end"]
    let bytes = try ResourceJSONEncoder().encode(values)
    #expect(try ResourceJSONDecoder().decode([String].self, from: bytes) == values)
    #expect(bytes.count == (length / 6) * 7 + 7)
  }

  @Test func `the text is laid out as JSON's is`() throws {
    struct Value: Encodable {
      let b = [1, 2]
      let a = ["x": [Int?]()]
      let c = [String: Int]()
      let d = [["y": true]]
    }
    for layout in [[], .pretty, .sortedKeys, [.pretty, .sortedKeys]] as [JSON.WritingOptions] {
      let written = try text(Value(), ResourceJSONEncoder(layout: layout))
      #expect(try JSON(parsing: written).text(layout) == written)
    }
    #expect(
      try text(Value(), ResourceJSONEncoder(layout: .sortedKeys))
        == #"{"a":{"x":[]},"b":[1,2],"c":{},"d":[{"y":true}]}"#
    )
  }

  @Test func `numbers of all sizes are exact`() throws {
    #expect(try text([Int.min, .max, 0]) == "[-9223372036854775808,9223372036854775807,0]")
    #expect(try text([UInt64.max]) == "[18446744073709551615]")
    #expect(try text([Int128.min]) == "[-170141183460469231731687303715884105728]")
    #expect(try text(Float(0.1)) == "0.1")
    #expect(try text(-0.0) == "-0")
    #expect(try text(Decimal(string: "12345678901234567890.123456789")) == "12345678901234567890.123456789")
    let json: JSON = ["b": 1, "a": [nil, "x"]]
    #expect(try text(["k": json]) == #"{"k":{"b":1,"a":[null,"x"]}}"#)
  }

  @Test func `dates, data, URLs and infinities are written by the strategies`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try text([date]) == "[721692800]")
    #expect(try text(date, ResourceJSONEncoder(dates: .secondsSince1970)) == "1700000000")
    #expect(try text(date, ResourceJSONEncoder(dates: .millisecondsSince1970)) == "1700000000000")
    #expect(try text(["d": date], ResourceJSONEncoder(dates: .iso8601)) == #"{"d":"2023-11-14T22:13:20Z"}"#)
    #expect(
      try text(date, ResourceJSONEncoder(dates: .custom { _, encoder in try [1, 2].encode(to: encoder) })) == "[1,2]"
    )
    #expect(try text(Data([1, 2, 3])) == "\"AQID\"")
    #expect(try text(Data([1, 2]), ResourceJSONEncoder(bytes: .deferredToData)) == "[1,2]")
    #expect(try text([URL(string: "https://a.example/b")]) == #"["https://a.example/b"]"#)
    let words = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
      positiveInfinity: "oo",
      negativeInfinity: "-oo",
      nan: "?"
    )
    #expect(
      try text([1, -Double.infinity, .nan], ResourceJSONEncoder(nonConformingFloats: words)) == #"[1,"-oo","?"]"#
    )
    #expect(throws: EncodingError.self) { try text(["a": Double.nan]) }
    let never = Date(timeIntervalSince1970: .nan)
    #expect(throws: EncodingError.self) { try text(["a": never], ResourceJSONEncoder(dates: .iso8601)) }
  }

  @Test func `in the place of a value that cannot be written another may be`() throws {
    struct Careful: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        for number in [Double.infinity, .nan] { #expect(throws: EncodingError.self) { try container.encode(number) } }
        #expect(throws: EncodingError.self) { try container.encode(["a": [1, Double.nan]]) }
        try container.encodeNil()
      }
    }
    #expect(try text(Careful()) == "null")
    #expect(try text(["a": [Careful()]]) == #"{"a":[null]}"#)
  }

  @Test(arguments: [
    "firstName", "URL", "myURLProperty", "a", "", "aB", "aBC", "AbcDE", "x1Y", "étéÉté", "_a_B", "one_Two",
    "mediaMP3HD", "videoH264HD", "pointX1Y2", "isV2ray", "A1b", "aB1C2d", "ABc", "a1B",
  ])
  func `keys are converted to snake case as Foundation does`(key: String) throws {
    struct Keyed: Encodable {
      let key: String

      struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey(stringValue: key))
      }
    }
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    let theirs = String(decoding: try foundation.encode(Keyed(key: key)), as: UTF8.self)
    #expect(try text(Keyed(key: key), ResourceJSONEncoder(keys: .convertToSnakeCase)) == theirs)
  }

  /// Creates nested containers and super encoders, and writes to them in another order.
  private struct Interleaved: Encodable {
    enum Key: CodingKey { case a, b, c, d, e }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .d)
      var list = container.nestedUnkeyedContainer(forKey: .c)
      try container.encode(1, forKey: .b)
      try nested.encode("x", forKey: .b)
      try list.encode(2)
      try nested.encode("y", forKey: .a)
      var inner = list.nestedUnkeyedContainer()
      try list.encodeNil()
      try inner.encode(3.5)
      try [7].encode(to: container.superEncoder(forKey: .a))
      try ["k": true].encode(to: container.superEncoder())
      _ = container.superEncoder(forKey: .e)
    }
  }

  @Test func `containers may be written to in any order`() throws {
    #expect(
      try text([Interleaved()])
        == #"[{"d":{"b":"x","a":"y"},"c":[2,[3.5],null],"b":1,"a":[7],"super":{"k":true},"e":{}}]"#
    )
    #expect(
      try text(Interleaved(), ResourceJSONEncoder(layout: .sortedKeys))
        == #"{"a":[7],"b":1,"c":[2,[3.5],null],"d":{"a":"y","b":"x"},"e":{},"super":{"k":true}}"#
    )
    let pretty = ResourceJSONEncoder(layout: [.pretty, .sortedKeys])
    #expect(try text([Interleaved()], pretty) == JSON(parsing: text([Interleaved()])).text([.pretty, .sortedKeys]))
  }

  @Test func `a key that is encoded twice has its last value, and what cannot be encoded leaves nothing`() throws {
    struct Twice: Encodable {
      enum Key: CodingKey { case a, b }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([1], forKey: .a)
        try container.encode("x", forKey: .b)
        try? container.encode(["k": Double.nan], forKey: .b)
        try? container.encode(Float.infinity, forKey: .b)
        try container.encode(2, forKey: .a)
        var other = encoder.container(keyedBy: Key.self)
        try other.encode("y", forKey: .b)
      }
    }
    #expect(try text(Twice()) == #"{"a":2,"b":"y"}"#)
    let pretty = ResourceJSONEncoder(layout: .pretty)
    #expect(try text([Twice()], pretty) == JSON(parsing: #"[{"a":2,"b":"y"}]"#).text(.pretty))
  }

  private class Base: Encodable {
    enum Key: String, CodingKey { case meta, list, other }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      try meta.encode(1, forKey: .other)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode("a")
    }
  }

  private final class Derived: Base {
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      try meta.encode([2], forKey: .list)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode("b")
      try container.encode(true, forKey: .other)
      var meta2 = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      try meta2.encode(3, forKey: .other)
    }
  }

  @Test func `a nested container that is asked for again goes on`() throws {
    let values = [Derived(), Derived()]
    let foundation = try JSON(parsing: JSONEncoder().encode(values))
    for layout in [[], .pretty, .sortedKeys] as [JSON.WritingOptions] {
      #expect(try JSON(parsing: text(values, ResourceJSONEncoder(layout: layout))) == foundation)
    }
    #expect(try text(Derived()) == #"{"meta":{"other":3,"list":[2]},"list":["a","b"],"other":true}"#)
  }

  @Test func `a nested container whose key gets another value is replaced, and so is one of another kind`() throws {
    struct Replacing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Base.Key.self)
        var meta = container.nestedContainer(keyedBy: Base.Key.self, forKey: .meta)
        try meta.encode(1, forKey: .other)
        try container.encode(2, forKey: .meta)
        var again = container.nestedContainer(keyedBy: Base.Key.self, forKey: .meta)
        try again.encode(3, forKey: .list)
        _ = container.nestedContainer(keyedBy: Base.Key.self, forKey: .list)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(4)
      }
    }
    #expect(try text([Replacing()]) == #"[{"meta":{"list":3},"list":[4]}]"#)
  }

  @Test func `a nested container of a value that failed is gone, and those beside it go on`() throws {
    struct Item: Encodable {
      let value: Double

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Base.Key.self)
        var meta = container.nestedContainer(keyedBy: Base.Key.self, forKey: .meta)
        try meta.encode(1, forKey: .list)
        try container.encode(value, forKey: .other)
      }
    }
    struct Items: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Base.Key.self)
        var meta = container.nestedContainer(keyedBy: Base.Key.self, forKey: .meta)
        try meta.encode(1, forKey: .meta)
        try? container.encode([Item(value: 1), Item(value: .nan)], forKey: .other)
        var again = container.nestedContainer(keyedBy: Base.Key.self, forKey: .meta)
        try again.encode(2, forKey: .other)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        for value in [Double.nan, 1, .nan, 2] { try? list.encode(Item(value: value)) }
      }
    }
    let items = #"[{"meta":{"list":1},"other":1},{"meta":{"list":1},"other":2}]"#
    #expect(try text([Items()]) == #"[{"meta":{"meta":1,"other":2},"list":\#(items)}]"#)
  }

  @Test func `keys are sorted by their code points, as JSON's are`() throws {
    let value = ["a b": 1, "a": 2, "a!": 3, "\n": 4, "Z": 5, "ä": 6, "\"": 7, "\u{10000}": 8, "\u{FFFF}": 9]
    let written = try text(value, ResourceJSONEncoder(layout: .sortedKeys))
    #expect(try JSON(parsing: written).text(.sortedKeys) == written)
    #expect(written.hasPrefix(#"{"\n":4,"\"":7,"Z":5,"a":2,"a b":1,"a!":3,"#))
  }

  @Test func `what cannot be written is an error and no crash`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    struct Confused: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var single = encoder.singleValueContainer()
        try single.encode(2)
      }
    }
    #expect(throws: EncodingError.self) { try text(Nothing()) }
    #expect(throws: EncodingError.self) { try text([Confused()]) }
    #expect(try text([Nothing()]) == "[{}]")
  }

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: -12_219_292_801), Date(timeIntervalSince1970: 0)])
  func `a date that is written as ISO 8601 is read as the same date`(_ date: Date) throws {
    let bytes = try ResourceJSONEncoder(dates: .iso8601).encode([date])
    #expect(try ResourceJSONDecoder(dates: .iso8601).decode([Date].self, from: bytes) == [date])
  }

  @Test(arguments: [.nan, -Double.infinity])
  func `a number that JSON does not have is named by its place in an array`(_ number: Double) throws {
    let error = try #require(throws: EncodingError.self) { try text(["k": [0, number]]) }
    guard case .invalidValue(_, let context) = error else { throw error }
    #expect(context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue } == ["k", "1"])
  }
}
