// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

/// `-` in place of a configuration file: standard input.
@Suite struct PipedConfigurationTests {
  private static let right = #"{"service": "a", "baseUrl": "http://a.example", "timeouts": {"total": "2s"}}"#

  @Test(arguments: [[], ["--no-references"]])
  func `lint reads standard input, and its places say so`(_ options: [String]) async throws {
    let wrong = "{\"service\": \"a\",\n \"baseUrl\": \"nowhere\", \"tiemouts\": {}}"
    let outcome = try await resource(["config", "lint", "-"] + options, wrong)
    #expect(outcome.status == 2)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("<stdin>:2:") && $0.contains(": error: ") }, "\(outcome.errors)")
    let valid = try await resource(["config", "lint", "-"] + options, Self.right)
    #expect(valid.status == 0)
    #expect(valid.errors.hasPrefix("<stdin>: valid; "))
  }

  @Test func `an empty standard input is no configuration`() async throws {
    let outcome = try await resource(["config", "lint", "-"], "")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("<stdin>:1:1: error: not JSON"), "\(outcome.errors)")
  }

  @Test func `show, explain, simulate and requests take it`() async throws {
    let shown = try await resource(["config", "show", "-"], Self.right)
    #expect(shown.text.contains("\"service\": \"a\""))
    let explained = try await resource(["explain", "GET", "x", "--service", "a", "--config", "-"], Self.right)
    #expect(explained.text.contains("http://a.example/x"))
    #expect(explained.text.contains("<stdin>:1:"), "\(explained.text)")
    let nowhere = try await resource(["simulate", "-", "--incident", "stall", "--svg", "/none/x.svg"], Self.right)
    #expect(
      nowhere.status != 0 && nowhere.errors.hasPrefix("resource: --svg: cannot create a file in /none"),
      "\(nowhere.errors)"
    )
    #expect(!nowhere.errors.contains("Domain="))
    let both = try await resource(["simulate", "-", "--incident", "stall", "--svg", "-"], Self.right)
    #expect(both.status == 64 && both.errors.contains("stdout has the report"), "\(both.errors)")
    let simulated = try await resource(["simulate", "-", "--incident", "stall"], Self.right)
    #expect(simulated.text.hasPrefix("<stdin> · stall"), "\(simulated.errors)")
    let sent = try await resource(["GET", "x", "--service", "b", "--config", "-"], Self.right)
    #expect(sent.status == 2)
    #expect(sent.errors.contains("\"b\""), "\(sent.errors)")
  }

  @Test(arguments: [
    ["config", "lint"], ["config", "lint", "--no-references"], ["config", "show"],
    ["config", "export", "--to", "envoy"],
    ["explain", "GET", "x", "--service", "a", "--config"], ["GET", "x", "--service", "b", "--config"],
  ])
  func `a pipe that somebody writes is read, as that of a process substitution`(_ arguments: [String]) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      // Opening it waits for the reader, on a thread that nothing else needs.
      let writer = Thread {
        let pipe = FileHandle(forWritingAtPath: path)
        try? pipe?.write(contentsOf: Data(Self.right.utf8))
        try? pipe?.close()
      }
      writer.start()
      let outcome = try await resource(arguments + [path], "")
      #expect(outcome.status == (arguments.contains("b") ? 2 : 0), "\(outcome.errors)")
      #expect((outcome.text + outcome.errors).contains(arguments.contains("b") ? "\"b\"" : "a"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("is a pipe"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [true, false])
  func `diff takes either side from it`(_ isOld: Bool) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "other.json")
      try Data(#"{"service": "a", "baseUrl": "http://a.example", "timeouts": {"total": "9s"}}"#.utf8).write(to: file)
      let names = isOld ? ["-", file.path] : [file.path, "-"]
      let outcome = try await resource(["config", "diff"] + names, Self.right)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("timeouts.total: " + (isOld ? "2s → 9s" : "9s → 2s")), "\(outcome.text)")
      #expect(outcome.text.contains("<stdin>:1:") == !isOld)
    }
  }

  @Test(arguments: [
    ["config", "diff", "-", "-"], ["simulate", "-", "--incident", "stall", "--compare", "-"],
    ["POST", "http://127.0.0.1:1/", "--config", "-", "--json", "@-"],
    ["POST", "http://127.0.0.1:1/", "-d", "@-", "-d", "@-"],
    ["POST", "http://127.0.0.1:1/", "--upload", "-", "-w", "@-"],
    ["POST", "http://127.0.0.1:1/", "a=@-", "b=@-"],
  ])
  func `what would be read twice is refused`(_ arguments: [String]) async throws {
    let outcome = try await resource(arguments, Self.right)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("standard input can be read once"), "\(outcome.errors)")
  }

  @Test func `a format on standard input is used, and not only checked`() async throws {
    let outcome = try await resource(["http://127.0.0.1:1/", "-w", "@-", "-s"], "code %{http_code}\\n")
    #expect(outcome.text == "code 000\n", "\(outcome.errors)")
  }

  private func resource(_ arguments: [String], _ input: String) async throws -> BuiltProduct.Outcome {
    try await BuiltProduct.resource.run(arguments, input: input)
  }
}
