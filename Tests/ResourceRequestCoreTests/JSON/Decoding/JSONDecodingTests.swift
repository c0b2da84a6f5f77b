// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct JSONDecodingTests {
  private let decoder = ResourceJSONDecoder()

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try decoder.decode(type, from: Data(text.utf8))
  }

  private struct Person: Decodable, Equatable {
    let name: String
    var age: Int?
    var tags: [String]?
    var home: Place?

    struct Place: Decodable, Equatable {
      let city: String
    }
  }

  @Test(arguments: [10, 64, 200])
  func `the last value of a repeated key counts, whatever the others are`(_ others: Int) throws {
    let between = (0..<others).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let values = try decode([String: Int].self, "{\"a\":\"x\",\(between),\"a\":1}")
    #expect(values.count == others + 1 && values["a"] == 1 && values["k9"] == 9)
  }

  @Test func `fields are found in whatever order the text has them`() throws {
    let ann = Person(name: "Ann", age: 7, tags: ["x", "y"], home: Person.Place(city: "Köln"))
    #expect(try decode(Person.self, #"{"name":"Ann","age":7,"tags":["x","y"],"home":{"city":"Köln"}}"#) == ann)
    #expect(
      try decode(Person.self, #" { "home" : {"city":"K\u00f6ln"},"tags":["x","y"],"b":[{}],"age":7,"name":"Ann"} "#)
        == ann
    )
    #expect(try decode(Person.self, "\u{FEFF}{\"name\": \"Ann\", \"age\": null}") == Person(name: "Ann"))
  }

  @Test func `keys are compared by their bytes, and by what they mean where nothing else is there`() throws {
    struct Accent: Decodable {
      let value: Int?
      enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
    }
    #expect(try decode(Accent.self, #"{"\u00e9": 1}"#).value == 1)
    #expect(try decode(Accent.self, #"{"e\u0301": 1}"#).value == 1)
    #expect(try decode(Accent.self, #"{"e\u0301": 1, "é": 2, "e\u0301": 3}"#).value == 2)
    #expect(try decode([String: Int].self, #"{"a\/b": 1, "": 2}"#) == ["a/b": 1, "": 2])
  }

  @Test(arguments: [1, 2, 63, 64, 65, 66, 300])
  func `of a key that comes twice the last value counts, however many members there are`(count: Int) throws {
    struct Member: Decodable {
      let k0: Int
      let missing: String?
    }
    let members = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    let text = "{\"k0\": -1, \(members), \"\\u006b0\": 77}"
    #expect(try decode(Member.self, text).k0 == 77)
    let all = try decode([String: Int].self, text)
    #expect(all.count == count)
    #expect(all["k0"] == 77)
    #expect(try decode(JSON.self, text)["k0"].int == 77)
  }

  @Test func `integers are exact, and refused where they are none or do not fit`() throws {
    #expect(try decode(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
    #expect(try decode(Int.self, "12e2") == 1200)
    #expect(try decode(Int.self, "-120e-1") == -12)
    #expect(try decode(Int.self, "0e999999999999") == 0)
    #expect(try decode(Int64.self, "-9223372036854775808") == .min)
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try decode(Int128.self, "170141183460469231731687303715884105727") == .max)
    #expect(try decode(UInt8.self, "255") == 255)
    for text in ["9223372036854775808", "1.5", "1e99999999999", "1.0000000000000001", "1e-1", "123456789012345678901"] {
      #expect(throws: DecodingError.self) { try decode(Int.self, text) }
    }
    #expect(throws: DecodingError.self) { try decode(UInt8.self, "256") }
    #expect(throws: DecodingError.self) { try decode(UInt.self, "-1") }
    #expect(throws: DecodingError.self) { try decode(Int8.self, "\"1\"") }
  }

  @Test func `numbers are the nearest, rounded once`() throws {
    for text in [
      "0.1", "1e23", "8.5", "123456789.123456789", "5e-324", "2.2250738585072011e-308", "1.7976931348623157e308",
      "-0.0",
      "9007199254740993", "0.30000000000000004", "7.2057594037927933e16", "1234567890123456789012345678901234567890",
      "0.000000000000000000000000000000000000012345678901234567890123", "3.0e-44", "16777217.0000001", "2.5e-324",
    ] {
      #expect(try decode(Double.self, text).bitPattern == Double(text)?.bitPattern, "\(text)")
      if let float = Float(text), float.isFinite, float != 0 || Double(text) == 0 {
        #expect(try decode(Float.self, text).bitPattern == float.bitPattern, "\(text)")
      }
    }
    for text in ["1e400", "-1e309", "1e-400", "2.4e-324"] {
      #expect(throws: DecodingError.self) { try decode(Double.self, text) }
    }
    #expect(throws: DecodingError.self) { try decode(Float.self, "1e39") }
    #expect(throws: DecodingError.self) { try decode(Float.self, "1e-60") }
    #expect(try decode(Double.self, "0e-400") == 0)
    #expect(
      try decode(Decimal.self, "12345678901234567890.123456789") == Decimal(string: "12345678901234567890.123456789")
    )
  }

  @Test func `arrays and dictionaries hold what the text holds`() throws {
    #expect(try decode([Double].self, "[1, 2.5, -3e2]") == [1, 2.5, -300])
    #expect(try decode([Int].self, "[]") == [])
    #expect(try decode([Int?].self, "[1, null]") == [1, nil])
    #expect(try decode([[String]].self, #"[["a"], [], ["b\n", "日本語"]]"#) == [["a"], [], ["b\n", "日本語"]])
    #expect(try decode([String: [Int]].self, #"{"a": [1], "b": []}"#) == ["a": [1], "b": []])
    #expect(try decode([Int: String].self, #"{"1": "a"}"#) == [1: "a"])
    #expect(try decode(Set<String>.self, #"["a", "a"]"#) == ["a"])
    #expect(throws: DecodingError.self) { try decode([Int].self, "[1, [2]]") }
    #expect(throws: DecodingError.self) { try decode([Double].self, "[{}, 1]") }
  }

  @Test func `what is no JSON is refused wherever it stands`() {
    struct Nothing: Decodable {}
    for text in [
      #"{"a": 01}"#, #"{"a": 1e}"#, #"{"a": "\x"}"#, #"{"a": "\ud800"}"#, "{\"a\": 1,}", "[1,]", "{\"a\": \"\u{1}\"}",
      "[1 2]",
      "{} x", "", " ", "nul", "{\"a\" 1}", "[\"a", "-", "[1.]", "{1: 2}", "]", "[}", "{\"a\":}", "\"\\u12\"", "+1",
      "NaN",
    ] {
      let error = #expect(throws: DecodingError.self, "\(text)") { try decode(Nothing.self, text) }
      guard case .dataCorrupted(let context)? = error else { continue }
      #expect(context.underlyingError is JSONSyntaxError)
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Nothing.self, from: Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]))
    }
    #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: Data([0x22, 0xC0, 0x80, 0x22])) }
  }

  @Test func `a text that is nested too deep is refused`() throws {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try decoder.decode(JSON.self, from: nested(512)) }
    #expect(throws: DecodingError.self) { try decoder.decode(JSON.self, from: nested(513)) }
    #expect(throws: Never.self) {
      try ResourceJSONDecoder(maximumDepth: 1000).decode(JSON.self, from: nested(1000))
    }
  }

  @Test func `a decoder that is kept goes on to read after the text has gone`() throws {
    struct Kept: Decodable {
      let decoder: any Decoder

      init(from decoder: any Decoder) throws {
        self.decoder = decoder
      }
    }
    let kept = try decode(Kept.self, #"{"a": "a text that is longer than a word of the machine"}"#)
    let texts = try kept.decoder.singleValueContainer().decode([String: String].self)
    #expect(texts == ["a": "a text that is longer than a word of the machine"])
    #expect(throws: DecodingError.self) { try kept.decoder.unkeyedContainer() }
  }

  @Test func `containers of one decoder may be used by several threads`() async throws {
    // KeyedDecodingContainer is not Sendable; the test is about the decoder's container inside it.
    struct Kept: Decodable, @unchecked Sendable {
      let members: KeyedDecodingContainer<JSONKey>

      init(from decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: JSONKey.self)
      }
    }
    struct JSONKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let text = "{" + (0..<40).map { "\"k\($0)\": \($0)" }.joined(separator: ",") + "}"
    let kept = try decode(Kept.self, text)
    await withTaskGroup(of: Bool.self) { group in
      for start in 0..<4 {
        group.addTask {
          (0..<2000).allSatisfy { round in
            let number = (round * 7 + start) % 40
            return (try? kept.members.decode(Int.self, forKey: JSONKey(stringValue: "k\(number)"))) == number
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
