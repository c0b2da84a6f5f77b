// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// `--output FILE` with `--resume` and `--progress`.
@Suite struct DownloadTests {
  private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) })

  @Test func `what broke off is kept, and the rest is asked for`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      let broken = try await download(server.url + "/breaks", to: file, "--resume")
      #expect(broken.status == 3)
      #expect(broken.errors.contains("connectionClosed") && !broken.errors.contains("nothing is kept"))
      #expect(try names(folder) == ["film.part", "film.part.json"])
      let outcome = try await download(server.url + "/breaks", to: file, "--resume", "--verbose")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("< HTTP/1.1 206"))
      #expect(outcome.output.isEmpty)
      #expect(try Data(contentsOf: file) == Self.bytes)
      #expect(try names(folder) == ["film"])
    }
    await server.stop()
  }

  @Test func `that nothing is kept without a tag is said`() async throws {
    try await withTemporaryFolder { folder in
      let words = ["--resume", "-o", folder.appending(path: "film").path]
      let outcome = try await BytesServer.send(words, BytesServer.broken())
      #expect(outcome.status == 3 && outcome.errors.contains("; nothing is kept for --resume"), "\(outcome.errors)")
      #expect(try names(folder) == [])
    }
  }

  @Test func `what was whole but for its name is a success`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      _ = try await download(server.url + "/breaks", to: file, "--resume")
      // This is what a process leaves that is killed after the last byte and before the rename.
      try Self.bytes.write(to: folder.appending(path: "film.part"))
      let outcome = try await download(server.url + "/breaks", to: file, "--resume", "--verbose")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("< HTTP/1.1 416"))
      #expect(try Data(contentsOf: file) == Self.bytes)
      #expect(try names(folder) == ["film"])
    }
    await server.stop()
  }

  @Test func `without resume nothing is kept`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let broken = try await download(server.url + "/breaks", to: folder.appending(path: "film"), "--progress")
      #expect(broken.status == 3)
      #expect(try names(folder) == [])
    }
    await server.stop()
  }

  @Test func `progress is lines where stderr is no terminal, the last of them the end`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      let outcome = try await download(server.url + "/whole", to: file, "--progress")
      #expect(outcome.status == 0)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.last?.hasPrefix("100%  300.0 kB of 300.0 kB") == true, "\(outcome.errors)")
      #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\r"))
      #expect(try Data(contentsOf: file) == Self.bytes)
    }
    await server.stop()
  }

  @Test func `progress is a bar on a terminal`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let terminal = try Terminal(columns: 70)
      let file = folder.appending(path: "film")
      let process = BuiltProduct.resource.process(
        ["send", "GET", server.url + "/whole", "--output", file.path, "--progress"],
        environment: ["TERM": "xterm"]
      )
      process.standardError = terminal.inside
      #expect(try await process.end() == 0)
      let shown = try terminal.drain()
      #expect(shown.contains(/\r100% \[#+\]  300\.0 kB of 300\.0 kB/), "\(shown)")
      #expect(shown.hasSuffix("\u{1B}[K\r\n"))
    }
    await server.stop()
  }

  @Test func `a status that is no success leaves the file as it was`() async throws {
    let server = try await server()
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "film")
      try Data("old".utf8).write(to: file)
      let outcome = try await download(server.url + "/nothing", to: file, "--resume")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("404"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    }
    await server.stop()
  }

  @Test(arguments: [
    ["GET", "--resume"], ["GET", "--resume", "--output", "/dev/null"], ["POST", "--resume", "--output", "x"],
    ["GET", "--resume", "--output", "x", "--include"], ["GET", "--progress", "--output", "x", "--style", "sync"],
    ["GET", "--progress", "--output", "x", "--format", "json"],
  ])
  func `what makes no download is wrong usage`(_ arguments: [String]) async throws {
    let all = ["send", arguments[0], "http://127.0.0.1:1/"] + arguments.dropFirst()
    let outcome = try await BuiltProduct.resource.run(all)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--output") || outcome.errors.contains(arguments[1]))
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func download(_ url: String, to file: URL, _ arguments: String...) async throws -> BuiltProduct.Outcome {
    try await BuiltProduct.resource.run(["send", "GET", url, "--output", file.path] + arguments)
  }

  /// A server that sends the bytes, or a range of them, at `/whole` and `/breaks`; without a range, `/breaks` breaks
  /// off halfway.
  private func server() async throws -> LoopbackServer {
    try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        guard ["/whole", "/breaks"].contains(request.path) else { return HTTPResponse(statusCode: .notFound) }
        let headers: HTTPHeaders = [.eTag: #""v1""#]
        if let range = request.headers[HTTPHeader("Range")], request.headers[HTTPHeader("If-Range")] == #""v1""# {
          let start = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
          guard start < Self.bytes.count else {
            let fields: HTTPHeaders = [HTTPHeader("Content-Range"): "bytes */\(Self.bytes.count)"]
            return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: fields)
          }
          let place = "bytes \(start)-\(Self.bytes.count - 1)/\(Self.bytes.count)"
          let fields: HTTPHeaders = [.eTag: #""v1""#, HTTPHeader("Content-Range"): place]
          return HTTPResponse(statusCode: .partialContent, headers: fields, body: Self.bytes[start...])
        }
        guard request.path == "/breaks" else {
          return HTTPResponse(statusCode: .ok, headers: headers, body: Self.bytes)
        }
        let half = StreamedBytes.breaking(after: Self.bytes.prefix(150_000))
        let body = HTTPBodySequence(from: half, count: Self.bytes.count)
        return HTTPResponse(statusCode: .ok, headers: headers, body: body)
      }
    )
  }
}
