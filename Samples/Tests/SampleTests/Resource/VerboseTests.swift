// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import ResourceRequestTestServer
import Testing

@testable import ResourceCommand

/// `--verbose`, `--retry`, `--hedge` and `--netrc`.
@Suite struct VerboseTests {
  @Test(arguments: [[], ["--transport", "urlsession"]])
  func `verbose shows the fields of both sides below their lines, and no secret`(_ extra: [String]) async throws {
    let outcome = try await BytesServer.send(
      ["-v", "-H", "Authorization: Bearer hush", "-H", "X-A: b"] + extra,
      BytesServer.answer()
    )
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    // URLSession tells the version after the body only.
    let status = extra.isEmpty ? "< HTTP/1.1 200 OK" : "< 200 OK"
    let places = try ["> GET /", "> Host: 127.0.0.1", "> X-A: b", status, "< Content-Type: image/png", "<", "attempt "]
      .map { start in
        try #require(
          lines.firstIndex { start == "<" ? $0 == start : $0.hasPrefix(start) },
          "\(start) in \(outcome.errors)"
        )
      }
    #expect(places == places.sorted(), "\(outcome.errors)")
    #expect(!outcome.errors.contains("hush"))
    #expect(lines.contains("> Authorization: ‹redacted›"))
  }

  @Test(arguments: [[], ["--stream"]])
  func `verbose shows the fields after the body`(_ extra: [String]) async throws {
    let server = try await TestServer()
    let body = Data("2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n".utf8)
    server.answer(with: .data(body, type: "text/plain", headers: ["Transfer-Encoding": "chunked"]))
    let outcome = try await BuiltProduct.resource.run([server.url, "-v"] + extra)
    server.stop()
    #expect(outcome.text == "ok")
    let lines = outcome.errors.split(separator: "\n")
    let places = try ["<", "< X-Sum: 7"].map { try #require(lines.firstIndex(of: $0[...]), "\(lines)") }
    #expect(places[0] < places[1])
  }

  @Test func `controls that a terminal would obey are written out, those of C1 too`() async throws {
    let outcome = try await BytesServer.send(
      ["-v"],
      HTTPResponse(statusCode: .ok, headers: [HTTPHeader("X-C1"): "a\u{9B}31mb\u{85}"], body: Data())
    )
    #expect(
      outcome.errors.contains(#"< X-C1: a\u{009B}31mb\u{0085}"#) || outcome.errors.contains(#"\u{009B}31mb"#),
      "\(outcome.errors)"
    )
    #expect(!outcome.errors.unicodeScalars.contains { (0x80...0x9F).contains($0.value) })
    #expect("ü\u{9B}\u{7F}\u{1B}[".controlsWrittenOut == #"ü\u{009B}\u{7F}\u{1B}["#)
  }

  @Test func `the table has a line for every attempt, and sums`() async throws {
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        request.path == "/to"
          ? HTTPResponse(statusCode: .ok)
          : HTTPResponse(statusCode: .found, headers: [.location: "/to"], body: Data())
      }
    )
    let outcome = try await BuiltProduct.resource.run(server.url + "/from", "-v", "-w", "%{num_redirects}")
    await server.stop(within: .zero)
    #expect(outcome.text == "1")
    let lines = outcome.errors.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let table = lines.drop { $0.first != "attempt" || $0.dropFirst().first != "hop" }
    #expect(
      table.map { $0.prefix(3).joined(separator: " ") }.prefix(3) == [
        "attempt hop reason", "1 1 first", "2 2 redirect",
      ]
    )
    #expect(table.last?.first == "sum")
    let isMeasured = table.dropFirst().allSatisfy { $0.contains("ms") && !$0.suffix(2).contains("-") }
    #expect(isMeasured, "\(outcome.errors)")
  }

  @Test func `retry asks again, and verbose says why`() async throws {
    let outcome = try await BytesServer.send(["-v", "--retry", "2"], BytesServer.answer(.serviceUnavailable))
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("> GET ") } == 3, "\(outcome.errors)")
    #expect(lines.contains { $0.hasPrefix("sum ") })
  }

  @Test(arguments: [
    (["--retry", "101"], "--retry is a number"), (["--hedge", "5"], "5s or 5ms?"),
    (["--retry", "1", "--hedge", "5s"], "choose one"), (["--netrc", "--user", "a"], "--netrc and --user: choose one"),
  ])
  func `what makes no policy is refused`(_ extra: [String], message: String) async throws {
    let outcome = try await BuiltProduct.resource.run(["send", "GET", "http://127.0.0.1:1/"] + extra)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `a hedge starts a second attempt where the first one does not come back`() async throws {
    // The first request is answered only after the command has ended, so the second one must win.
    let second = AsyncStream.makeStream(of: Void.self)
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in
        guard await Self.order.next() > 1 else {
          for await _ in second.stream { break }
          return HTTPResponse(statusCode: .ok, body: Data("first".utf8))
        }
        return HTTPResponse(statusCode: .ok, body: Data("second".utf8))
      }
    )
    let outcome = try await BuiltProduct.resource.run(server.url + "/", "--hedge", "20ms", "-v")
    second.continuation.yield()
    await server.stop(within: .zero)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == "second", "\(outcome.errors)")
    #expect(outcome.errors.contains("hedge"))
  }

  @Test func `netrc logs in at the host that it names`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "netrc")
      try Data("machine 127.0.0.1 login ann password opensesame\n".utf8).write(to: file)
      let server = try await LoopbackServer.start(
        handler: ClosureHTTPHandler { request in
          request.headers[.authorization] == "Basic YW5uOm9wZW5zZXNhbWU="
            ? HTTPResponse(statusCode: .ok)
            : HTTPResponse(
              statusCode: .unauthorized,
              headers: [HTTPHeader("WWW-Authenticate"): "Basic realm=\"a\""],
              body: Data()
            )
        }
      )
      let outcome = try await BuiltProduct.resource.run(server.url + "/", "--netrc-file", file.path, "-v")
      let refused = try await BuiltProduct.resource.run(server.url + "/")
      await server.stop(within: .zero)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("opensesame") && !outcome.errors.contains("YW5u"))
      #expect(refused.status == 1)
      let missing = try await BuiltProduct.resource.run(server.url + "/", "--netrc-file", "/no/such/netrc")
      #expect(missing.status == 64)
      #expect(missing.errors.contains("--netrc"), "\(missing.errors)")
    }
  }

  private actor Order {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }

  private static let order = Order()
}
