// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceCommand

/// Completions in bash.
@Suite struct CompletionTests {
  @Test(arguments: [
    (["resource", "send", "GET", "x", "--serv"], "--service"), (["resource", "GET", "x", "--serv"], "--service"),
    (["resource", "GET", "x", "--service", ""], "resorts"),
    (["resource", "-v", "--config", "CONFIG", "--service", "re"], "resorts"),
    (["resource", "http://a.example", "--resu"], "--resume"), (["resource", "P"], "PATCH"),
    (["resource", "conf"], "config"), (["resource", "config", "li"], "lint"),
    (["resource", "help", "pol"], "policies"),
    (["resource", "token", "get", "--service", "re"], "resorts"), (["resource", "GET", "x", "-H", "Acc"], "Accept:"),
  ])
  func `words are completed, behind a request without send too`(_ words: [String], _ suggestion: String) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
    try await withTemporaryFolder { folder in
      let configuration = folder.appending(path: "c.json")
      try Data(#"{"service": "resorts", "baseUrl": "http://a.example"}"#.utf8).write(to: configuration)
      let command = BuiltProduct.resource.process([]).executableURL?.path ?? ""
      let script = try await BuiltProduct.resource.run("--generate-completion-script", "bash")
      let program =
        script.text + """

          words=("$@")
          COMP_WORDS=("\(command)" "${words[@]:1}")
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          COMP_LINE="${COMP_WORDS[*]}"
          COMP_POINT=${#COMP_LINE}
          function=$(complete -p resource | sed 's/.*-F \\([^ ]*\\).*/\\1/')
          "$function" resource "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", program, "bash"] + words.map { $0 == "CONFIG" ? configuration.path : $0 }
      process.environment = ["PATH": "/usr/bin:/bin", "RESOURCE_CONFIG": configuration.path]
      let output = folder.appending(path: "output")
      try Data().write(to: output)
      process.standardOutput = try FileHandle(forWritingTo: output)
      #expect(try await process.end() == 0)
      let lines = String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(lines.contains(suggestion), "\(lines)")
    }
  }

  @Test func `a script of another form is left as it is`() {
    #expect(BashCompletions.mended("complete -F other resource") == "complete -F other resource")
  }
}
