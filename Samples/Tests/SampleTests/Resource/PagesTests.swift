// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import Testing

/// `--pages`: what links to its next page.
@Suite struct PagesTests {
  private static let links: @Sendable (String) -> HTTPHeaders = { path in
    guard let number = Int(path.dropFirst(2)), number < 4 else { return [:] }
    return [HTTPHeader("Link"): "</p\(number + 1)>; rel=\"next\""]
  }

  @Test(arguments: [(1, 1), (3, 3), (4, 4), (100, 4)])
  func `so many pages are written, each on its own lines`(_ asked: Int, _ written: Int) async throws {
    try await ServedPages.with(Self.links) { port in
      let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:\(port)/p1", "--pages", "\(asked)")
      let lines = (1...written).map { "/p\($0) 127.0.0.1:\(port)" }
      #expect(outcome.text == lines.joined(separator: "\n"), "\(outcome.errors)")
      #expect(outcome.status == 0)
    }
  }

  @Test func `a condition is for the first page alone`() async throws {
    let served: @Sendable (String) -> HTTPHeaders = { path in
      var headers = Self.links(path)
      let year = path == "/p1" ? "Sat, 01 Jan 2022" : "Sun, 06 Nov 1994"
      headers[HTTPHeader("Last-Modified")] = "\(year) 08:49:37 GMT"
      return headers
    }
    try await ServedPages.with(served) { port in
      let url = "http://127.0.0.1:\(port)/p1"
      let outcome = try await BuiltProduct.resource.run(url, "--pages", "3", "-z", "2000-01-01")
      #expect(outcome.text.split(separator: "\n").count == 3, "\(outcome.text) \(outcome.errors)")
    }
  }

  @Test func `they go to a file as a whole, and not at all if one is refused`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "pages").path
      try await ServedPages.with(Self.links) { port in
        let url = "http://127.0.0.1:\(port)/p3"
        let outcome = try await BuiltProduct.resource.run(url, "--pages", "9", "-o", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 2)
      }
      try await ServedPages.with({ _ in [:] }, status: .notFound) { port in
        let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:\(port)/p1", "--pages", "2", "-o", file)
        #expect(outcome.status == 1)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("/p3 "))
      }
    }
  }

  @Test func `a page that is refused decides the status, and -w and the output tell of it`() async throws {
    try await ServedPages.with({ _ in [:] }, status: .notFound) { port in
      let url = "http://127.0.0.1:\(port)/p1"
      let outcome = try await BuiltProduct.resource.run(url, "--pages", "2", "-w", " %{http_code}")
      #expect(outcome.status == 1)
      #expect(outcome.text.hasSuffix(" 404"), "\(outcome.text) \(outcome.errors)")
      #expect(outcome.text.hasPrefix("/p1 "), "\(outcome.text)")
    }
  }

  @Test func `the time limit is that of all pages`() async throws {
    let endless: @Sendable (String) -> HTTPHeaders = { path in
      [HTTPHeader("Link"): "</p\((Int(path.dropFirst(2)) ?? 0) + 1)>; rel=\"next\""]
    }
    try await ServedPages.with(endless) { port in
      let outcome = try await BuiltProduct.resource.run("http://127.0.0.1:\(port)/p1", "--pages", "10000", "-m", "1s")
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("deadlineExceeded"), "\(outcome.errors)")
    }
  }

  @Test func `an output that takes no page is told by -w too`() async throws {
    try await ServedPages.with(Self.links) { port in
      let url = "http://127.0.0.1:\(port)/p1"
      let outcome = try await BuiltProduct.resource.run(
        url,
        "--pages",
        "2",
        "-o",
        "/dev/full",
        "-w",
        "%{http_code} %{exitcode}"
      )
      #expect(outcome.status == 74, "\(outcome.errors)")
      #expect(outcome.text == "200 74")
    }
  }

  @Test(arguments: [["0"], ["2", "--etag-save", "x"], ["2", "-O", "-J"], ["2", "--stream"], ["2", "--events"]])
  func `what cannot be written in pages is a usage error`(_ arguments: [String]) async throws {
    #expect(try await BuiltProduct.resource.run(["http://127.0.0.1:1/", "--pages"] + arguments).status == 64)
  }
}
