// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// The wire format `k=v&…&END`.
struct KeyValueResponseDecoderTests {
  private struct Quote: Decodable, Equatable {
    var price: Decimal
    var link: URL?
  }

  @Test func `a decimal number is exact, and a URL is one`() throws {
    let quote = try decode(Quote.self, "price=12.30&link=https://a.example/&END")
    #expect(quote == Quote(price: try #require(Decimal(string: "12.3")), link: URL(string: "https://a.example/")))
    for price in ["12x", "", "1 2", "1.2.3", "1-2", "-", ".", "E", "--1", "0x1", "nan"] {
      #expect(throws: (any Error).self, "\(price)") { try decode(Quote.self, "price=\(price)&END") }
    }
  }

  private enum Level: String, Decodable { case low, high }

  private struct Everything: Decodable, Equatable {
    var text: String
    var int: Int
    var byte: UInt8
    var double: Double
    var yes: Bool
    var no: Bool
    var level: Level
    var absent: String?
    var absentNumber: Int?
    var emptyText: String?
    var emptyNumber: Int?
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    by decoder: KeyValueResponseDecoder = KeyValueResponseDecoder(),
    contentType: String = "text/plain; charset=utf-8"
  ) throws -> Value {
    try decoder.decode(
      type,
      from: ResourceResponse(
        status: 200,
        headers: ["Content-Type": contentType],
        data: Data(text.utf8),
        url: try ResourceURL("http://h.example/")
      )
    )
  }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return DecodingFailure.reason(error)
    }
  }

  @Test func `every kind of property is read`() throws {
    let everything = try decode(
      Everything.self,
      "text=a%26b%3D+c&int=-5&byte=255&double=2.5&yes=true&no=0&level=high&emptyText=&emptyNumber=&more=x&END"
    )
    #expect(
      everything
        == Everything(
          text: "a&b=+c",
          int: -5,
          byte: 255,
          double: 2.5,
          yes: true,
          no: false,
          level: .high,
          absent: nil,
          absentNumber: nil,
          emptyText: "",
          emptyNumber: nil
        )
    )
  }

  @Test func `the end may have a line end behind it, be another word, and the plus a space`() throws {
    struct One: Decodable, Equatable { var a: String }
    #expect(try decode(One.self, "a=1=2&END\r\n") == One(a: "1=2"))
    #expect(try decode(One.self, "a=1+2&STOP", by: .init(end: "STOP", plusIsSpace: true)) == One(a: "1 2"))
    #expect(try decode([String: String].self, "END").isEmpty)
    #expect(try decode([String: Int].self, "a=1&b=2&END") == ["a": 1, "b": 2])
  }

  @Test(arguments: ["a=1", "a=1&EN", "", "a=1&ENDLESS", "a=1&END&"])
  func `an answer that was cut off is noticed`(text: String) {
    #expect(reason { _ = try decode([String: String].self, text) }?.contains("END") == true)
  }

  @Test func `faults are reported with their places`() {
    struct One: Decodable { var number: UInt8 }
    #expect(reason { _ = try decode(One.self, "a=1&END") }?.contains("\"number\" is missing") == true)
    #expect(reason { _ = try decode(One.self, "number=256&END") }?.contains("at number") == true)
    #expect(reason { _ = try decode(One.self, "number=&END") }?.contains("at number") == true)
    #expect(reason { _ = try decode(One.self, "number&END") }?.contains("no =") == true)
    #expect(reason { _ = try decode(One.self, "number=1&number=2&END") }?.contains("twice") == true)
    #expect(reason { _ = try decode([Int].self, "END") }?.contains("not a list") == true)
    #expect(reason { _ = try decode(Int.self, "END") }?.contains("not a single value") == true)
    #expect(reason { _ = try decode([String: [Int]].self, "a=1&END") }?.contains("not a list at a") == true)
    #expect(reason { _ = try decode([String: One].self, "a=1&END") }?.contains("no keys") == true)
    #expect(reason { _ = try decode([String: Bool].self, "a=yes&END") }?.contains("at a") == true)
  }

  @Test func `broken percent-encoding stays as it is`() throws {
    #expect(try decode([String: String].self, "a=100%&b=%zz&c=%ff&END") == ["a": "100%", "b": "%zz", "c": "\u{FFFD}"])
  }
}
