// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@Suite struct `JSON syntax errors` {
  @Test(arguments: [
    ("", 1, 1, "the text is empty; a JSON value was expected"),
    (" \n ", 2, 2, "the text is empty; a JSON value was expected"),
    ("{\n  \"a\": 1,\n}", 3, 1, "found '}' after a comma; JSON allows no trailing comma"),
    ("[1, ]", 1, 5, "found ']' after a comma; JSON allows no trailing comma"),
    ("[1 2]", 1, 4, "found '2'; expected ',' or ']'"),
    ("{\"a\" 1}", 1, 6, "found '1'; expected ':' after the key"),
    ("{\"a\": 1 \"b\"}", 1, 9, "found '\"'; expected ',' or '}'"),
    ("{a: 1}", 1, 2, "found 'a'; expected a key in double quotes"),
    ("['a']", 1, 2, "found a single quote; expected a JSON value"),
    ("{\"é\": tru}", 1, 10, "found '}'; expected the word true"),
    ("[1, 2", 1, 6, "the text ends inside an array"),
    ("{\"a\": ", 1, 7, "the text ends inside an object"),
    ("[\"abc", 1, 6, "the text ends inside a string"),
    ("1 2", 1, 3, "found '2' after the end of the value; a text holds one JSON value"),
    ("// no", 1, 1, "found '/'; expected a JSON value"),
    ("-", 1, 2, "found the end of the text in a number; expected a digit"),
    ("012", 1, 2, "found '1' in a number; expected no further digit after a leading zero"),
    ("[1.]", 1, 4, "found ']' in a number; expected a digit after the decimal point"),
    ("[1e+]", 1, 5, "found ']' in a number; expected a digit in the exponent"),
    ("\"\\x\"", 1, 3, "found 'x' after a backslash; expected one of \" \\ / b f n r t u"),
    ("\"\\u00g0\"", 1, 6, "found 'g' in a \\u escape; expected four hexadecimal digits"),
    ("\"ab\\uD800\"", 1, 4, "a \\u escape names half of a surrogate pair without the other half"),
    ("\"\\uD800\\u0041\"", 1, 2, "a \\u escape names half of a surrogate pair without the other half"),
    ("\"\\uDC00\"", 1, 2, "a \\u escape names half of a surrogate pair without the other half"),
    ("[\r\n\"a\tb\"]", 2, 3, "a string holds byte 0x09 unescaped; control characters must be escaped"),
    ("{\"a\": \"b\n}", 1, 9, "a string is not closed on its line; expected a quotation mark, or \\n for a line end"),
  ])
  func `an error says where and what`(text: String, line: Int, column: Int, message: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(error?.description == "line \(line), column \(column): \(message)")
  }

  @Test(
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], 2),
      ([0x22, 0xC3, 0xA9, 0xC0, 0xAF, 0x22], 3),
      ([0x22, 0x5C, 0x6E, 0xED, 0xA0, 0x80, 0x22], 3),
      ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1),
    ] as [([UInt8], Int)]
  )
  func `invalid UTF-8 is refused at its first byte`(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    #expect(error?.byteOffset == offset)
    #expect(error?.message.contains("not valid UTF-8") == true)
  }

  @Test func `a byte order mark is skipped at the start only`() throws {
    #expect(try JSON(parsing: "\u{FEFF}[1]") == [1])
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\u{FEFF}\u{FEFF}1") }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\u{FEFF}") }
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\u{FEFF}x") }
    #expect(error?.column == 1)
    #expect(error?.byteOffset == 3)
  }

  @Test func `nesting is limited, by default to 512`() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSON(parsing: nested(512))
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(513)) }
    #expect(error?.description == "line 1, column 513: arrays and objects are nested deeper than 512 levels")
    #expect(try JSON(parsing: "1".utf8, maximumDepth: 0) == 1)
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[]".utf8, maximumDepth: 0) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[]".utf8, maximumDepth: -1) }
  }

  @Test func `the greatest depth is read, written, compared and given back without harm`() throws {
    let depth = JSON.depthCeiling
    let text = String(repeating: "{\"a\":[", count: depth / 2) + String(repeating: "]}", count: depth / 2)
    let value = try JSON(parsing: text.utf8, maximumDepth: .max)
    #expect(value.text() == text)
    #expect(try JSON(parsing: value.data(.pretty), maximumDepth: .max).hashValue == value.hashValue)
    #expect(throws: JSONSyntaxError.self) {
      try JSON(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000), maximumDepth: .max)
    }
  }

  @Test func `a key that comes twice is refused where that is asked for`() throws {
    let text = "{\"a\": 1,\n \"b\": 2, \"a\": 3}"
    #expect(try JSON(parsing: text) == ["a": 3, "b": 2])
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSON(parsing: text.utf8, refusesRepeatedKeys: true)
    }
    #expect(error?.description == "line 2, column 10: the key \"a\" comes twice in one object")
  }

  @Test func `a key that comes twice is found in a large object too`() throws {
    let members = (0..<100).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let text = "{\(members),\"key7\":-7}"
    #expect(try JSON(parsing: text)["key7"] == -7)
    #expect(try JSON(parsing: text).object?.count == 100)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSON(parsing: text.utf8, refusesRepeatedKeys: true)
    }
    #expect(error?.byteOffset == text.utf8.count - 10)
    _ = try JSON(parsing: "{\(members)}".utf8, refusesRepeatedKeys: true)
  }
}
