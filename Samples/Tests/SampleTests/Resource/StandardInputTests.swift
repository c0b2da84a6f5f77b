// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// `-` where an option takes a file: standard input, read only if it is named.
@Suite struct StandardInputTests {
  private static let text = #"{"a":[1, 2]}"#

  @Test(arguments: [
    ["--json", "@-"], ["--body", "@-"], ["--data", "@-"], ["--upload", "-"], ["--output", "-", "--json", "@-"],
  ])
  func `options that read a file read standard input for a dash`(_ arguments: [String]) async throws {
    let outcome = try await send(arguments, Data(Self.text.utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == Self.text)
  }

  @Test func `a part of a multipart form can be standard input, once`() async throws {
    let outcome = try await send(["--multipart", "note=@-;type=text/plain"], Data("over there".utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("over there") && outcome.text.contains("text/plain"))
    let twice = try await send(["--multipart", "a=@-", "--multipart", "b=@-"], Data("x".utf8))
    #expect(twice.status == 64)
    #expect(twice.errors.contains("standard input can be read once"))
  }

  @Test func `header fields can be standard input, where nothing else is`() async throws {
    let outcome = try await send(["-H", "@-", "-d", "x"], Data("X-One: 1\n# none\nX-Two: 2\n".utf8))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let both = try await send(["-H", "@-", "--json", "@-"], Data("X: 1".utf8))
    #expect(both.status == 64 && both.errors.contains("--header and --json: standard input can be read once"))
  }

  @Test func `standard input that no option names is not sent`() async throws {
    #expect(try await send([], Data("not asked for".utf8)).output.isEmpty)
  }

  @Test func `standard input of any size goes up and comes back byte for byte`() async throws {
    let bytes = try BytesServer.randomBytes(3 << 20)
    let outcome = try await send(["--upload", "-"], bytes)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(SHA256.hash(data: outcome.output) == SHA256.hash(data: bytes))
  }

  @Test func `a file that is redirected to standard input goes out with its length`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "in")
      try Data("known".utf8).write(to: file)
      let server = try await LoopbackServer.start(
        handler: ClosureHTTPHandler { request in
          HTTPResponse(statusCode: .ok, body: Data((request.headers[.contentLength] ?? "none").utf8))
        }
      )
      let output = Pipe()
      let process = BuiltProduct.resource.process(["send", "PUT", server.url + "/", "--upload", "-"])
      process.standardInput = try FileHandle(forReadingFrom: file)
      process.standardOutput = output
      let status = try await process.end()
      #expect(status == 0)
      #expect(try output.fileHandleForReading.readToEnd() == Data("5".utf8))
      await server.stop()
    }
  }

  /// Pipes bytes into the command, which sends a POST to a server that echoes the body.
  private func send(_ arguments: [String], _ input: Data) async throws -> BuiltProduct.Outcome {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { HTTPResponse(statusCode: .ok, body: try await $0.bodyData) }
    )
    let (reading, writing, errors) = (Pipe(), Pipe(), Pipe())
    let process = BuiltProduct.resource.process(["send", "POST", server.url + "/"] + arguments)
    process.standardInput = reading
    process.standardOutput = writing
    process.standardError = errors
    async let status = process.end()
    Thread.detachNewThread {
      try? reading.fileHandleForWriting.write(contentsOf: input)
      try? reading.fileHandleForWriting.close()
    }
    let output = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: (try? writing.fileHandleForReading.readToEnd()) ?? Data())
      }
    }
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let outcome = BuiltProduct.Outcome(status: try await status, output: output, errors: said)
    await server.stop(within: .zero)
    return outcome
  }
}
