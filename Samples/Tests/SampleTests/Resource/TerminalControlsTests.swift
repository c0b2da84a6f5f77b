// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Synchronization
import Testing

@testable import ResourceCommand

/// What a server sends reaches a terminal as text, whichever way it takes; pipes get it unchanged.
@Suite struct TerminalControlsTests {
  /// Clears the screen, colours by C1, turns the direction of text, deletes, rings, goes back, and tags.
  private static let evil = "a\u{1B}[2Jb\u{9B}31mc\u{202E}d\u{7F}e\u{7}f\u{8}g\u{2066}h\u{E0041}i\u{2028}j"

  /// The kinds of response that a path asks for.
  private static func answer(_ path: String) -> HTTPResponse {
    func response(_ type: String, _ body: Data, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
      HTTPResponse(
        statusCode: status,
        headers: [HTTPHeader("X-Evil"): "a\u{9B}31mb\u{202E}c", .contentType: type],
        body: body
      )
    }
    let json = Data((JSON.object(["name": .string(evil), evil: true]).text() + "\n").utf8)
    let escaped = Data(#"{"active":true,"n":"\u001b[2J\u009b31m\u202e\u007f\u0007","scope":"a\u009b31m"}"#.utf8)
    let error = Data(#"{"error":"invalid_client","error_description":"no\u001b[2J\u009b\u202e","title":"\u009b"}"#.utf8)
    switch path {
    case "/text": return response("text/plain", Data((evil + "\rover\r\n\tend").utf8))
    case "/latin": return response("text/plain; charset=iso-8859-1", Data([0x61, 0x9B, 0x62, 0x85, 0x0A]))
    case "/charset": return response("text/plain; charset=\"x\u{9B}\u{202E}\"", Data([0x61, 0xFF]))
    case "/type": return response("image/x\u{9B}31m", Data([0, 0xFF]))
    case "/json": return response("application/json", json)
    case "/escaped": return response("application/json", escaped)
    case "/problem": return response("application/problem+json", error, .badRequest)
    case "/page": return response("text/html", Data(evil.utf8), .notFound)
    case "/events":
      let event = evil.replacing("\u{2028}", with: "")
      return response("text/event-stream", Data("retry: 1\nevent: \(event)\nid: \(event)\ndata: \(event)\n\n".utf8))
    case "/location":
      return HTTPResponse(statusCode: .found, headers: [.location: "/\u{9B}31m\u{202E}"], body: Data())
    default: return response("text/plain", Data())
    }
  }

  private static let ways: [[String]] = [
    ["/text"], ["/text", "--format", "text"], ["/text", "--format", "json"], ["/text", "--stream"],
    ["/text", "--style", "sync"], ["/text", "-i"], ["/text", "-I"], ["/text", "--stream", "-i"], ["/text", "-v"],
    ["/text", "-v", "--stream"], ["/latin"], ["/latin", "--stream"], ["/charset", "--format", "text"], ["/type"],
    ["/type", "--stream"], ["/json"], ["/json", "--format", "json"], ["/json", "--format", "text"], ["/escaped"],
    ["/escaped", "--format", "json"], ["/escaped", "--stream"], ["/problem"], ["/problem", "-o", "FILE"],
    ["/page", "-o", "FILE"], ["/page", "-o", "FILE", "--style", "sync"], ["/page", "-v"],
    ["/page", "--transport", "urlsession"],
    ["/text", "-i", "--transport", "urlsession"], ["/location", "-v"], ["/location", "--no-redirects", "-i"],
    ["/location", "--max-redirects", "0"], ["/text", "--har", "-"], ["/events", "--events"],
    ["/events", "--events", "--format", "json"], ["/events", "--events", "-v"], ["/events", "--stream"],
    ["/text", "-w", "%header{X-Evil} %{content_type} %{json}\n"],
    ["/type", "-o", "FILE", "-w", "%{json}%{content_type}"],
    ["/text", "-w", "%{stderr}%header{X-Evil} %{json}"], ["/charset", "-w", "%{content_type}"],
    ["/location", "--max-redirects", "0", "-w", "%{errormsg}"], ["/text", "--metrics", "--cache", "FOLDER", "-v"],
  ]

  @Test(arguments: ways) func `a terminal gets no control from a server`(_ way: [String]) async throws {
    try await Self.withServer { url in
      try await withTemporaryFolder { folder in
        let arguments = Self.arguments(way, url, folder)
        try Self.expectText(try await Terminal.shown(arguments, environment: Self.plain).text, "\(way)")
      }
    }
  }

  @Test(arguments: ["get", "introspect"], ["/escaped", "/problem", "/page"])
  func `what a server says about tokens has no control either`(_ command: String, _ path: String) async throws {
    try await Self.withServer { url in
      let arguments = [
        "token", command, "--token-url", url + path, "--client-id", "me", "--client-secret-env", "SECRET",
      ]
      let extra = command == "get" ? [] : ["--introspection-url", url + path, "--token-env", "SECRET"]
      let environment = Self.plain.merging(["SECRET": "s"]) { $1 }
      try Self.expectText(try await Terminal.shown(arguments + extra, environment: environment).text, "\(arguments)")
    }
  }

  @Test func `a terminal that is named as a device is one, too`() async throws {
    try await Self.withServer { url in
      let terminal = try Terminal(columns: 80)
      let process = BuiltProduct.resource.process([url + "/text", "-i", "-o", terminal.path], environment: Self.plain)
      let status = try await process.end()
      #expect(status == 0)
      let text = try terminal.drain().replacing("\r\n", with: "\n")
      #expect(text.contains(#"a\u{1B}[2Jb"#), "\(text)")
      try Self.expectText(text, "-o")
    }
  }

  @Test func `with colours there are no others than our own`() async throws {
    try await Self.withServer { url in
      let text = try await Terminal.shown([url + "/json", "-v"]).text
      #expect(text.contains("\u{1B}[32m"))
      try Self.expectText(text.replacing(/\u{1B}\[(?:0|2|31|32|34|36)m/, with: ""), "colours")
    }
  }

  @Test func `raw is what it says, and a pipe gets the bytes`() async throws {
    try await Self.withServer { url in
      #expect(try await Terminal.shown([url + "/text", "--format", "raw"]).text.contains("\u{9B}31m"))
      #expect(try await Terminal.shown([url + "/text", "--format", "raw", "--stream"]).text.contains("\u{9B}31m"))
      for way in [["/text"], ["/text", "--stream"], ["/text", "--format", "text"], ["/page"]] {
        #expect(try await BuiltProduct.resource.run(Self.arguments(way, url, nil)).text.contains(Self.evil), "\(way)")
      }
      let head = try await BuiltProduct.resource.run("-I", url + "/text")
      #expect(head.text.contains("a\u{9B}31mb\u{202E}c"))
      let fields = try await BuiltProduct.resource.run(url + "/text", "-o", "/dev/null", "-w", "%header{X-Evil}")
      #expect(fields.text == "a\u{9B}31mb\u{202E}c")
      let json = try await BuiltProduct.resource.run(url + "/escaped", "--format", "json")
      #expect(json.text.contains("\u{202E}"))
      let events = try await BuiltProduct.resource.run(url + "/events", "--events")
      #expect(events.text.contains("\u{1B}[2J"))
    }
  }

  @Test func `JSON that is written out is the same JSON`() throws {
    let json: JSON = ["a\u{9B}\u{202E}": .string(Self.evil + "\"\\\u{1F468}\u{200D}\u{1F469}")]
    let text = json.text(.pretty).jsonWrittenOut
    #expect(try JSON(parsing: text) == json)
    #expect(text.contains(#"\u009b"#) && text.contains("\u{1F468}\u{200D}\u{1F469}"))
  }

  @Test func `the text of a stream does not depend on where its chunks are cut`() {
    let bytes =
      Array("ü\u{1F468}\u{200D}\u{1F469}€\u{9B}\u{202E}x\r\ny\rz\r\n".utf8) + [0xFF, 0xE2, 0x82, 0x41, 0xF0, 0x9F]
    var whole = TerminalStream()
    let expected = whole.shown(Data(bytes)) + whole.end()
    #expect(expected.contains("x\r\ny\\rz\r\n"))
    for cut in 1..<bytes.count {
      var stream = TerminalStream()
      let shown = stream.shown(Data(bytes[..<cut])) + stream.shown(Data(bytes[cut...])) + stream.end()
      #expect(shown.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(cut): \(shown)")
    }
    var single = TerminalStream()
    let shown = bytes.map { single.shown(Data([$0])) }.joined() + single.end()
    #expect(shown.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  /// Colours would be controls of our own.
  private static let plain = ["TERM": "xterm", "NO_COLOR": "1"]

  private static func arguments(_ way: [String], _ url: String, _ folder: URL?) -> [String] {
    ["send", "GET", url + way[0]]
      + way.dropFirst().map {
        switch ($0, folder) {
        case ("FILE", let folder?): folder.appending(path: "file").path
        case ("FOLDER", let folder?): folder.appending(path: "cache").path
        default: $0
        }
      }
  }

  private static func expectText(_ text: String, _ way: String) throws {
    // A line end of the server with the one that the terminal adds.
    let controls = text.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
      let isEnd = scalar == "\n" || scalar == "\t"
      return !isEnd && String(scalar).controlsWrittenOut != String(scalar)
    }
    #expect(controls.isEmpty, "\(way): \(text.debugDescription)")
    #expect(!text.isEmpty)
  }

  private static func withServer(_ body: (String) async throws -> Void) async throws {
    let isFirst = Atomic(true)
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { request in
        // The second connection for events ends them.
        if request.path == "/events", !isFirst.exchange(false, ordering: .relaxed) {
          return HTTPResponse(statusCode: .noContent)
        }
        return answer(request.path)
      }
    )
    do { try await body(server.url) } catch {
      await server.stop(within: .zero)
      throw error
    }
    await server.stop(within: .zero)
  }
}
