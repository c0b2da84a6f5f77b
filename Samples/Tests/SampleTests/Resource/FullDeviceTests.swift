// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

/// Streams that cannot be written or read.
@Suite struct FullDeviceTests {
  /// Runs a shell line in which "$0" is `resource`; its errors are what the line prints on stderr.
  private static func shell(_ line: String) async throws -> BuiltProduct.Outcome {
    try await withTemporaryFolder { folder in
      let process = BuiltProduct.resource.process([])
      process.arguments = ["-c", line, process.executableURL?.path ?? ""]
      process.executableURL = URL(filePath: "/bin/sh")
      let errors = folder.appending(path: "errors")
      try Data().write(to: errors)
      process.standardError = try FileHandle(forWritingTo: errors)
      let status = try await process.end()
      return .init(status: status, output: Data(), errors: try String(contentsOf: errors, encoding: .utf8))
    }
  }

  @Test(arguments: [
    "help", "help output", "help send", "help --man", "--help", "send --help", "config lint --help", "--version", "-V",
    "--generate-completion-script bash", "config schema", "",
  ])
  func `what cannot be written is said to be, help too`(_ arguments: String) async throws {
    let outcome = try await Self.shell("\"$0\" \(arguments) >/dev/full")
    #expect(outcome.status == 74)
    #expect(outcome.errors == "resource: stdout cannot be written: No space left on device\n")
  }

  @Test func `closed streams are errors`() async throws {
    let output = try await Self.shell("\"$0\" help >&-")
    #expect(output.status == 74)
    #expect(output.errors == "resource: stdout cannot be written: Bad file descriptor\n")
    for option in ["-T -", "--upload -", "--json @-", "--body @-", "--config -"] {
      let input = try await Self.shell("\"$0\" PUT http://127.0.0.1:1/ \(option) <&-")
      #expect(input.status == (option == "--config -" ? 2 : 64), "\(option): \(input.errors)")
      #expect(
        input.errors.contains("standard input") || input.errors.contains("Bad file descriptor"),
        "\(input.errors)"
      )
      #expect(!input.errors.contains("connectFailed"))
    }
  }
}
