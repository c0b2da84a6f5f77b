// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// Output that appears on terminals only.
@Suite struct TerminalOutputTests {
  @Test func `the last line of a body ends, and an answer that is no success says so`() async throws {
    let server = try await GatewayServer.start()
    let get = ["send", "GET", server.url + "/mfp/api/adapters/status/404"]
    let terminal = try await Terminal.shown(get)
    #expect(terminal.status == 1)
    #expect(
      terminal.text
        == "{\n  \u{1B}[34m\"status\"\u{1B}[0m: \u{1B}[36m404\u{1B}[0m\n}\n\u{1B}[31mresource:\u{1B}[0m 404 Not Found\n"
    )
    let piped = try await BuiltProduct.resource.run(get)
    #expect(piped.text == "{\"status\":404}")
    #expect(piped.errors.isEmpty)
    await server.stop()
  }

  @Test func `text is in UTF-8, whatever charset it came in`() async throws {
    let body = HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: "text/plain; charset=iso-8859-1"],
      body: Data([0x47, 0x72, 0xFC, 0xDF, 0x65, 0x0A])
    )
    let server = try await LoopbackServer.start(handler: ClosureHTTPHandler { _ in body })
    #expect(try await Terminal.shown(["send", "GET", server.url]).text == "Grüße\n")
    await server.stop()
  }

  @Test func `binary data is refused with a hint, and written where it is asked for`() async throws {
    try await BytesServer.with({ BytesServer.answer() }) { url in
      let refused = try await Terminal.shown(["send", "GET", url])
      #expect(refused.status == 74)
      #expect(refused.text.contains("the body is binary (image/png, 70.0 kB)"))
      #expect(refused.text.contains("--output FILE"))
      #expect(!refused.text.contains("\u{0}"))
      #expect(try await Terminal.shown(["send", "GET", url, "--output", "/dev/null"]).status == 0)
    }
  }

  @Test(arguments: [[], ["--style", "sync"]])
  func `the page of an error is shown, where the output file does not take it`(_ extra: [String]) async throws {
    let page = HTTPResponse(statusCode: .notFound, headers: [.contentType: "application/json"], body: Data("{}".utf8))
    try await BytesServer.with({ page }) { url in
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "answer").path
        let refused = try await Terminal.shown(["send", "GET", url, "--output", file] + extra)
        #expect(refused.status == 1)
        #expect(refused.text.hasPrefix("{}\n\u{1B}[31mresource:\u{1B}[0m 404 Not Found; nothing is written"))
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
  }

  @Test func `an error has a hint below it`() async throws {
    let arguments = ["send", "GET", "/nowhere"]
    let terminal = try await Terminal.shown(arguments)
    #expect(terminal.status == 2)
    #expect(terminal.text.contains("\n\u{1B}[2mtry: --gateway URL"))
    let piped = try await BuiltProduct.resource.run(arguments)
    #expect(piped.errors.hasPrefix("resource: noGateway: "))
    #expect(piped.errors.split(separator: "\n").count == 1)
  }
}
