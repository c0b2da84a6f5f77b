// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// How a terminal shows a body.
@Suite struct TerminalBodyTests {
  @Test func `JSON is a value, by its type or where there is none`() throws {
    for type in ["application/json", "application/problem+json; charset=utf-8", nil] {
      #expect(TerminalBody(try response(type, Data(#"{"a":1}"#.utf8))) == .json(["a": 1]), "\(type ?? "none")")
    }
    #expect(TerminalBody(try response("text/plain", Data("[1]".utf8))) == .text("[1]"))
    #expect(TerminalBody(try response("application/json", Data("{".utf8))) == .text("{"))
  }

  @Test func `JSON with a key twice is shown as it came: formatted, a value would be missing`() throws {
    let text = #"{"id":1,"id":2}"#
    let answer = try response("application/json", Data(text.utf8))
    #expect(TerminalBody(answer) == .text(text))
    let (body, warning) = try OutputFormat.json.render(answer, on: .standardOutput, isTerminal: false)
    #expect(body == Data(text.utf8) && warning?.contains("a key twice") == true)
  }

  @Test func `text is what its charset says, with broken bytes replaced where the type says text`() throws {
    #expect(TerminalBody(try response("text/plain; charset=iso-8859-1", Data([0xFC]))) == .text("ü"))
    #expect(TerminalBody(try response("text/plain; charset=utf-16le", Data([0x61, 0]))) == .text("a"))
    #expect(TerminalBody(try response("text/plain; charset=utf-8", Data([0x61, 0xFF]))) == .text("a\u{FFFD}"))
    #expect(TerminalBody(try response(nil, Data("plain".utf8))) == .text("plain"))
  }

  @Test func `binary is what has a NUL, or is no text and says so`() throws {
    #expect(TerminalBody(try response("text/plain", Data([0x61, 0]))) == .binary(type: "text/plain", size: 2))
    #expect(TerminalBody(try response("image/png", Data([0xFF, 0xD8]))) == .binary(type: "image/png", size: 2))
    #expect(TerminalBody(try response(nil, Data([0xFF]))) == .binary(type: nil, size: 1))
  }

  private func response(_ type: String?, _ data: Data) throws -> ResourceResponse {
    var headers = Headers()
    if let type { headers["Content-Type"] = type }
    return ResourceResponse(status: 200, headers: headers, data: data, url: try ResourceURL("https://a.example/"))
  }
}
