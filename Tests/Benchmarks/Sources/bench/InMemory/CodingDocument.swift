// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Documents that are easy or hard to decode, the same in every run.
enum CodingDocument {
  struct Flat: Codable {
    let id: Int
    let name: String
    let note: String
    let price: Double
    let active: Bool
    let count: Int
  }

  struct Nested: Codable {
    struct Place: Codable {
      let city: String
      let at: Point
    }

    struct Point: Codable {
      let x: Double
      let y: Double
    }

    let id: Int
    let tags: [String]
    let place: Place
    let next: [Point]
  }

  /// Decodes two of twenty members.
  struct Tenth: Codable {
    let member3: Int
    let member17: String
  }

  static func flat() throws -> Data {
    try encoded(flatValues())
  }

  static func flatValues() -> [Flat] {
    (0..<4000).map { number in
      Flat(
        id: number * 7919,
        name: "Entry number \(number)",
        note: number % 3 == 0 ? "Ümläute, \"quotes\" and\na line end" : "plain words without anything special",
        price: Double(number % 1000) * 1.25 + 0.1,
        active: number % 2 == 0,
        count: number
      )
    }
  }

  /// Objects with their members in another order than the type reads them.
  static func shuffled() throws -> Data {
    let orders = [[5, 0, 3, 1, 4, 2], [2, 4, 1, 5, 3, 0], [3, 2, 0, 4, 5, 1]]
    let texts = try flatValues().enumerated().map { number, value in
      let members = [
        "\"id\":\(value.id)", "\"name\":\(try text(value.name))", "\"note\":\(try text(value.note))",
        "\"price\":\(value.price)", "\"active\":\(value.active)", "\"count\":\(value.count)",
      ]
      return "{\(orders[number % orders.count].map { members[$0] }.joined(separator: ","))}"
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }

  static func nestedValues() -> [Nested] {
    (0..<3000).map { number in
      let point = Nested.Point(x: 52.5 + Double(number) / 1e4, y: 13.4 - Double(number) / 1e4)
      return Nested(
        id: number,
        tags: ["alpha", "beta-\(number % 17)", "gamma"],
        place: Nested.Place(city: "Town \(number % 97)", at: point),
        next: [point, Nested.Point(x: 1.5, y: -2.25)]
      )
    }
  }

  static func doublesValues() -> [Double] {
    (0..<60_000).map { sin(Double($0)) * pow(10, Double($0 % 12 - 4)) }
  }

  static func dictionaryValues() -> [String: Int] {
    Dictionary(uniqueKeysWithValues: (0..<30_000).map { ("member number \($0)", $0 &* 7919) })
  }

  static func tenth() throws -> Data {
    let texts = (0..<1500).map { number in
      let members = (0..<20).map {
        $0 % 2 == 1 && $0 != 3 ? "\"member\($0)\":\"text \(number)\"" : "\"member\($0)\":\(number)"
      }
      return "{\(members.joined(separator: ","))}"
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }

  /// One object of about 200 bytes, as small services send.
  static func small() throws -> Data {
    let text =
      #"{"id":4711,"name":"Grand Hotel, Zermatt","note":"rooms with a view of the mountain, breakfast and a sauna; "#
      + #"pets are welcome, and so are children","price":219.5,"active":true,"count":42}"#
    return Data(text.utf8)
  }

  static func encoded(_ value: some Encodable) throws -> Data {
    try JSONEncoder().encode(value)
  }

  private static func text(_ value: String) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
