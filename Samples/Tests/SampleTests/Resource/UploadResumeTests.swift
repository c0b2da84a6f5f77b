// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// `--upload FILE --resume` over sockets, and after the process was killed.
@Suite struct UploadResumeTests {
  private static let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 5) })

  @Test(.timeLimit(.minutes(5)))
  func `an upload goes on where the server is after the process was killed`() async throws {
    try await withUploads { server, file in
      let url = server.url
      let words = ["POST", url + "/files", "--upload", file.path, "--resume", "--create-upload"]
      server.store.withLock { $0.stopsBehind = 1_000_000 }
      let process = BuiltProduct.resource.process(words)
      async let ended = process.end()
      await server.waitUntilStopped()
      kill(process.processIdentifier, SIGKILL)
      #expect(try await ended == SIGKILL)
      let record = URL(filePath: file.path + ".upload.json")
      #expect(FileManager.default.fileExists(atPath: record.path))
      let before = server.goOn()
      #expect(before >= 1_000_000 && before < Self.bytes.count)

      let outcome = try await BuiltProduct.resource.run(words + ["--verbose", "-w", "%{http_code}\\n"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text == "stored201\n", "\(outcome.text)")
      #expect(outcome.errors.contains("* resumed behind \(before) of 3000000 bytes"), "\(outcome.errors)")
      #expect(server.store.withLock { $0.bytes } == Self.bytes)
      #expect(server.store.withLock { $0.asked } == ["POST", "PATCH", "HEAD", "PATCH"])
      #expect(!FileManager.default.fileExists(atPath: record.path))
    }
  }

  @Test func `a part that curl would name goes out by Content-Range`() async throws {
    try await withUploads { server, file in
      server.store.withLock { $0.bytes = Self.bytes.prefix(1_000_000) }
      let outcome = try await BuiltProduct.resource.run(
        "PUT",
        server.url + "/ranges",
        "-T",
        file.path,
        "-C",
        "1000000"
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(server.store.withLock { $0.bytes } == Self.bytes)
      #expect(server.store.withLock { $0.range } == "bytes 1000000-2999999/3000000")
    }
  }

  @Test func `a server that does not know the protocol takes the file as ever, and its refusal is shown`() async throws
  {
    try await withUploads { server, file in
      let taken = try await BuiltProduct.resource.run(server.url + "/plain", "-T", file.path, "-C", "-", "-i")
      #expect(taken.status == 0, "\(taken.errors)")
      #expect(taken.text.hasPrefix("HTTP/1.1 200"))
      #expect(taken.text.hasSuffix("PUT 3000000"))
      let refused = try await BuiltProduct.resource.run(server.url + "/nowhere", "-T", file.path, "--resume")
      #expect(refused.status == 1)
      #expect(refused.text == "not here")
    }
  }

  @Test(arguments: [
    (["--upload", "-", "--resume"], "standard input cannot be read again"),
    (["-T", "F", "--resume", "--stream"], "--stream"),
    (["-T", "F", "--resume", "--compress-request", "gzip"], "--compress-request"),
    (["-T", "F", "--resume", "--retry", "2"], "--retry"), (["-T", "F", "--resume", "--hedge", "2s"], "--hedge"),
    (["-T", "F", "--resume", "--style", "sync"], "--style sync"), (["-T", "F", "--resume", "-X", "GET"], "found GET"),
    (["-T", "F", "--resume-by", "content-range"], "write --resume"), (["-C", "7", "-o", "x"], "--range 7-"),
    (["-T", "F", "-C", "7", "--create-upload"], "--create-upload"), (["--resume"], "--upload"),
    (["-T", "F", "-C", "7", "--resume-by", "resumable"], "--continue-at -"),
  ])
  func `what cannot be resumed is refused, with the remedy`(_ options: [String], _ remedy: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "F")
      try Data("x".utf8).write(to: file)
      let words = options.map { $0 == "F" ? file.path : $0 }
      let outcome = try await BuiltProduct.resource.run(["http://127.0.0.1:1/"] + words)
      #expect(outcome.status == 64)
      #expect(outcome.errors.split(separator: "\n").first?.contains(remedy) == true, "\(outcome.errors)")
    }
  }

  @Test func `explain takes the options as send does`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      try Data("x".utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run("explain", "http://a.example/", "-T", file.path, "-C", "-")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("PUT"))
    }
  }

  private func withUploads(_ body: (UploadTarget, URL) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film.bin")
      try Self.bytes.write(to: file)
      let target = try await UploadTarget.start()
      do { try await body(target, file) } catch {
        await target.stop()
        throw error
      }
      await target.stop()
    }
  }
}
