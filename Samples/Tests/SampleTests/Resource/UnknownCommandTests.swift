// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceCommand
import Testing

@Suite struct UnknownCommandTests {
  @Test(arguments: [
    ("sned GET /a", "did you mean send?"), ("sen GET /a", "did you mean send?"), ("tokens get", "did you mean token?"),
    ("explian GET /a", "did you mean explain?"), ("Config lint", "did you mean config?"),
    ("GET https://a.example/", "write resource send GET https://a.example/"), ("GET", "write resource send GET"),
    ("https://a.example/", "write resource send GET https://a.example/"), ("/a", "write resource send GET /a"),
    ("status", "the commands are send, explain, token, cache, config, simulate"),
    ("a", "the commands are send, explain, token, cache, config, simulate"),
  ])
  func `a first word that is no command is answered with what was meant`(line: String, remedy: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let mistake = try #require(UnknownCommand(in: words))
    #expect(mistake.description == "\"\(words[0])\" is no command; \(remedy)")
  }

  @Test(arguments: ["", "send", "send GET /a", "explain", "token get", "config", "help", "help send", "--help", "-x"])
  func `what the parser understands, or explains well, is left to it`(line: String) {
    #expect(UnknownCommand(in: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func `it is one line on stderr and wrong usage`() async throws {
    let outcome = try await BuiltProduct.resource.run("sned", "GET", "/a")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "resource: \"sned\" is no command; did you mean send?\n")
  }
}
