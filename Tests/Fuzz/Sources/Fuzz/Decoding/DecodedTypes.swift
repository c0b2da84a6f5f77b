// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Types that use a decoder in every way: fields, optionals, nesting, enums, super decoders, dictionaries, exact
/// numbers.
enum DecodedTypes {
  struct Numbers: Decodable, Equatable {
    let a: Int, b: Int8?, c: UInt64?, d: Double, e: Float?, f: Bool
  }

  struct Texts: Decodable, Equatable {
    let a: String, b: String?
    let c: [String]?
  }

  struct Node: Decodable, Equatable {
    let a: Int?
    let children: [Node]?
    let named: [String: Node]?
  }

  struct Exact: Decodable, Equatable {
    let a: Decimal?, b: Int128?, c: UInt128?
  }

  struct Foreign: Decodable, Equatable {
    let a: Date?, b: URL?, c: Data?, d: UUID?
  }

  enum Choice: Decodable, Equatable {
    case none
    case number(Int)
    case pair(a: Int, b: String?)
    indirect case more(Choice)
  }

  enum Word: String, Decodable { case a, b, c = "é" }

  enum Level: Int, Decodable { case low = 1, high = 2 }

  /// Keys with integer values.
  struct Numbered: Decodable, Equatable {
    let one: String, two: Int?
    enum CodingKeys: Int, CodingKey { case one = 1, two = 2 }
  }

  struct Renamed: Decodable, Equatable {
    let first: Int?, second: String?
    enum CodingKeys: String, CodingKey { case first = "é", second = "a b\n\"" }
  }

  class Base: Decodable {
    let a: Int?
  }

  /// Decodes its base class from the key `super`.
  final class Derived: Base, Equatable {
    let b: String?
    enum CodingKeys: CodingKey { case b }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      b = try container.decodeIfPresent(String.self, forKey: .b)
      try super.init(from: container.superDecoder())
    }

    static func == (one: Derived, other: Derived) -> Bool { one.a == other.a && one.b == other.b }
  }

  /// Requests a super decoder by key, and one for each element of an array.
  struct Supers: Decodable, Equatable {
    let a: Int?
    let b: [String]

    enum CodingKeys: CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try Int?(from: container.superDecoder(forKey: .a))
      var elements = try container.nestedUnkeyedContainer(forKey: .b)
      var texts: [String] = []
      while !elements.isAtEnd { texts.append(try String(from: elements.superDecoder())) }
      b = texts
    }
  }

  /// Decodes nested containers by hand.
  struct Nested: Decodable, Equatable {
    var numbers: [Int] = []
    var keys: [String] = []
    var isNull = false

    enum Outer: CodingKey { case a, b }
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Outer.self)
      let inner = try outer.nestedContainer(keyedBy: AnyKey.self, forKey: .a)
      keys = inner.allKeys.map(\.stringValue).sorted()
      isNull = try outer.decodeNil(forKey: .b)
      guard !isNull, outer.contains(.b) else { return }
      var rows = try outer.nestedUnkeyedContainer(forKey: .b)
      while !rows.isAtEnd {
        if try rows.decodeNil() { continue }
        var row = try rows.nestedUnkeyedContainer()
        while let number = try row.decodeIfPresent(Int.self) { numbers.append(number) }
        if !row.isAtEnd { numbers.append(try row.decode(Int.self)) }
      }
      numbers.append(rows.currentIndex)
    }
  }

  /// Decodes three elements, even if the array is shorter.
  struct Triple: Decodable, Equatable {
    let a: Int, b: String, c: Double

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      a = try container.decode(Int.self)
      b = try container.decode(String.self)
      c = try container.decode(Double.self)
    }
  }

  /// Skips elements of other types.
  struct Lossy: Decodable, Equatable {
    var values: [Int] = []
    private struct Skipped: Decodable {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        if let value = try? container.decode(Int.self) {
          values.append(value)
        } else {
          _ = try container.decode(Skipped.self)
        }
      }
    }
  }

  /// Tries one type after another.
  indirect enum Anything: Decodable, Equatable {
    case null, flag(Bool), integer(Int), number(Double), text(String), list([Anything]), members([String: Anything])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .flag(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([Anything].self) {
        self = .list(value)
      } else {
        self = .members(try container.decode([String: Anything].self))
      }
    }
  }

  /// Throws an error of its own.
  struct Picky: Decodable, Equatable {
    let a: Int

    enum CodingKeys: CodingKey { case a }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decode(Int.self, forKey: .a)
      guard a >= 0 else {
        throw DecodingError.dataCorruptedError(forKey: .a, in: container, debugDescription: "below zero")
      }
    }
  }

  struct Wrapped<Value: Decodable & Equatable>: Decodable, Equatable {
    let value: Value?
    let others: [Value?]?
  }

  struct Fields: Decodable, Equatable {
    let a, b, c, d, e, f, g, h, i, j: Int?
    let k, l, m, n, o, p, q, r, s, t: String?
  }

  struct Defaulted: Decodable, Equatable {
    var a = 1
    var b: Int?

    enum CodingKeys: CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decodeIfPresent(Int.self, forKey: .a) ?? 1
      b = try? container.decode(Int.self, forKey: .b)
    }
  }
}
