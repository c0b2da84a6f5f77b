// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceCommand
import Testing

@Suite struct UnknownCommandTests {
  @Test(arguments: [
    ("sned GET /a", "did you mean send?"), ("sen GET /a", "did you mean send?"), ("tokens get", "did you mean token?"),
    ("explian GET /a", "did you mean explain?"), ("Config lint", "did you mean config?"),
    ("Get /a", "did you mean GET?"), ("gte https://a.example/", "did you mean GET?"), ("psot /a", "did you mean POST?"),
    ("cities", "the commands are COMMANDS; a path of a service needs its method: resource GET cities"),
    ("a.example", "for a URL, write https://a.example"), ("purge http://a.example/", "for a method, write PURGE"),
    ("curl -s https://a.example/", "leave the word out: resource URL"),
    ("http GET /a", "leave the word out: resource URL"),
    ("wget https://a.example/", "leave the word out: resource URL"),
    ("completion zsh", "write --generate-completion-script zsh"),
    ("completions", "write --generate-completion-script bash"),
  ])
  func `a first word that is no command is answered with what was meant`(line: String, remedy: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let mistake = try #require(UnknownCommand(in: words))
    let commands = ResourceTool.configuration.subcommands.compactMap { $0.configuration.commandName }
    let expected = remedy.replacing("COMMANDS", with: commands.joined(separator: ", "))
    #expect(mistake.description == "\"\(words[0])\" is not a command; \(expected)")
  }

  @Test(arguments: [
    ("config lnt a.json", "\"lnt\" is not a command of config; did you mean lint?"),
    ("config a.json", "\"a.json\" is not a command of config; its commands are "),
    ("token gte", "\"gte\" is not a command of token; did you mean get?"),
  ])
  func `so is a second word that is no command of the first`(line: String, remedy: String) throws {
    let mistake = try #require(UnknownCommand(in: line.split(separator: " ").map(String.init)))
    #expect(mistake.description.hasPrefix(remedy), "\(mistake)")
  }

  @Test(arguments: [
    "", "config lint", "config help", "config --help", "send", "send GET /a", "explain", "token get", "config", "help",
    "help send", "--help", "-x", "GET /a",
    "https://a.example/", "/a", ":8080/a", "GET", "localhost", "a.example:80",
  ])
  func `what the parser understands, or explains well, is left to it`(line: String) {
    #expect(UnknownCommand(in: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func `an empty word, as of a variable that is not set, is no command and no path`() {
    #expect(UnknownCommand(in: [""])?.description == "name a URL: resource GET https://example.org/")
    #expect(UnknownCommand(in: ["", "http://a.example/"])?.description == "the method is empty; name one")
  }

  @Test func `a method in lower case as the first word, or behind the command of a request, is the method`() {
    #expect(UnknownCommand.arguments(["post", "https://a.example/"]) == ["POST", "https://a.example/"])
    #expect(UnknownCommand.arguments(["Post", "/a"]) == ["Post", "/a"])
    for command in ["send", "explain", "bench"] {
      #expect(UnknownCommand.arguments([command, "get", "/a"]) == [command, "GET", "/a"])
      #expect(UnknownCommand.arguments([command, "post", "cities", "a=1"]) == [command, "POST", "cities", "a=1"])
    }
    // What may be a path of a service stays one.
    for words in [["get"], ["options", "a=1"], ["get", "--service", "s"], ["Get", "/a"], ["cities", "get", "/a"]] {
      #expect(UnknownCommand.arguments(["send"] + words) == ["send"] + words)
    }
    #expect(UnknownCommand.arguments(["config", "get", "/a"]) == ["config", "get", "/a"])
    #expect(UnknownCommand.arguments([]) == ["help"])
  }

  @Test func `it is one line on stderr and wrong usage`() async throws {
    let outcome = try await BuiltProduct.resource.run("sned", "GET", "/a")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "resource: \"sned\" is not a command; did you mean send?\n")
  }
}
