// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `Text with references` {
  static let sources = TextSources(environment: ["A": "1", "EMPTY": "", "_x9": "under"], document: nil)

  static func expand(_ text: String) -> (ConfiguredText, [TextExpansion.Fault]) {
    TextExpansion.expand(text, from: sources)
  }

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("$", "$"), ("a$b$$c", "a$b$$c"), ("${env:A}", "1"), ("<${env:A}${env:A}>", "<11>"),
    ("${env:EMPTY}", ""), ("${env:EMPTY:-d}", "d"), ("${env:NONE:-d}", "d"), ("${env:NONE:-}", ""),
    ("${env:A:-d}", "1"),
    ("${env:NONE:-a:-b}", "a:-b"), ("${env:_x9}", "under"), ("$${env:A}", "${env:A}"), ("$$${env:A}", "$${env:A}"),
    ("ü${env:A}ü", "ü1ü"), ("}", "}"), ("{env:A}", "{env:A}"),
  ])
  func `references are replaced and everything else is kept`(text: String, expected: String) {
    let (result, faults) = Self.expand(text)
    #expect(result.text == expected)
    #expect(faults.isEmpty)
    #expect(result.isLiteral == !text.replacing("$${", with: "").contains("${"))
  }

  @Test(arguments: [
    ("ab${env:NONE}", 2, "NONE is not set"), ("${", 0, "not closed"), ("x${env:A", 1, "not closed"),
    ("${}", 0, "unknown kind"),
    ("${ENV:A}", 0, "unknown kind"), ("${env:}", 0, "letters"), ("${env:9A}", 0, "letters"),
    ("${env:A B}", 0, "letters"),
    ("${env:é}", 0, "letters"), ("${file:}", 0, "path is missing"), ("ü${file:/no/where}", 2, "cannot be read"),
    ("${file:a\u{0}b}", 0, "NUL"),
  ])
  func `a fault is reported with its place`(text: String, offset: Int, message: String) throws {
    let fault = try #require(Self.expand(text).1.first)
    #expect(fault.offset == offset)
    #expect(fault.message.contains(message))
  }

  @Test func `every invalid reference is reported`() {
    #expect(Self.expand("${env:B}${x}${env:C").1.map(\.offset) == [0, 8, 12])
  }

  @Test(arguments: [("dir/c.json", "dir/"), ("/a/b/c.json", "/a/b/"), ("c.json", ""), ("/c.json", "/")])
  func `files are looked for beside the document`(document: String, folder: String) {
    #expect(TextSources(environment: [:], document: document).folder == folder)
  }
}
