// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import Testing

/// `--output`: the file has the complete body, or keeps its former content.
@Suite struct OutputFileTests {
  @Test(arguments: [
    [], ["--format", "text"], ["--format", "raw"], ["--format", "json"], ["--progress"], ["--include"],
    ["--style", "sync"],
  ])
  func `what is no success is not written, and that is said`(_ arguments: [String]) async throws {
    // 206 is included: a part that was not asked for would look like the complete body.
    let statuses = [
      HTTPStatusCode.notFound, .internalServerError, .notModified, HTTPStatusCode(300, phrase: ""), .partialContent,
    ]
    for status in statuses {
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "answer")
        let output = ["--output", file.path] + arguments
        let first = try await BytesServer.send(output, BytesServer.answer(status))
        #expect(try names(folder) == [])
        try Data("good".utf8).write(to: file)
        let second = try await BytesServer.send(output, BytesServer.answer(status))
        #expect(try String(contentsOf: file, encoding: .utf8) == "good")
        #expect(try names(folder) == ["answer"])
        for outcome in [first, second] {
          #expect(outcome.status == 1)
          #expect(outcome.output.isEmpty)
          #expect(outcome.errors.contains("\(status.code)") && outcome.errors.contains(file.path))
        }
      }
    }
  }

  @Test(arguments: [[], ["--format", "text"], ["--progress"], ["--style", "delegate"]])
  func `what breaks off leaves the file that was there, and nothing beside it`(_ arguments: [String]) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try Data("good".utf8).write(to: file)
      let outcome = try await BytesServer.send(["--output", file.path] + arguments, BytesServer.broken())
      #expect(outcome.status == 3)
      #expect(try String(contentsOf: file, encoding: .utf8) == "good")
      #expect(try names(folder) == ["answer"])
    }
  }

  @Test func `a reader of stderr that goes away ends no download`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try await ServedPages.with({ _ in [:] }) { port in
        let process = BuiltProduct.resource.process(["http://127.0.0.1:\(port)/x", "-o", file.path, "-v"])
        let (status, shell) = (folder.appending(path: "status"), Process())
        shell.executableURL = URL(filePath: "/bin/sh")
        let script = #"{ "$@"; echo $? >"$0"; } 2>&1 | head -c 1 >/dev/null"#
        shell.arguments = ["-c", script, status.path, process.executableURL?.path ?? ""] + (process.arguments ?? [])
        shell.environment = process.environment
        shell.standardInput = FileHandle.nullDevice
        _ = try await shell.end()
        #expect(try String(contentsOf: status, encoding: .utf8) == "0\n")
        #expect(FileManager.default.fileExists(atPath: file.path))
      }
    }
  }

  @Test(arguments: [[], ["--style", "sync"], ["--progress"]])
  func `output-errors writes what is no success too`(_ arguments: [String]) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      let output = ["--output", file.path, "--output-errors"] + arguments
      let outcome = try await BytesServer.send(output, BytesServer.answer(.notFound))
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(try Data(contentsOf: file) == BytesServer.bytes)
    }
    #expect(try await BytesServer.send(["--output-errors"], BytesServer.answer()).status == 64)
  }

  @Test func `a file is replaced as a whole, with the permissions it had`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try Data(repeating: 1, count: 100_000).write(to: file)
      chmod(file.path, 0o640)
      #expect(try await BytesServer.send(["--output", file.path], BytesServer.answer()).status == 0)
      #expect(try Data(contentsOf: file) == BytesServer.bytes)
      #expect(try names(folder) == ["answer"])
      #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
    }
  }

  @Test func `a name as long as names can be is written too`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: String(repeating: "n", count: 255))
      let outcome = try await BytesServer.send(["--output", file.path], BytesServer.answer())
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Data(contentsOf: file) == BytesServer.bytes)
    }
  }

  @Test func `links are kept, and what they are for is replaced or made`() async throws {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      try files.createDirectory(at: folder.appending(path: "there"), withIntermediateDirectories: true)
      try files.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "other")
      try files.createSymbolicLink(atPath: folder.path + "/other", withDestinationPath: "there/answer")
      // The first pass creates the file, the second one replaces it.
      for _ in 0..<2 {
        #expect(try await BytesServer.send(["--output", folder.path + "/link"], BytesServer.answer()).status == 0)
        #expect(try Data(contentsOf: folder.appending(path: "there/answer")) == BytesServer.bytes)
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/link") == "other")
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path + "/other") == "there/answer")
        #expect(try names(folder.appending(path: "there")) == ["answer"])
        try Data("old".utf8).write(to: folder.appending(path: "there/answer"))
      }
    }
  }

  @Test func `what is no place for a file is said before anything is sent`() async throws {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      try files.createSymbolicLink(atPath: folder.path + "/circle", withDestinationPath: "circle")
      try Data().write(to: folder.appending(path: "file"))
      let long = String(repeating: "n", count: 256)
      for name in ["", "/", "/circle", "/nowhere/", "/nowhere/x", "/file/x", "/file/", "/\(long)"] {
        let path = name.isEmpty ? "" : folder.path + name
        let outcome = try await BuiltProduct.resource.run("send", "GET", "http://127.0.0.1:1/", "--output", path)
        #expect(outcome.status == 64, "\(name): \(outcome.errors)")
        #expect(outcome.errors.contains("--output"))
      }
      #expect(try names(folder) == ["circle", "file"])
    }
  }

  @Test func `a disk that is full leaves the file that was there`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try Data("good".utf8).write(to: file)
      try await BytesServer.with({ BytesServer.megabytes(2) }) { url in
        // A limit on the file size stands in for a full disk.
        let limited = "trap '' XFSZ; ulimit -f 64; exec \"$0\" send GET \(url) --output \(file.path)"
        let process = BuiltProduct.resource.process([])
        process.arguments = ["-c", limited, process.executableURL?.path ?? ""]
        process.executableURL = URL(filePath: "/bin/sh")
        process.standardError = FileHandle.nullDevice
        let status = try await process.end()
        #expect(status == 74)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == "good")
      #expect(try names(folder) == ["answer"])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL] as [Int32])
  func `a signal leaves the file that was there, and nothing beside it`(_ number: Int32) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try Data("good".utf8).write(to: file)
      let (chunks, body) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
      body.yield(BytesServer.bytes)
      let answer = HTTPBodySequence(from: StreamedBytes(chunks: chunks))
      try await BytesServer.with({ HTTPResponse(statusCode: .ok, body: answer) }) { url in
        let process = BuiltProduct.resource.process(["send", "GET", url, "--output", file.path, "--progress"])
        let said = Pipe()
        process.standardError = said
        async let status = process.end()
        // The first line of progress appears when the first bytes are in the file.
        _ = await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume(returning: said.fileHandleForReading.availableData) }
        }
        kill(process.processIdentifier, number)
        let ended = try await status
        #expect(ended == number)
        #expect(process.terminationReason == .uncaughtSignal)
        body.finish()
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == "good")
      #expect(try names(folder) == ["answer"])
    }
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
