// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import Testing

/// Pipes and files receive the body byte for byte.
@Suite struct OutputBytesTests {
  @Test(arguments: ["image/png", "text/plain", "text/plain; charset=iso-8859-1", "text/html; charset=utf-16"])
  func `pipes and files get the bytes of a body, whatever it says of itself`(_ type: String) async throws {
    try await withTemporaryFolder { folder in
      let piped = try await BytesServer.send([], BytesServer.answer(.ok, type))
      #expect(piped.output == BytesServer.bytes)
      let file = folder.appending(path: "answer")
      for extra in [[], ["--progress"], ["--style", "callback"]] {
        let outcome = try await BytesServer.send(["--output", file.path] + extra, BytesServer.answer(.ok, type))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(try Data(contentsOf: file) == BytesServer.bytes)
        try FileManager.default.removeItem(at: file)
      }
    }
  }

  @Test func `a body that is larger than what is held in memory comes out whole`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      #expect(try await BytesServer.send(["--output", file.path], BytesServer.megabytes(80)).status == 0)
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      #expect(size == 80 << 20)
      let piped = try await BytesServer.send([], BytesServer.megabytes(80))
      #expect(piped.output == Data(repeating: 0xE9, count: 80 << 20))
    }
  }

  @Test(arguments: [nil, "text/plain; charset=iso-8859-1"])
  func `sixty megabytes of random bytes have the same digest behind a pipe`(_ type: String?) async throws {
    let bytes = try BytesServer.randomBytes(60 << 20)
    let piped = try await BytesServer.send([], BytesServer.answer(.ok, type ?? "application/zip", bytes))
    #expect(piped.status == 0)
    #expect(SHA256.hash(data: piped.output) == SHA256.hash(data: bytes))
  }

  @Test func `a body without a byte makes a file without one`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "answer")
      try Data("old".utf8).write(to: file)
      #expect(try await BytesServer.send(["--output", file.path], BytesServer.answer(.ok, "a/b", Data())).status == 0)
      #expect(try Data(contentsOf: file).isEmpty)
    }
  }

  @Test func `the page of an error is on stdout, where there is no output file`() async throws {
    let outcome = try await BytesServer.send([], BytesServer.answer(.notFound))
    #expect(outcome.status == 1)
    #expect(outcome.output == BytesServer.bytes)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a pipe that whoever started it made non-blocking gets all of a body`() async throws {
    try await BytesServer.with({ BytesServer.megabytes(4) }) { url in
      let pipe = Pipe()
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      let process = BuiltProduct.resource.process(["send", "GET", url])
      process.standardOutput = pipe
      async let status = process.end()
      let taken = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: (try? pipe.fileHandleForReading.readToEnd())?.count)
        }
      }
      let ended = try await status
      #expect(ended == 0)
      #expect(taken == 4 << 20)
    }
  }
}
