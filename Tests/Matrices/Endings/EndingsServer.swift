// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport

/// A server that ends the exchange at `/end` as the case requires, and responds to all others with what it received.
enum EndingsServer {
  static func start(_ ending: EndingCase) throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let head = try connection.nextHead() {
        if head.path != "/end" || head.header("Authorization") != nil {
          if head.header("Expect") != nil { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
          let request = try connection.readBody(of: head)
          try connection.send(ScriptedResponse(200, echo(request.method, request.target, request.body)))
        } else if ending.ending.isEarly {
          try connection.send(early(ending))
          // A server may read the announced body and discard it (RFC 9110 §10.1.1): whatever arrives is taken for the
          // body.
          _ = try connection.readBody(of: head)
        } else if try end(ending, head, connection) {
          return
        }
      }
    }
  }

  /// The response to a request that arrived as it was sent.
  static func echo(_ method: String, _ target: String, _ body: [UInt8]) -> String {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in body { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(method) \(target) \(body.count) \(sum)"
  }

  private static let challenge = ("WWW-Authenticate", #"Digest realm="r", qop="auth", nonce="n1", opaque="o""#)

  private static func early(_ ending: EndingCase) -> ScriptedResponse {
    switch ending.ending {
    case .earlyInChunks: .chunked(ending.status == 204 ? 200 : ending.status, ["so", "on"])
    case .earlyAndClosed: ScriptedResponse(ending.status, headers: [("Connection", "close")], "no")
    case .earlyRedirect: ScriptedResponse(307, headers: [("Location", "/elsewhere")], "there")
    case .earlyChallenge: ScriptedResponse(401, headers: [challenge], "who?")
    case .expectationFailed: ScriptedResponse(417, "no")
    default: ScriptedResponse(ending.status, ending.status == 204 ? "" : "early")
    }
  }

  /// Ends an exchange; returns `true` if this ends the connection too.
  private static func end(
    _ ending: EndingCase,
    _ head: ReceivedRequest,
    _ connection: ScriptedConnection
  ) throws -> Bool {
    if ending.ending == .unread {
      try connection.wait(for: Gate())
      return true
    }
    if head.header("Expect") != nil { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
    if ending.ending == .cutBeforeHead || ending.ending == .resetBeforeHead, ending.size > 100_000 {
      // In the middle of the body.
      ending.ending == .cutBeforeHead ? connection.close() : connection.reset()
      return true
    }
    _ = try connection.readBody(of: head)
    if let whole = whole(ending) {
      try connection.send(whole)
      return false
    }
    switch ending.ending {
    case .cutBeforeHead: connection.close()
    case .resetBeforeHead: connection.reset()
    case .cutInHead: try connection.send("HTTP/1.1 200 OK\r\nContent-Len")
    case .cutInBody: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
    case .cutInChunks: try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n")
    case .closeDelimited: try connection.send("HTTP/1.1 200 OK\r\n\r\nuntil the end")
    case .resetInBody:
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
      connection.reset()
    case .endlessRedirect:
      try connection.send(
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nand\r\n"
      )
      try connection.waitForPeerClose()
    case .half:
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
      fallthrough
    default:
      try connection.waitForPeerClose()
    }
    return true
  }

  /// The responses after which the server keeps the connection; `nil` for other endings.
  private static func whole(_ ending: EndingCase) -> ScriptedResponse? {
    switch ending.ending {
    case .whole: ScriptedResponse(ending.status, ending.status == 204 ? "" : "whole")
    case .interims:
      ScriptedResponse(
        raw: "HTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
      )
    case .trailers:
      ScriptedResponse(
        raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nCheck: sum\r\n\r\n"
      )
    case .redirect: ScriptedResponse(302, headers: [("Location", "/elsewhere")], "there")
    case .challenge: ScriptedResponse(401, headers: [challenge], "who?")
    case .bodyTooLarge:
      ScriptedResponse(
        200,
        headers: [("Transfer-Encoding", "chunked")],
        "ffff\r\n" + String(repeating: "x", count: 65_535)
      )
    case .headTooLarge: ScriptedResponse(200, headers: [("X-Long", String(repeating: "x", count: 20_000))], "ok")
    case .malformed: ScriptedResponse(raw: "HTTP/1.1 2x0 What\r\nContent-Length: 2\r\n\r\nok")
    case .badCoding: ScriptedResponse(200, headers: [("Content-Encoding", "gzip")], "this is no gzip at all")
    case .switched:
      ScriptedResponse(raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
    case .bodyOfNothing: ScriptedResponse(raw: "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
    case .twoAnswers:
      ScriptedResponse(
        raw: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
      )
    default: nil
    }
  }
}
