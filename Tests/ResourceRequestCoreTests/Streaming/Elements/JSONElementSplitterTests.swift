// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct JSONElementSplitterTests {
  /// The elements of a text that arrives in chunks of `size` bytes.
  private func elements(
    _ text: String,
    _ path: [String] = [],
    size: Int,
    isSequence: Bool = false,
    limit: Int = 100
  ) throws -> [String] {
    var splitter = JSONElementSplitter(path: path, isSequence: isSequence, limit: limit)
    var elements: [String] = []
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      // A slice whose indices do not begin at 0, as streams may return it.
      let chunk = rest.prefix(size)
      var place = 0
      while let element = try splitter.next(in: chunk, from: &place) {
        elements.append(String(decoding: element, as: UTF8.self))
      }
      #expect(place == chunk.count)
      rest = rest.dropFirst(size)
    }
    if let last = try splitter.finish() { elements.append(String(decoding: last, as: UTF8.self)) }
    #expect(splitter.count == elements.count)
    return elements
  }

  private func fault(_ text: String, _ path: [String] = [], size: Int = 1000, limit: Int = 100) -> String? {
    do {
      _ = try elements(text, path, size: size, limit: limit)
      return nil
    } catch {
      return "\(error)"
    }
  }

  static let sizes = [1, 2, 3, 5, 8, 1000]

  @Test(arguments: sizes)
  func `elements of an array are the same wherever chunks are cut`(size: Int) throws {
    let items = [
      #"{"a":"]},\"{","b":[1,{"c":[]}]}"#, "-1.5e+3", "true", #""ü\\""#, "null", "[]", "{}", #""""#, "[[1],[2]]",
    ]
    for separator in [",", " ,\n", "\t,\r\n "] {
      #expect(try elements("[" + items.joined(separator: separator) + "]", size: size) == items)
      #expect(try elements("\u{FEFF} [ " + items.joined(separator: separator) + " ] \n", size: size) == items)
    }
    #expect(try elements("[]", size: size) == [])
    #expect(try elements(" [ \n ] ", size: size) == [])
  }

  @Test(arguments: sizes)
  func `the member that a path names is found among others`(size: Int) throws {
    let text = #"""
      { "items": "none", "skipped": {"data": {"items": [9]}}, "n": -1, "t":true,
        "data" : { "before": [[], "]"], "it\u0065ms" : [1, {"items":[2]}, "3"], "after": {"x": "}"} }, "end": null }
      """#
    #expect(try elements(text, ["data", "items"], size: size) == ["1", #"{"items":[2]}"#, #""3""#])
    #expect(try elements(#"{"a\"b":[1]}"#, ["a\"b"], size: size) == ["1"])
    #expect(try elements(#"{"x":{},"x":{"y":[1]}}"#, ["x", "y"], size: size) == ["1"])
    #expect(try elements(#"{"":{"":[0]}}"#, ["", ""], size: size) == ["0"])
  }

  @Test(arguments: sizes)
  func `values that follow one another are elements`(size: Int) throws {
    #expect(
      try elements("{\"a\":1}\n{\"a\":2}\r\n\n[3]\n4\nnull", size: size) == [
        "{\"a\":1}", "{\"a\":2}", "[3]", "4", "null",
      ]
    )
    #expect(try elements("[1,2]\n[3]\n", size: size, isSequence: true) == ["[1,2]", "[3]"])
    #expect(try elements("", size: size, isSequence: true) == [])
    #expect(try elements("\n \n", size: size, isSequence: true) == [])
  }

  @Test(arguments: sizes)
  func `an element over the limit is an error that names it`(size: Int) {
    #expect(fault("[1,[22222]]", size: size, limit: 7) == nil)
    #expect(fault("[1,[222222]]", size: size, limit: 7)?.contains("element 2 of the stream is larger") == true)
    #expect(fault("{\"a\":[222222],\"b\":[1]}", ["b"], size: size, limit: 3) == nil)
    #expect(
      fault("{\"aaaa\":1,\"b\":[1]}", ["b"], size: size, limit: 3)?.contains("a key of the stream is larger") == true
    )
  }

  @Test(
    arguments: sizes,
    [
      ("[1,]", "byte 3 of the body: found ']'; expected a JSON value"),
      ("[1 2]", "byte 3 of the body: found '2'; expected ',' or ']'"),
      ("[,1]", "byte 1 of the body: found ','; expected a JSON value"),
      ("[1]]", "byte 3 of the body: found ']'; expected the end of the body"),
      ("[1}", "byte 2 of the body: found '}'; expected ',' or ']'"),
      ("[1", "the body ends inside its JSON text"),
      ("[[1]", "the body ends inside its JSON text"),
      ("[[1", "the body ends inside element 1"),
      ("[\"a\\", "the body ends inside element 1"),
      ("", "the body is empty; an array was expected"),
      (" \n", "the body is empty; an array was expected"),
      ("{\"a\":1}{\"a\":2}", "byte 7 of the body: found '{'; expected a line feed"),
      ("]", "byte 0 of the body: found ']'; expected an array"),
    ]
  )
  func `a text that is no such array is refused at its place`(size: Int, row: (text: String, message: String)) {
    // A number has no end of its own, so here the body ends inside the element.
    let message = row.text == "[1" ? "the body ends inside element 1" : row.message
    #expect(fault(row.text, size: size) == message)
  }

  @Test(
    arguments: sizes,
    [
      ("[1]", "the body is not an object, so it has no member \"a.b\""),
      ("{}", "the body has no member \"a.b\""),
      ("{\"a\":{\"c\":[1]},\"b\":[2]}", "the body has no member \"a.b\""),
      ("{\"a\":[1]}", "the member \"a\" of the body is not an object"),
      ("{\"a\":{\"b\":{}}}", "the member \"a.b\" of the body is not an array"),
      ("{\"a\":{\"b\":null}}", "the member \"a.b\" of the body is not an array"),
      ("{\"a\":{\"b\":[],\"b\":[]}}", "the member \"a.b\" of the body comes twice"),
      ("{\"a\":{\"b\":[1]},}", "byte 15 of the body: found '}'; expected a key"),
      ("{\"a\" 1}", "byte 5 of the body: found '1'; expected ':'"),
      ("{a:1}", "byte 1 of the body: found 'a'; expected a key or '}'"),
      ("{\"c\":}", "byte 5 of the body: found '}'; expected a JSON value"),
      ("{\"c\":1 \"a\":2}", "byte 7 of the body: found '\"'; expected ',' or '}'"),
      ("{\"a\":{\"b\":[1]}", "the body ends inside its JSON text"),
      ("", "the body is empty; an object with the array \"a.b\" was expected"),
    ]
  )
  func `a text without the path's array is refused`(size: Int, row: (text: String, message: String)) {
    #expect(fault(row.text, ["a", "b"], size: size) == row.message)
  }

  @Test func `a whole element is a view of its chunk`() throws {
    var splitter = JSONElementSplitter(limit: 100)
    let chunk = Data("[[1,2],[3".utf8)
    var place = 0
    #expect(try splitter.next(in: chunk, from: &place) == Data("[1,2]".utf8))
    #expect(try splitter.next(in: chunk, from: &place) == nil)
    place = 0
    #expect(try splitter.next(in: Data("]]".utf8), from: &place) == Data("[3]".utf8))
  }
}
