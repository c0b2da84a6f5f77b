// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// Several URLs on one command line.
@Suite struct SeveralTests {
  /// A server that answers with the path of the request.
  private func withPaths(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        HTTPResponse(statusCode: request.path == "/missing" ? .notFound : .ok, body: Data(request.path.utf8))
      }
    )
    try await body(server.url)
    await server.stop()
  }

  @Test func `two URLs of one name do not share its file`() async throws {
    let outcome = try await BuiltProduct.resource.run("-Z", "http://127.0.0.1:1/a?1", "http://127.0.0.1:1/a?2", "-O")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--remote-name: ./a is named for two URLs"), "\(outcome.errors)")
  }

  @Test(arguments: [[], ["-Z"]])
  func `each is a request with a file of its own`(_ extra: [String]) async throws {
    try await withPaths { url in
      try await withTemporaryFolder { folder in
        let files = ["a", "b", "c"].map { folder.appending(path: $0) }
        let words = zip(["a", "b", "c"], files).flatMap { ["\(url)/\($0)", "-o", $1.path] }
        let outcome = try await BuiltProduct.resource.run(words + extra)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) } == ["/a", "/b", "/c"])
      }
    }
  }

  @Test func `fields between them are those of all`() async throws {
    try await withPaths { url in
      let outcome = try await BuiltProduct.resource.run("GET", "\(url)/a", "X-A:1", "\(url)/b", "q==1")
      #expect((outcome.status, outcome.text.contains("/a"), outcome.text.contains("/b")) == (0, true, true))
    }
  }

  @Test(arguments: [[], ["-Z"]])
  func `one that fails keeps no other from its response, and decides the exit status`(_ extra: [String]) async throws {
    try await withPaths { url in
      let words = ["GET", "\(url)/a", "http://127.0.0.1:1/", "\(url)/missing", "\(url)/b", "X-A:1"]
      let outcome = try await BuiltProduct.resource.run(words + extra)
      #expect(outcome.status == 3 && outcome.errors.contains("connectFailed"), "\(outcome.errors)")
      #expect(outcome.text.contains("/a") && outcome.text.contains("/b"))
      let refused = try await BuiltProduct.resource.run(["\(url)/a", "\(url)/missing?token=hush", "-f"] + extra)
      #expect(refused.errors.contains("404 Not Found (GET \(url)/missing?token=‹redacted›)\n"), "\(refused.errors)")
      let one = try await BuiltProduct.resource.run("\(url)/missing", "-f", "-o", "-")
      #expect(one.errors == "resource: 404 Not Found\n")
    }
  }

  @Test func `a URL that cannot be sent is told before the first is`() async throws {
    try await withPaths { url in
      let outcome = try await BuiltProduct.resource.run("\(url)/a", "http://h.example:99999/")
      #expect(outcome.status == 64 && outcome.text.isEmpty, "\(outcome.text)")
      #expect(outcome.errors.contains("URL 2: invalid URL at byte 17"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    (["-o", "one"], "2 URLs and 1 × --output"), (["-o", "x", "-o", "x"], "--output: x is named for two URLs"),
    (["-o", "x", "-o", "./x"], "--output: ./x is named for two URLs"),
    (["--har", "h"], "--har: the file is that of one call"),
    (["--etag-save", "t"], "--etag-save: the file is that of one call"),
    (["--etag-compare", "t"], "--etag-compare: the file is that of one call"),
    (["--json", "@-"], "standard input can be read once"),
  ])
  func `what only one can have is refused before anything is sent`(_ extra: [String], _ reason: String) async throws {
    let outcome = try await BuiltProduct.resource.run(["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"] + extra)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test func `explain takes one`() async throws {
    let outcome = try await BuiltProduct.resource.run("explain", "http://127.0.0.1:1/a", "http://127.0.0.1:1/b")
    #expect(outcome.status == 64 && outcome.errors.contains("only send takes several"), "\(outcome.errors)")
  }
}
