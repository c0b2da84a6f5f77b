// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct JSONDecodingOptionsTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ options: ResourceJSONDecoder
  ) throws -> Value {
    try options.decode(type, from: Data(text.utf8))
  }

  @Test func `dates are read by the strategy`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try decode(Date.self, "721692800", ResourceJSONDecoder()) == date)
    #expect(try decode(Date.self, "1.7e9", ResourceJSONDecoder(dates: .secondsSince1970)) == date)
    #expect(try decode(Date.self, "1700000000000", ResourceJSONDecoder(dates: .millisecondsSince1970)) == date)
    #expect(try decode([Date].self, "[\"2023-11-14T22:13:20Z\"]", ResourceJSONDecoder(dates: .iso8601)) == [date])
    let custom = ResourceJSONDecoder(
      dates: .custom { decoder in
        Date(timeIntervalSince1970: try decoder.singleValueContainer().decode([Double].self).reduce(0, +))
      }
    )
    #expect(
      try decode([String: Date?].self, "{\"a\": [1600000000, 100000000], \"b\": null}", custom) == [
        "a": date, "b": nil,
      ]
    )
    for text in ["yesterday", "2023-02-30T00:00:00Z", "2023-11-14T22:13:20Zjunk", "2023-11-14T25:00:00Z"] {
      #expect(throws: DecodingError.self) {
        try decode([Date].self, "[\"\(text)\"]", ResourceJSONDecoder(dates: .iso8601))
      }
    }
  }

  @Test func `data is read by the strategy`() throws {
    #expect(try decode(Data.self, #""AQI\u0044""#, ResourceJSONDecoder()) == Data([1, 2, 3]))
    #expect(try decode(Data.self, "[1, 2]", ResourceJSONDecoder(bytes: .deferredToData)) == Data([1, 2]))
    let custom = ResourceJSONDecoder(bytes: .custom { Data(try String(from: $0).utf8) })
    #expect(try decode([Data].self, "[\"ab\"]", custom) == [Data([97, 98])])
    #expect(throws: DecodingError.self) { try decode(Data.self, "\"%\"", ResourceJSONDecoder()) }
    #expect(throws: DecodingError.self) { try decode(Data.self, "1", ResourceJSONDecoder()) }
  }

  @Test func `words for infinity and NaN are numbers where the options say so`() throws {
    let options = ResourceJSONDecoder(
      nonConformingFloats: .convertFromString(positiveInfinity: "+oo", negativeInfinity: "-oo", nan: "nan")
    )
    #expect(try decode([Double].self, "[1, \"+oo\", \"-oo\"]", options) == [1, .infinity, -.infinity])
    #expect(try decode(Float.self, "\"nan\"", options).isNaN)
    #expect(throws: DecodingError.self) { try decode(Double.self, "\"1\"", options) }
    #expect(throws: DecodingError.self) { try decode(Double.self, "\"+oo\"", ResourceJSONDecoder()) }
  }

  @Test(arguments: [
    "first_name", "_first_name_", "firstName", "__", "", "a__b", "FIRST_NAME", "url_of_it", "é_été", "a_b_c_", "x-y_z",
    "a_1b",
    "_a", "x_a1b", "x_a'b", "x_B2B-c.d", "naïve_straße", "ONE",
  ])
  func `keys are converted from snake case as Foundation does`(key: String) throws {
    struct Keys: Decodable {
      let names: [String]

      private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }

      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
    }
    let text = Data("{\"\(key)\": 1}".utf8)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let ours = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    #expect(try ours.decode(Keys.self, from: text).names == foundation.decode(Keys.self, from: text).names)
  }

  @Test func `keys of dictionaries are left as they are`() throws {
    struct Person: Decodable, Equatable {
      let firstName: String
      let lastSeen: [String: Int]
    }
    let text = #"{"first_name": "Ann", "last_seen": {"my_home": 1}}"#
    let person = Person(firstName: "Ann", lastSeen: ["my_home": 1])
    #expect(try decode(Person.self, text, ResourceJSONDecoder(keys: .convertFromSnakeCase)) == person)
    let upper = ResourceJSONDecoder(
      keys: .custom { path in Key(path.map(\.stringValue).joined(separator: ".").uppercased()) }
    )
    #expect(try decode(Loud.self, #"{"a": {"b": 1}}"#, upper).A.value == 1)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Loud: Decodable {
    let A: Inner

    struct Inner: Decodable {
      let value: Int
      enum CodingKeys: String, CodingKey { case value = "A.B" }
    }
  }

  @Test func `the user's information reaches the types`() throws {
    struct Told: Decodable {
      let word: String?
      init(from decoder: any Decoder) throws {
        word = CodingUserInfoKey(rawValue: "word").flatMap { decoder.userInfo[$0] as? String }
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "word"))
    #expect(try decode([Told].self, "[{}]", ResourceJSONDecoder(userInfo: [key: "here"])).first?.word == "here")
  }

  @Test func `JSON5 is read where the options say so`() throws {
    let options = ResourceJSONDecoder(dates: .secondsSince1970, allowsJSON5: true)
    #expect(try decode([String: Date].self, "{a: 0x10, /* b */}", options) == ["a": Date(timeIntervalSince1970: 16)])
  }

  /// A path is asked for at each object, and must not be searched from the array's beginning.
  @Test(.timeLimit(.minutes(1)))
  func `the time for a long array within an object grows with its length`() throws {
    struct Item: Decodable, Equatable { let itemNumber: Int }
    struct Page: Decodable { let items: [Item] }
    let count = 100_000
    let text = #"{"items": ["# + (0..<count).map { #"{"item_number": \#($0)}"# }.joined(separator: ",") + "]}"
    let page = try decode(Page.self, text, ResourceJSONDecoder(keys: .convertFromSnakeCase))
    #expect(page.items.count == count && page.items.last == Item(itemNumber: count - 1))
  }
}
