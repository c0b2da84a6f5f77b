// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import Testing

@testable import ResourceCommand

/// What a start leaves out to be fast, and that nothing is missing because of it.
@Suite struct StartTests {
  @Test func `every command has a name written down`() {
    // ArgumentParser derives a missing name from the type, with four searches through all conformances at every start.
    func check(_ command: any ParsableCommand.Type) {
      #expect(command.configuration.commandName != nil, "\(command)")
      for subcommand in command.configuration.subcommands { check(subcommand) }
    }
    check(ResourceTool.self)
  }

  @Test func `a request is told from the other commands by its first word`() {
    #expect(ResourceTool.requestWords(in: ["send", "GET", "x"]) == ["GET", "x"])
    #expect(ResourceTool.requestWords(in: ["GET", "explain"]) == ["GET", "explain"])
    #expect(ResourceTool.requestWords(in: ["-v", "http://a.example"]) == ["-v", "http://a.example"])
    for command in ["explain", "config", "help", "bench"] { #expect(ResourceTool.requestWords(in: [command]) == nil) }
    #expect(ResourceTool.requestWords(in: []) == nil)
  }

  @Test(arguments: [["send", "--nobody"], ["http://127.0.0.1:1/", "--nobody"], ["send"]])
  func `what is wrong with the arguments of a request is one line`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(arguments)
    #expect(outcome.status == 64)
    // One line elsewhere than on a terminal.
    #expect(
      outcome.errors.hasPrefix("resource: ") && outcome.errors.split(separator: "\n").count == 1,
      "\(outcome.errors)"
    )
  }

  @Test func `options are known by name, so that the parser need not be asked about each`() {
    let names = UnknownOption.names(of: SendCommand.self)
    #expect(names.isSuperset(of: ["-H", "--header", "--http1.1", "--no-compressed", "--max-redirs", "-h", "--help"]))
    #expect(!names.contains("--heder") && !names.contains("--rate"))
    #expect(UnknownOption.names(of: ExplainCommand.self).contains("--har"))
    #expect(!UnknownOption.names(of: BenchCommand.self).contains("--har"))
    #expect(UnknownOption.names(of: SimulateCommand.self).contains("--incident"))
  }

  @Test func `a misspelt option behind many others is blamed`() async throws {
    let fields = (0..<40).flatMap { ["-H", "X-\($0): 1"] }
    let outcome = try await BuiltProduct.resource.run(["http://127.0.0.1:1/"] + fields + ["--har", "x", "--heder"])
    #expect(outcome.status == 64)
    #expect(outcome.errors == "resource: unknown option '--heder'; did you mean '--header'?\n")
  }

  @Test func `a narrow terminal gets help and errors too`() async throws {
    let help = try await BuiltProduct.resource.run("config", "lint", "--help", environment: ["COLUMNS": "20"])
    #expect(help.status == 0 && help.text.contains("OPTIONS"))
    let wrong = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "--bad", environment: ["COLUMNS": "20"])
    #expect(wrong.status == 64)
  }

  @Test(arguments: [["send", "--help"], ["http://a.example/", "--help"]])
  func `help of a request names the whole command`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("resource send"))
  }
}
