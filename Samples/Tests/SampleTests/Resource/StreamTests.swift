// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// `--stream` and `--events`.
@Suite struct StreamTests {
  @Test func `a stream is written while it comes in`() async throws {
    let (chunks, server) = AsyncThrowingStream.makeStream(of: Data.self, throwing: (any Error).self)
    try await withServer { _ in
      HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: StreamedBytes(chunks: chunks)))
    } _: { url in
      let process = BuiltProduct.resource.process(["send", "GET", url, "--stream", "--include"])
      let pipe = Pipe()
      process.standardOutput = pipe
      async let status = process.end()
      var written = Data()
      // The server sends each word after the command has written the previous one, so the output cannot wait for the
      // end.
      for word in ["one", "two", "three"] {
        server.yield(Data(word.utf8))
        while !written.reversed().starts(with: word.utf8.reversed()) {
          written += try await pipe.fileHandleForReading.next()
        }
      }
      server.finish()
      let ended = try await status
      #expect(ended == 0)
      let text = String(decoding: written, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\n") && text.hasSuffix("\n\nonetwothree"), "\(text)")
    }
  }

  @Test func `events end with the time limit of the whole call, however often they connect again`() async throws {
    try await withServer { _ in
      HTTPResponse(
        statusCode: .ok,
        headers: [.contentType: "text/event-stream"],
        body: Data("retry: 1\ndata: tick\n\n".utf8)
      )
    } _: { url in
      let outcome = try await BuiltProduct.resource.run(
        "send",
        "GET",
        url,
        "--events",
        "-m",
        "700ms",
        "--format",
        "raw"
      )
      #expect(outcome.status == 3 && outcome.errors.contains("deadlineExceeded"), "\(outcome.errors)")
      #expect(outcome.text.hasPrefix("tick\ntick\n"))
    }
  }

  @Test func `a stream that breaks off leaves what came and no success`() async throws {
    try await withServer { _ in
      let body = HTTPBodySequence(from: StreamedBytes.breaking(after: Data("half".utf8)), count: 8)
      return HTTPResponse(statusCode: .ok, body: body)
    } _: { url in
      let outcome = try await BuiltProduct.resource.run("send", "GET", url, "--stream")
      #expect(outcome.status == 3)
      #expect(outcome.text == "half")
    }
  }

  @Test(arguments: [
    ("text", "message\n  first\n  second\ntick (id 7)\n  {\"a\":1}\nmessage (id 7)\n  after\n"),
    (
      "json",
      #"{"type":"message","id":"","data":"first\nsecond"}"# + "\n" + #"{"type":"tick","id":"7","data":"{\"a\":1}"}"#
        + "\n" + #"{"type":"message","id":"7","data":"after"}"# + "\n"
    ),
    ("raw", "first\nsecond\n{\"a\":1}\nafter\n"),
  ])
  func `events come one after the other, over more than one connection`(format: String, text: String) async throws {
    try await withServer { request in
      let isFirst = request.headers[HTTPHeader("Last-Event-ID")] == nil
      let first = "retry: 1\ndata: first\ndata: second\n\nevent: tick\nid: 7\ndata: {\"a\":1}\n\n"
      let second = "data: after\n\nid: end\n\n"
      if request.headers[HTTPHeader("Last-Event-ID")] == "end" { return HTTPResponse(statusCode: .noContent) }
      let body = Data((isFirst ? first : second).utf8)
      return HTTPResponse(statusCode: .ok, headers: [.contentType: "text/event-stream"], body: body)
    } _: { url in
      let outcome = try await BuiltProduct.resource.run("send", "GET", url, "--events", "--format", format)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text == text)
    }
  }

  @Test func `what is no stream of events is an error`() async throws {
    try await withServer { _ in
      HTTPResponse(statusCode: .ok, body: Data("page".utf8))
    } _: { url in
      let outcome = try await BuiltProduct.resource.run("send", "GET", url, "--events")
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("decodingFailed"))
    }
    try await withServer { _ in
      HTTPResponse(statusCode: .notFound)
    } _: { url in
      let outcome = try await BuiltProduct.resource.run("send", "GET", url, "--events")
      #expect(outcome.status == 1)
    }
  }

  @Test(arguments: [
    ["--stream", "--events"], ["--stream", "--output", "x"], ["--events", "--include"],
    ["--stream", "--format", "json"],
    ["--stream", "--style", "sync"], ["--events", "--metrics"], ["--stream", "--resume", "--output", "x"],
  ])
  func `what does not go together is wrong usage`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(["send", "GET", "http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("do not go together"))
  }

  private func withServer(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    _ body: (String) async throws -> Void
  ) async throws {
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { try await answer($0) })
    do {
      try await body(server.url + "/")
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension FileHandle {
  /// The next bytes; throws at the end of the file.
  fileprivate func next() async throws -> Data {
    let data = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: self.availableData) }
    }
    if data.isEmpty { throw POSIXError(.EPIPE) }
    return data
  }
}
