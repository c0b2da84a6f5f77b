// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// `--etag-save`, `--etag-compare` and `--time-cond`.
@Suite struct ConditionFlagsTests {
  private static let tag = "\"v1\""
  private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// Runs a server that evaluates conditions and lists in `X-Seen` the ones it received.
  private func withServer(_ body: (String) async throws -> Void) async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        let names = ["If-None-Match", "If-Modified-Since", "If-Unmodified-Since"]
        let seen = names.compactMap { name in request.headers[HTTPHeader(name)].map { "\(name): \($0)" } }
        let headers: HTTPHeaders = [HTTPHeader("ETag"): Self.tag, HTTPHeader("X-Seen"): seen.joined(separator: "; ")]
        if request.path == "/error" {
          return HTTPResponse(statusCode: .notFound, headers: headers, body: Data("no".utf8))
        }
        if request.path == "/untagged" { return HTTPResponse(statusCode: .ok, body: Data("plain".utf8)) }
        let isKnown =
          request.headers[HTTPHeader("If-None-Match")] == Self.tag
          || request.headers[HTTPHeader("If-Modified-Since")] == Self.changed
        if isKnown { return HTTPResponse(statusCode: .notModified, headers: headers) }
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data("body".utf8))
      }
    )
    do { try await body(server.url) } catch {
      await server.stop(within: .zero)
      throw error
    }
    await server.stop(within: .zero)
  }

  @Test(arguments: [[], ["--format", "text"]])
  func `a tag is kept and compared, and a file that is current stays`(_ extra: [String]) async throws {
    try await withServer { url in
      try await withTemporaryFolder { folder in
        let (tag, page) = (folder.path + "/tag", folder.path + "/page")
        let line = [url + "/", "--etag-compare", tag, "--etag-save", tag, "-o", page, "-w", "%{http_code}"] + extra
        let first = try await BuiltProduct.resource.run(line)
        #expect((first.status, first.text, first.errors) == (0, "200", ""))
        #expect(try String(contentsOfFile: tag, encoding: .utf8) == Self.tag + "\n")
        let second = try await BuiltProduct.resource.run(line)
        #expect((second.status, second.text, second.errors) == (0, "304", ""))
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "body")
        #expect(try String(contentsOfFile: tag, encoding: .utf8) == Self.tag + "\n")
        // Without the page, there is nothing to revalidate.
        try FileManager.default.removeItem(atPath: page)
        let third = try await BuiltProduct.resource.run(line)
        #expect((third.status, third.text) == (0, "200"))
      }
    }
  }

  @Test func `a tag is kept of a body that is there alone`() async throws {
    try await withServer { url in
      try await withTemporaryFolder { folder in
        let tag = folder.path + "/tag"
        try Data("\"old\"\n".utf8).write(to: URL(filePath: tag))
        let refused = try await BuiltProduct.resource.run(url + "/error", "--etag-save", tag)
        #expect(refused.status == 1)
        #expect(try String(contentsOfFile: tag, encoding: .utf8) == "\"old\"\n")
        _ = try await BuiltProduct.resource.run(url + "/untagged", "--etag-save", tag)
        #expect(try String(contentsOfFile: tag, encoding: .utf8).isEmpty)
        let broken = try await BytesServer.send(
          ["--etag-save", tag, "-o", folder.path + "/page"],
          BytesServer.broken()
        )
        #expect(broken.status == 3)
        let empty = try await BuiltProduct.resource.run(url + "/", "--etag-compare", tag, "-i")
        #expect(empty.text.contains("X-Seen: \n"), "\(empty.text)")
      }
    }
  }

  @Test func `a date or a file says since when`() async throws {
    try await withServer { url in
      try await withTemporaryFolder { folder in
        let page = folder.path + "/page"
        let line = [url + "/", "-z", page, "-o", page, "-w", "%{http_code}"]
        let first = try await BuiltProduct.resource.run(line)
        #expect((first.status, first.text, first.errors) == (0, "200", ""))
        let date = Date(timeIntervalSince1970: 784_111_777)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: page)
        let second = try await BuiltProduct.resource.run(line)
        #expect((second.status, second.text) == (0, "304"), "\(second.errors)")
        let turned = try await BuiltProduct.resource.run(url + "/", "--time-cond", "-1994-11-06", "-i")
        #expect(turned.text.contains("X-Seen: If-Unmodified-Since: Sun, 06 Nov 1994 00:00:00 GMT"), "\(turned.text)")
        let explained = try await BuiltProduct.resource.run("explain", url + "/", "-z", "1994-11-06T08:49:37Z")
        #expect(explained.text.contains(Self.changed), "\(explained.text)")
      }
    }
  }

  @Test(arguments: [[], ["--format", "text"]])
  func `a body that is not newer is not written, although the server sent it`(_ extra: [String]) async throws {
    try await withTemporaryFolder { folder in
      let page = folder.appending(path: "page")
      let tag = folder.appending(path: "tag").path
      let headers: HTTPHeaders = [HTTPHeader("Last-Modified"): Self.changed, HTTPHeader("ETag"): "\"v1\""]
      for (date, text) in [(page.path, "old"), ("1994-11-06T08:49:37Z", "old"), ("1994-11-06", "new")] {
        try Data("old".utf8).write(to: page)
        let outcome = try await BytesServer.send(
          ["-z", date, "-o", page.path, "--etag-save", tag] + extra,
          HTTPResponse(statusCode: .ok, headers: headers, body: Data("new".utf8))
        )
        #expect((outcome.status, outcome.errors) == (0, ""))
        #expect(try String(contentsOf: page, encoding: .utf8) == text, "\(date)")
        #expect(FileManager.default.fileExists(atPath: tag) == (text == "new"))
      }
      // With a tag in the request, the date does not count.
      try Data("\"v0\"".utf8).write(to: URL(filePath: tag))
      try Data("old".utf8).write(to: page)
      _ = try await BytesServer.send(
        ["-z", page.path, "-o", page.path, "--etag-compare", tag] + extra,
        HTTPResponse(statusCode: .ok, headers: headers, body: Data("new".utf8))
      )
      #expect(try String(contentsOf: page, encoding: .utf8) == "new")
      try Data("old".utf8).write(to: page)
      _ = try await BytesServer.send(
        ["-z", page.path, "-o", page.path, "--etag-compare", folder.appending(path: "none").path] + extra,
        HTTPResponse(statusCode: .ok, headers: headers, body: Data("new".utf8))
      )
      #expect(try String(contentsOf: page, encoding: .utf8) == "old")
    }
  }

  @Test(arguments: [
    (["-z", "tomorrow"], "2026-01-31T12:00:00Z"), (["-z", "2026-01-31T12:00:00"], "2026-01-31T12:00:00Z"),
    (["-z", "2026-01-31 more"], "neither a file nor a date"),
    (["-z", "2026-01-01", "If-Modified-Since:x"], "choose one"),
    (["--etag-compare", "/etc/hostname", "-H", "If-None-Match: *"], "choose one"),
    (["--etag-compare", "/etc/passwd"], "no entity tag"), (["--etag-save", "/no/such/tag"], "--etag-save"),
    (["--etag-save", "t", "--resume", "-o", "x"], "--resume and --etag-save"), (["-z", "x", "--events"], "choose one"),
  ])
  func `what is no condition is refused before anything is sent`(_ extra: [String], remedy: String) async throws {
    let outcome = try await BuiltProduct.resource.run(["http://127.0.0.1:1/"] + extra)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
  }

  @Test func `304 is a failure where nobody asked for it`() async throws {
    let outcome = try await BytesServer.send([], HTTPResponse(statusCode: .notModified))
    #expect(outcome.status == 1)
  }

  @Test(arguments: [[], ["--format", "text"]])
  func `verbose shows what comes from the cache as it shows what comes from the server`(_ extra: [String]) async throws
  {
    try await withTemporaryFolder { folder in
      let headers: HTTPHeaders = [HTTPHeader("Cache-Control"): "max-age=3600", HTTPHeader("X-A"): "b"]
      try await BytesServer.with({ HTTPResponse(statusCode: .ok, headers: headers, body: Data("body".utf8)) }) { url in
        for isFromCache in [false, true] {
          let outcome = try await BuiltProduct.resource.run([url, "-v", "--cache", folder.path] + extra)
          #expect(outcome.text == "body")
          let lines = outcome.errors.split(separator: "\n")
          #expect(lines.count { $0.hasPrefix("< ") && $0.hasSuffix("200 OK") } == 1, "\(outcome.errors)")
          #expect(lines.count { $0 == "< X-A: b" } == 1, "\(outcome.errors)")
          #expect(lines.contains { $0.hasPrefix("* Cache-Status: ResourceRequest; hit") } == isFromCache)
          #expect(!lines.contains("* finished in 0.00 ms"))
        }
      }
    }
  }
}
