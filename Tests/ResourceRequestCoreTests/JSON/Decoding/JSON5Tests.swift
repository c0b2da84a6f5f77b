// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

struct JSON5Tests {
  private static let floats = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
    positiveInfinity: "+",
    negativeInfinity: "-",
    nan: "?"
  )

  private func rewrite(_ text: String) throws -> String {
    String(decoding: try JSONText.rewritten(json5: Data(text.utf8), Self.floats), as: UTF8.self)
  }

  @Test(arguments: [
    ("{a: 1}", #"{"a": 1}"#), ("{$_a1: 1, 'b': 2,}", #"{"$_a1": 1, "b": 2 }"#), ("{null: null}", #"{"null": null}"#),
    ("{Infinity : NaN}", #"{"Infinity" : "?"}"#), ("{é: 1}", #"{"é": 1}"#), (#"{\u0061: 1}"#, #"{"\u0061": 1}"#),
    ("[1,]", "[1 ]"), ("[1, // two\n2 /* and\nthree */,]", "[1,  \n2  \n ]"),
    ("[+1, .5, 5., -.5e1, 5.e1, 0x1F, -0XfF]", "[1, 0.5, 5, -0.5e1, 5e1, 31, -255]"),
    ("[Infinity, -Infinity, +Infinity, NaN]", #"["+", "-", "+", "?"]"#),
    (#"'it\'s "so"'"#, #""it's \"so\"""#), (#"'\x41\v\0\q\é'"#, #""\u0041\u000b\u0000qé""#),
    ("'a\\\nb\\\r\nc'", #""abc""#), ("'\t'", #""\u0009""#), ("\u{FEFF}\u{A0}[\u{2003}1\u{2028}]", "  [ 1 ]"),
  ])
  func `JSON5 is rewritten as JSON`(text: String, json: String) throws {
    #expect(try rewrite(text) == json)
    #expect(throws: Never.self) { try JSON(parsing: json) }
    // What Foundation's decoder takes for JSON5 means the same to it, but for escapes in keys and at the ends of lines.
    if !json.contains("\"?\""), !text.contains("\\u"), !text.contains("\\\n") {
      let ours = try ResourceJSONDecoder().decode(JSON.self, from: Data(json.utf8))
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      if let theirs = try? decoder.decode(JSON.self, from: Data(text.utf8)) { #expect(ours == theirs) }
    }
  }

  @Test(arguments: [
    "", "{a}", "[,]", "{,}", "[1,,]", "[1,,2]", "[a]", "{a: b}", "'a", "'a\nb'", #"'\1'"#, #"'\00'"#, #"'\x4'"#,
    #"'\xzz'"#, "/* a", "/", "/ 1", "010", "0x", "+", "-", ".", "1e", "--1", "-true", "+null", "{1: 2}", "{a-b: 1}",
    "[1 2]", #"{"a" 1}"#, "#", "{\\x41: 1}", "0x100000000000000000000000000000000", "'\u{1F}", "[1]]",
    "[1+2]", "[1..2]", "[1e5+3]", "[1.5-2]", "[0x10.5]", "[0x10+5]", "{-Infinity: 1}", "{+NaN : 1}",
  ])
  func `what is no JSON5 is refused`(text: String) {
    let options = ResourceJSONDecoder(nonConformingFloats: Self.floats, allowsJSON5: true)
    #expect(throws: DecodingError.self) { try options.decode(JSON.self, from: Data(text.utf8)) }
  }

  @Test func `infinity and NaN are read where the options name strings for them`() throws {
    let named = ResourceJSONDecoder(nonConformingFloats: Self.floats, allowsJSON5: true)
    let numbers = try named.decode([Double].self, from: Data("[-Infinity, NaN]".utf8))
    #expect(numbers[0] == -.infinity && numbers[1].isNaN)
    #expect(throws: DecodingError.self) {
      try ResourceJSONDecoder(allowsJSON5: true).decode([Double].self, from: Data("[NaN]".utf8))
    }
  }

  @Test func `bytes by chance never trap`() {
    var state: UInt64 = 9
    let alphabet = Array(#"{}[]:,'"\/*+-.0x1eINan$_u"#.utf8) + [0, 9, 10, 13, 32, 0xC2, 0xA0, 0xE2, 0x80, 0xA8, 0xFF]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      guard let json = try? JSONText.rewritten(json5: Data(bytes), Self.floats) else { continue }
      _ = try? JSON(parsing: json)
    }
  }
}
