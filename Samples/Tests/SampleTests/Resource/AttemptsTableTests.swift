// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// The table of attempts below `--verbose`.
@Suite struct AttemptsTableTests {
  private static func send(_ path: String, _ arguments: [String]) async throws -> [String] {
    let server = try await server()
    let outcome = try await BuiltProduct.resource.run([server.url + path, "-v"] + arguments)
    await server.stop(within: .zero)
    return outcome.errors.split(separator: "\n").map(String.init)
  }

  private static func server() async throws -> LoopbackServer {
    try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        switch request.path {
        case "/busy": BytesServer.answer(.serviceUnavailable, "text/plain", Data("busy".utf8))
        case "/cut": BytesServer.broken()
        default: HTTPResponse(statusCode: .found, headers: [.location: "/busy"], body: Data())
        }
      }
    )
  }

  @Test(arguments: [
    ("/busy", ["--retry", "1"], 2), ("/cut", [], 1), ("/cut", ["--style", "sync"], 1), ("/to", ["--retry", "1"], 3),
  ])
  func `an attempt that got a head has the times until then, whatever became of it`(
    _ path: String,
    _ arguments: [String],
    _ count: Int
  ) async throws {
    let lines = try await Self.send(path, arguments)
    let table = lines.drop { !$0.hasPrefix("attempt  hop") }.dropFirst().prefix(count)
    #expect(table.count == count, "\(lines)")
    let head = try #require(lines.first { $0.hasPrefix("attempt  hop") })
    let end = try #require(head.range(of: "first byte")).upperBound
    if path == "/cut", arguments.isEmpty {
      let row = try #require(table.first)
      #expect(row.contains("  200 OK, body incomplete  ") && row.split(separator: " ").suffix(3) == ["-", "-", "-"])
    }
    for row in table {
      // The columns of numbers end where their names do.
      let cell = row[..<row.index(row.startIndex, offsetBy: head.distance(from: head.startIndex, to: end))]
      #expect(cell.hasSuffix(" ms"), "\(lines)")
    }
  }

  @Test func `the metrics of a body that broke off are what was seen of it`() async throws {
    try await withTemporaryFolder { folder in
      let words = ["--metrics", "-o", folder.appending(path: "page").path]
      let lines = try await BytesServer.send(words, BytesServer.broken()).errors.split(separator: "\n")
      for start in ["sent         -", "received     -", "peer         127.0.0.1:", "connection   new"] {
        #expect(lines.contains { $0.hasPrefix(start) }, "\(start) in \(lines)")
      }
      #expect(lines.contains { $0.hasPrefix("first byte ") && $0.hasSuffix(" ms") }, "\(lines)")
    }
  }

  @Test(arguments: [UInt16(40), 80, 100]) func `on a narrow terminal no line breaks`(_ columns: UInt16) async throws {
    let server = try await Self.server()
    let text = try await Terminal.shown(
      [server.url + "/to", "-v", "--retry", "1"],
      columns: columns,
      environment: ["TERM": "xterm", "NO_COLOR": "1"]
    ).text
    await server.stop(within: .zero)
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("attempt 1") }
    #expect(lines.count >= 4, "\(text)")
    for line in lines where !line.hasPrefix("resource:") { #expect(line.count <= Int(columns), "\(line)") }
    #expect(text.contains("first byte") && text.contains("sum:") && text.contains("503 Service"))
    let flat = text.replacing("\n", with: " ").replacing("  ", with: " ")
    #expect(flat.contains("attempt 3, hop 2, retry: \(server.url): 503 Service Unavailable"), "\(text)")
  }
}
