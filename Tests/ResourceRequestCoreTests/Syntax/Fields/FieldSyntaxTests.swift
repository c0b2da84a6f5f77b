// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct FieldSyntaxTests {
  @Test func `tokens are told from other text`() {
    #expect(FieldSyntax.isToken("GET"))
    #expect(FieldSyntax.isToken("!#$%&'*+-.^_`|~"))
    for text in ["", "a b", "a,b", "\"a\"", "ä", "a=b", "a\n"] { #expect(!FieldSyntax.isToken(text)) }
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("a b", "\"a b\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("ü", "\"ü\""),
  ])
  func `a value is quoted only where it must be, and reads back`(value: String, written: String) {
    #expect(FieldSyntax.tokenOrQuoted(value) == written)
    var scanner = FieldScanner(FieldSyntax.quoted(value))
    #expect(scanner.quotedString() == value)
    #expect(scanner.isAtEnd)
  }

  @Test(
    arguments: [
      ("", []), (" , ,, ", []), ("a", ["a"]), ("a,b , c", ["a", "b", "c"]), ("\"a,b\", c", ["\"a,b\"", "c"]),
      ("x=\"a\\\",b\";q=1,y", ["x=\"a\\\",b\";q=1", "y"]), ("\"open, a", ["\"open, a"]), ("\"end\\", ["\"end\\"]),
      ("ä, ö", ["ä", "ö"]),
    ] as [(String, [String])]
  )
  func `a list is split at the commas outside quotes`(value: String, elements: [String]) {
    #expect(FieldList.split(value) == elements)
  }

  @Test func `lines make one list`() {
    #expect(FieldList.split(lines: ["a, b", "", "c"]) == ["a", "b", "c"])
    #expect(FieldList.split(lines: ["\"a", "b"]) == ["\"a, b"])
  }

  @Test func `parameters are read up to the end`() {
    var scanner = FieldScanner("attachment; filename=\"a;b.txt\"; size=12 ; Size=13")
    #expect(scanner.token() == "attachment")
    #expect(
      FieldParameters.read(from: &scanner) == [
        FieldParameter(name: "filename", value: "a;b.txt"), FieldParameter(name: "size", value: "12"),
      ]
    )
    #expect(scanner.isAtEnd)
  }

  @Test func `random text never crashes a reader, and what is read is written and read again the same`() {
    var random = SeededGenerator(seed: 11)
    let alphabet = Array("aB/;,=\" \\\t'()*+.ü\0\r\n")
    for _ in 0..<5000 {
      let length = Int.random(in: 0...24, using: &random)
      let text = String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
      _ = Challenge.parse([text])
      _ = MIMEType(contentTypeLines: [text, "a/b;" + text])
      for element in FieldList.split(text) { #expect(FieldList.split(element) == [element], "\(text)") }
      if let type = MIMEType("a/b;x=1;" + text) {
        #expect(MIMEType(type.description) == type, "\(text.debugDescription)")
      }
    }
  }
}
