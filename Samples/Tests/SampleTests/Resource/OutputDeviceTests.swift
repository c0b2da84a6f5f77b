// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import Testing

/// `--output` to devices and named pipes: written in place, never replaced.
@Suite struct OutputDeviceTests {
  @Test func `devices are written in place`() async throws {
    #expect(try await BytesServer.send(["--output", "/dev/null"], BytesServer.answer()).status == 0)
    #expect(try await BytesServer.send(["--output", "/dev/null", "--progress"], BytesServer.answer()).status == 0)
    let full = try await BytesServer.send(["--output", "/dev/full"], BytesServer.answer())
    #expect(full.status == 74)
    #expect(full.errors.contains("the response cannot be written to /dev/full: "), "\(full.errors)")
    for path in ["/dev/null", "/dev/full"] {
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      #expect(type == .typeCharacterSpecial)
    }
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func `stdout under another name is stdout, a file that it is too`(_ path: String) async throws {
    let outcome = try await BytesServer.send(["--output", path], BytesServer.answer())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == BytesServer.bytes)
    let refused = try await BytesServer.send(["--output", path], BytesServer.answer(.notFound))
    #expect(refused.output == BytesServer.bytes)
  }

  @Test func `a descriptor this process was given is written to`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try await BytesServer.with({ BytesServer.answer() }) { url in
        let process = BuiltProduct.resource.process([])
        let line = "exec 3>\(file.path); printf before >&3; \"$0\" send GET \(url) --output /dev/fd/3; printf after >&3"
        process.arguments = ["-c", line, process.executableURL?.path ?? ""]
        process.executableURL = URL(filePath: "/bin/sh")
        let status = try await process.end()
        #expect(status == 0)
      }
      #expect(try Data(contentsOf: file) == Data("before".utf8) + BytesServer.bytes + Data("after".utf8))
      let none = try await BytesServer.send(["--output", "/dev/fd/9077"], BytesServer.answer())
      #expect(none.status == 74)
    }
  }

  @Test(
    arguments: [(HTTPStatusCode.ok, 0, BytesServer.bytes), (.notFound, 1, Data())] as [(HTTPStatusCode, Int32, Data)]
  )
  func `the reader of a named pipe gets a success and its end`(
    _ status: HTTPStatusCode,
    _ exit: Int32,
    _ bytes: Data
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      // The reader runs in a process of its own, as in a shell.
      let reader = Process()
      reader.executableURL = URL(filePath: "/bin/cat")
      reader.arguments = [path]
      let taken = folder.appending(path: "taken")
      try Data().write(to: taken)
      reader.standardOutput = try FileHandle(forWritingTo: taken)
      async let end = reader.end()
      let outcome = try await BytesServer.send(["--output", path], BytesServer.answer(status))
      #expect(outcome.status == exit, "\(outcome.errors)")
      let ended = try await end
      #expect(ended == 0)
      #expect(try Data(contentsOf: taken) == bytes)
    }
  }

  @Test func `a named pipe nobody reads is an error when its time is over`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      let outcome = try await BytesServer.send(["--output", path, "--timeout", "100ms"], BytesServer.answer())
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("no process reads it"))
    }
  }

  @Test(arguments: ["3", "4", "5"])
  func `a number that nobody opened is none of the command's own`(_ number: String) async throws {
    let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:1/", "-o", "/dev/fd/\(number)")
    #expect(outcome.status == 74 && outcome.errors.contains("Bad file descriptor"), "\(outcome.errors)")
  }
}
