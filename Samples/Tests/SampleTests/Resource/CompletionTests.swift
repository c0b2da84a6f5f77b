// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import Testing

@testable import ResourceCommand

/// Completions, in the shells themselves.
@Suite struct CompletionTests {
  private static let cases = [
    (["resource", "send", "GET", "x", "--serv"], "--service"), (["resource", "GET", "x", "--serv"], "--service"),
    (["resource", "GET", "x", "--service", "re"], "resorts"),
    (["resource", "-v", "--config", "c.json", "--service", "re"], "resorts"),
    (["resource", "-v", "--config", "=", "c.json", "--service", "re"], "resorts"),
    (["resource", "http://a.example", "--resu"], "--resume"), (["resource", "P"], "PATCH"),
    (["resource", "conf"], "config"), (["resource", "config", "li"], "lint"), (["resource", "send", "P"], "PATCH"),
    (["resource", "help", "pol"], "policies"), (["resource", "bench", "--http1.1", "GET", "x", "--ra"], "--rate"),
    (["resource", "token", "get", "--service", "re"], "resorts"), (["resource", "GET", "x", "-H", "Acc"], "Accept:"),
    (["resource", "send", "--http1.1", "GET", "x", "--resu"], "--resume"),
    (["resource", "GET", "x", "--ht"], "--http1.1"), (["resource", "--unix"], "--unix-socket"),
    (["resource", "send", "--unknown", "GET", "x", "--resu"], "--resume"),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: CompletingShell.installed)
  func `words are completed, behind a request without send too`(_ shell: CompletingShell) async throws {
    for (words, suggestion) in Self.cases {
      try await withTemporaryFolder { folder in
        let configuration = folder.appending(path: "c.json")
        try Data(#"{"service": "resorts", "baseUrl": "http://a.example"}"#.utf8).write(to: configuration)
        let suggestions = try await shell.suggestions(
          for: words.map { $0 == "c.json" ? configuration.path : $0 },
          in: folder
        )
        #expect(suggestions.contains(suggestion), "\(words) in \(shell): \(suggestions)")
      }
    }
  }

  @Test(arguments: CompletingShell.installed)
  func `the shell can read the script for it, however it is asked for`(_ shell: CompletingShell) async throws {
    let ways = [["--generate-completion-script", shell.rawValue], ["--generate-completion-script=\(shell.rawValue)"]]
    try await withTemporaryFolder { folder in
      for way in ways {
        let script = try await BuiltProduct.resource.run(way)
        #expect(script.status == 0)
        let mistakes = try await shell.mistakes(in: script.output, folder)
        #expect(mistakes.isEmpty, "\(mistakes)")
        #expect(
          script.text == CompletionScript.text(for: try #require(CompletionShell(rawValue: shell.rawValue))) + "\n"
        )
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `what is there for commands written for curl alone is in no script, and in no help`(_ shell: String) throws {
    let script = CompletionScript.text(for: try #require(CompletionShell(rawValue: shell)))
    let help = ResourceTool.helpMessage(for: SendCommand.self)
    for name in ["max-redirs", "tlsv1.2", "no-progress-meter"] {
      #expect(!script.contains(name) && !help.contains(name), "\(name)")
    }
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["ALL_SHELLS"] != nil, "set where Tests/run has installed them")
  )
  func `all shells are installed`() {
    #expect(CompletingShell.installed == CompletingShell.allCases)
  }

  @Test func `a script of another form is left as it is`() {
    #expect(BashCompletions.mended("complete -F other resource") == "complete -F other resource")
    #expect(ZshCompletions.mended("_resource() {\n}\n") == "_resource() {\n}\n")
    #expect(FishCompletions.mended("complete -c other -l x.y\n") == "complete -c other -l x.y\n")
  }
}
