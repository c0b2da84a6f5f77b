// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

struct JSONDecodingErrorTests {
  private struct Order: Decodable {
    let id: Int
    let lines: [Line]?
    let notes: [String: Line]?

    struct Line: Decodable {
      let price: Double
      let name: String?
    }
  }

  private func failure<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    _ options: ResourceJSONDecoder = ResourceJSONDecoder()
  ) -> (kind: String, path: String, place: JSONDecodingPlace?)? {
    let error = #expect(throws: DecodingError.self) {
      try options.decode(type, from: Data(text.utf8))
    }
    func tell(_ kind: String, _ context: DecodingError.Context) -> (String, String, JSONDecodingPlace?) {
      (
        kind, context.codingPath.map(\.stringValue).joined(separator: "/"),
        context.underlyingError as? JSONDecodingPlace
      )
    }
    return switch error {
    case .typeMismatch(let type, let context): tell("mismatch \(type)", context)
    case .valueNotFound(let type, let context): tell("nothing \(type)", context)
    case .keyNotFound(let key, let context): tell("key \(key.stringValue)", context)
    case .dataCorrupted(let context): tell("data", context)
    default: nil
    }
  }

  @Test func `an error names the kind, the path, the line and the column`() throws {
    let text = "{\"id\": 1,\n \"lines\": [{\"price\": 1}, {\"name\": \"é\", \"price\": \"secret\"}]}"
    let error = try #require(failure(Order.self, text))
    #expect(error.kind == "mismatch Double")
    #expect(error.path == "lines/Index 1/price")
    let place = try #require(error.place)
    #expect((place.line, place.column) == (2, 49))
    #expect(place.description == "line 2, column 49: a string of 6 bytes")
  }

  @Test(arguments: [
    (#"{"id": null}"#, "nothing Int", "id", "line 1, column 8: null"),
    (#"{"lines": []}"#, "key id", "", "line 1, column 1: an object with the keys \"lines\""),
    (#"{"id": 1.5}"#, "data", "id", "line 1, column 8: a number of 3 characters"),
    (#"{"id": 1, "lines": {}}"#, "mismatch Array<Any>", "lines", "line 1, column 20: an object without keys"),
    (
      #"{"id": 1, "lines": [0, 1]}"#, "mismatch Dictionary<String, Any>", "lines/Index 0",
      "line 1, column 21: a number of 1 character"
    ),
    (
      #"{"id": 1, "notes": {"a": {"price": 1}, "b": {}}}"#, "key price", "notes/b",
      "line 1, column 45: an object without keys"
    ),
    (#"[]"#, "mismatch Dictionary<String, Any>", "", "line 1, column 1: an array of 0 elements"),
  ])
  func `an error tells what stands at its place, and nothing secret`(
    text: String,
    kind: String,
    path: String,
    place: String
  ) throws {
    let error = try #require(failure(Order.self, text))
    #expect(error.kind == kind)
    #expect(error.path == path)
    #expect(error.place?.description == place)
  }

  @Test func `what a type finds wrong itself is placed by its path`() throws {
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no"))
      }
    }
    let error = try #require(failure([String: [Picky]].self, "{\"a\": [],\n\"b\": [1]}"))
    #expect(error.path == "b/Index 0")
    #expect((error.place?.line, error.place?.column) == (2, 7))
  }

  @Test func `an array that is read past its end tells the index`() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decode(Int.self)
      }
    }
    let error = try #require(failure([String: Pair].self, #"{"a": [1]}"#))
    #expect(error.kind == "nothing Int")
    #expect(error.path == "a/Index 1")
  }

  @Test func `a path has the keys that a type asks for`() throws {
    struct Person: Decodable { let homeTown: Town }
    struct Town: Decodable { let zipCode: Int }
    let options = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    let error = try #require(failure(Person.self, #"{"home_town": {"zip_code": "x"}}"#, options))
    #expect(error.path == "homeTown/zipCode")
    #expect(error.place?.column == 28)
  }

  private struct Numbered: Decodable {
    let count: Int?
    let inner: Inner?
    enum CodingKeys: Int, CodingKey { case count = 7, inner = 8 }

    struct Inner: Decodable {
      init(from decoder: any Decoder) throws {
        var row = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .inner)
        _ = try row.decode(Bool.self)
      }
    }
  }

  @Test(arguments: [
    (#"{"count": "x"}"#, [7]), (#"{"inner": {}}"#, [8]), (#"{"inner": {"inner": {}}}"#, [8, 8]),
    (#"{"inner": {"inner": [1]}}"#, [8, 8, 0]), (#"{"inner": {"inner": []}}"#, [8, 8, 0]),
  ])
  func `the keys of a path keep the numbers that their type gives them`(text: String, numbers: [Int]) throws {
    func path(_ decode: () throws -> Void) -> [any CodingKey]? {
      switch #expect(throws: DecodingError.self, performing: decode) {
      case .typeMismatch(_, let context), .keyNotFound(_, let context), .valueNotFound(_, let context):
        context.codingPath
      default: nil
      }
    }
    let ours = try #require(path { _ = try ResourceJSONDecoder().decode(Numbered.self, from: Data(text.utf8)) })
    #expect(ours.compactMap(\.intValue) == numbers)
    let theirs = try #require(path { _ = try JSONDecoder().decode(Numbered.self, from: Data(text.utf8)) })
    #expect(ours.map(\.stringValue) == theirs.map(\.stringValue))
    #expect(ours.map(\.intValue) == theirs.map(\.intValue))
    let dictionary = try #require(
      path { _ = try ResourceJSONDecoder().decode([Int: Int].self, from: Data(#"{"5": []}"#.utf8)) }
    )
    #expect(dictionary.map(\.intValue) == [5])
  }

  /// The path at which it is decoded.
  private struct Whereabouts: Decodable, Equatable {
    let names: [String]
    let numbers: [Int?]

    init(from decoder: any Decoder) throws {
      (names, numbers) = (decoder.codingPath.map(\.stringValue), decoder.codingPath.map(\.intValue))
    }
  }

  @Test func `the keys of a dictionary are those of the text, in the path of a value and of an error`() throws {
    let snake = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    let theirs = JSONDecoder()
    theirs.keyDecodingStrategy = .convertFromSnakeCase
    struct Outer: Decodable { let allItems: [String: Whereabouts] }
    let text = Data(#"{"all_items": {"first_key": {}}}"#.utf8)
    let found = try snake.decode(Outer.self, from: text).allItems
    #expect(found["first_key"]?.names == ["allItems", "first_key"])
    #expect(try theirs.decode(Outer.self, from: text).allItems == found)
    let error = try #require(
      #expect(throws: DecodingError.self) {
        try snake.decode([String: Int].self, from: Data("{\n\"first_key\": \"x\"}".utf8))
      }
    )
    #expect("\(error)".contains("first_key") && "\(error)".contains("line 2"), "\(error)")
  }

  @Test func `keys are converted where an object is no dictionary after all`() throws {
    enum Either: Decodable {
      case numbers([String: Int])
      case path([String])

      init(from decoder: any Decoder) throws {
        struct Inner: Decodable { let firstChild: Whereabouts }
        let container = try decoder.singleValueContainer()
        do { self = .numbers(try container.decode([String: Int].self)) } catch {
          self = .path(try container.decode(Inner.self).firstChild.names)
        }
      }
    }
    let snake = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    let read = try snake.decode(Either.self, from: Data(#"{"first_child": {}}"#.utf8))
    #expect({ if case .path(["firstChild"]) = read { true } else { false } }())
  }

  @Test func `a key with a number keeps it in the path of its value`() throws {
    let text = Data(#"{"5": {}}"#.utf8)
    #expect(try ResourceJSONDecoder().decode([Int: Whereabouts].self, from: text)[5]?.numbers == [5])
    #expect(try JSONDecoder().decode([Int: Whereabouts].self, from: text)[5]?.numbers == [5])
  }

  @Test func `converted keys of nested objects take no time for the objects around them`() throws {
    struct Node: Decodable { var children: [Node]? }
    let (open, close) = (String(repeating: "{\"children\":[", count: 250), String(repeating: "]}", count: 250))
    let text = open + Array(repeating: "{}", count: 100_000).joined(separator: ",") + close
    let decoder = ResourceJSONDecoder(keys: .convertFromSnakeCase)
    var (node, depth) = (try decoder.decode(Node.self, from: Data(text.utf8)), 0)
    while let next = node.children?.last { (node, depth) = (next, depth + 1) }
    #expect(depth == 250)
  }

  @Test func `who skips what does not fit pays for each error once`() throws {
    struct Lossy: Decodable {
      var paths = 0

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          do {
            _ = try container.decode(Int.self)
          } catch DecodingError.typeMismatch(_, let context) {
            if context.codingPath.last?.intValue == container.currentIndex { paths += 1 }
            _ = try container.decode(String.self)
          }
        }
      }
    }
    // If each error searched from the start, this would take about a billion steps.
    let text = "[" + Array(repeating: "\"x\"", count: 50_000).joined(separator: ",") + "]"
    #expect(try ResourceJSONDecoder().decode(Lossy.self, from: Data(text.utf8)).paths == 50_000)
  }
}
