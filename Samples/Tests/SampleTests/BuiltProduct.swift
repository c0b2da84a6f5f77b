// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A program built by this package, run as a separate process.
struct BuiltProduct {
  /// The result of a run.
  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  let name: String
  /// The working directory; `nil` inherits that of the tests.
  var folder: URL?

  static let gateway = BuiltProduct(name: "gateway")
  static let joke = BuiltProduct(name: "joke")
  static let quickstart = BuiltProduct(name: "quickstart", folder: checkout)
  static let resource = BuiltProduct(name: "resource")
  static let service = BuiltProduct(name: "service")
  static let tenancy = BuiltProduct(name: "tenancy", folder: checkout)
  static let tour = BuiltProduct(name: "tour")

  /// The root of this repository.
  static let checkout = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private static let turns = Turns(3)

  /// The executable, which is built into the same folder as the tests; another `resource` may be named instead.
  private var url: URL {
    let named = name == "resource" ? ProcessInfo.processInfo.environment["RESOURCE_COMMAND"] : nil
    return named.map { URL(filePath: $0) }
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
  }

  /// Creates a process without starting it: standard input is empty, and the variables for configuration and proxies
  /// are unset.
  func process(_ arguments: [String], environment: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = FileHandle.nullDevice
    var variables = ProcessInfo.processInfo.environment
    for name in ["RESOURCE_CONFIG", "RESOURCE_TOKEN_CACHE", "GATEWAY_URL", "BACKEND_URL"] { variables[name] = nil }
    for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
      variables[name] = nil
      variables[name.uppercased()] = nil
    }
    process.environment = variables.merging(environment) { $1 }
    return process
  }

  /// Runs the program to its end.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
    try await run(arguments, environment: environment)
  }

  /// Runs the program to its end, with this text on standard input, through a pipe.
  func run(_ arguments: [String], input: String, environment: [String: String] = [:]) async throws -> Outcome {
    try await run(arguments, environment: environment, input: Data(input.utf8))
  }

  /// Runs the program to its end, with these bytes on standard input, if any.
  func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    input: Data? = nil
  ) async throws -> Outcome {
    await Self.turns.take()
    defer { Task { await Self.turns.giveBack() } }
    return try await withTemporaryFolder { folder in
      let process = process(arguments, environment: environment)
      if let input {
        // Nobody reads the pipe yet, so the input must fit its buffer.
        let pipe = Pipe()
        process.standardInput = pipe
        try pipe.fileHandleForWriting.write(contentsOf: input)
        try pipe.fileHandleForWriting.close()
      }
      // Output goes to files: a pipe that nobody reads would block the program once its buffer is full.
      let files = [folder.appending(path: "output"), folder.appending(path: "errors")]
      for file in files { try Data().write(to: file) }
      let handles = try files.map { try FileHandle(forWritingTo: $0) }
      // The process keeps them until it is released, which the pool of its thread puts off.
      defer { for handle in handles { try? handle.close() } }
      (process.standardOutput, process.standardError) = (handles[0], handles[1])
      let status = try await process.end()
      let errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
      return Outcome(status: status, output: try Data(contentsOf: files[0]), errors: errors)
    }
  }
}

extension Process {
  /// Starts the process and waits for its end.
  func end() async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try run() } catch { continuation.resume(throwing: error) }
    }
  }
}

/// Creates a folder and removes it when the closure returns.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
