// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// What goes to stdout and what goes to stderr.
@Suite struct SendOutputTests {
  @Test func `include puts status line, fields and a blank line before the body`() async throws {
    let outcome = try await send(answer("text/plain", "hello"), "--include")
    #expect(outcome.text == "HTTP/1.1 200 OK\nContent-Length: 5\nContent-Type: text/plain\n\nhello")
  }

  @Test func `text comes out in UTF-8 where it is asked for, otherwise as it came`() async throws {
    let latin = answer("text/plain; charset=iso-8859-1", bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65])
    #expect(try await send(latin, "--format", "text").text == "Grüße")
    #expect(try await send(latin, "--format", "raw").output == Data([0x47, 0x72, 0xFC, 0xDF, 0x65]))
    #expect(try await send(latin).output == Data([0x47, 0x72, 0xFC, 0xDF, 0x65]))
  }

  @Test func `text with broken bytes is written with replacements and a warning`() async throws {
    let outcome = try await send(answer("text/plain; charset=utf-8", bytes: [0x61, 0xFF]), "--format", "text")
    #expect(outcome.text == "a\u{FFFD}")
    #expect(outcome.errors.contains("--format raw"))
    #expect(outcome.status == 0)
  }

  @Test func `JSON is formatted only when asked for`() async throws {
    let json = answer("application/json", #"{"b":1, "a":[2.5]}"#)
    #expect(try await send(json).text == #"{"b":1, "a":[2.5]}"#)
    #expect(try await send(json, "--format", "json").text == "{\n  \"b\": 1,\n  \"a\": [\n    2.5\n  ]\n}\n")
  }

  @Test func `what is no JSON is written as it is, with a word on stderr`() async throws {
    let outcome = try await send(answer("text/html", "<p>"), "--format", "json")
    #expect(outcome.text == "<p>")
    #expect(outcome.errors.contains("line 1, column 1"))
    #expect(outcome.status == 0)
  }

  @Test(arguments: ["async", "sync", "callback", "delegate"])
  func `every style of calling gives the same answer and the same error`(_ style: String) async throws {
    #expect(try await send(answer("text/plain", "same"), "--style", style).text == "same")
    let failed = try await BuiltProduct.resource.run("send", "GET", "http://127.0.0.1:1/", "--style", style)
    #expect(failed.status == 3)
  }

  @Test(arguments: ["curl", "urlsession"])
  func `every transport gives the same answer and the same error`(_ transport: String) async throws {
    #expect(
      try await send(answer("text/plain", "same"), "--transport", transport, "--include").text.hasSuffix("\n\nsame")
    )
    let failed = try await BuiltProduct.resource.run("send", "GET", "http://127.0.0.1:1/", "--transport", transport)
    #expect(failed.status == 3)
    #expect(failed.errors.hasPrefix("resource: connectFailed: "))
  }

  @Test func `the exchanges of a call are written as HAR, of one that failed too, and without secrets`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: file) }
    func entries() throws -> [JSON] {
      let text = try Data(contentsOf: file)
      #expect(!String(decoding: text, as: UTF8.self).contains("hush"))
      return try JSON(parsing: text)["log"]["entries"].array ?? []
    }
    // With a format, the command reads the whole body before it writes; without one, it would stream it to the pipe.
    _ = try await send(
      answer("application/json", "{}"),
      "--har",
      file.path,
      "--query",
      "token=hush",
      "--format",
      "json"
    )
    #expect(try entries().map { $0["response"]["status"].int } == [200])
    #expect(try entries().first?["response"]["content"]["text"].string == "{}")
    let failed = try await BuiltProduct.resource.run("send", "GET", "http://127.0.0.1:1/", "--har", file.path)
    #expect(failed.status == 3)
    #expect(try entries().first?["_error"].string?.hasPrefix("connectFailed: ") == true)
  }

  @Test func `verbose and metrics go to stderr and hide secrets`() async throws {
    let outcome = try await send(
      answer("text/plain", "body"),
      "--verbose",
      "--metrics",
      "--query",
      "token=hush",
      "--header",
      "X-API-Key: hush"
    )
    #expect(outcome.text == "body")
    #expect(outcome.errors.contains("> GET /?token=‹redacted›\n"))
    #expect(outcome.errors.contains("< HTTP/1.1 200 OK\n"))
    #expect(outcome.errors.contains("* connected 127.0.0.1:"))
    #expect(outcome.errors.contains("\ntotal        "))
    #expect(!outcome.errors.contains("hush"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: [[], ["--style", "sync"], ["--pages", "2"]])
  func `a response that fails without a body is told, unless its head is shown or nothing is to be said`(
    _ extra: [String]
  ) async throws {
    let told = try await BytesServer.send(extra, BytesServer.answer(.notFound, "text/plain", Data()))
    #expect((told.status, told.text, told.errors) == (1, "", "resource: 404 Not Found\n"))
    let silent = try await BytesServer.send(extra + ["-s"], BytesServer.answer(.notFound, "text/plain", Data()))
    #expect((silent.status, silent.text, silent.errors) == (1, "", ""))
    let shown = try await BytesServer.send(extra + ["-i"], BytesServer.answer(.notFound, "text/plain", Data()))
    #expect(shown.status == 1 && shown.text.hasPrefix("HTTP/1.1 404 Not Found\n") && shown.errors.isEmpty)
  }

  @Test(arguments: [["HEAD"], ["-X", "HEAD"]])
  func `a head that the method asks for is shown, unless a file is named`(_ method: [String]) async throws {
    try await BytesServer.with({ BytesServer.answer(.ok, "text/plain", Data()) }) { url in
      let shown = try await BuiltProduct.resource.run(method + [url])
      #expect(shown.status == 0 && shown.text.hasPrefix("HTTP/1.1 200 OK\n"), "\(shown.text)\(shown.errors)")
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "answer")
        let kept = try await BuiltProduct.resource.run(method + [url, "-o", file.path])
        #expect(kept.status == 0 && kept.text.isEmpty, "\(kept.text)\(kept.errors)")
        #expect(try Data(contentsOf: file).isEmpty)
      }
    }
  }

  private func answer(_ type: String, _ text: String) -> HTTPResponse { answer(type, bytes: Array(text.utf8)) }

  private func answer(_ type: String, bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data(bytes))
  }

  /// Sends a GET to a server that always sends this response.
  private func send(_ answer: HTTPResponse, _ arguments: String...) async throws -> BuiltProduct.Outcome {
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in answer })
    let outcome = try await BuiltProduct.resource.run(["send", "GET", server.url + "/"] + arguments)
    await server.stop()
    return outcome
  }
}
