// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

/// The gateway's limits on request bodies.
@Suite struct BodyLimitTests {
  private static let head = "POST /mfp/api/adapters/echo/x HTTP/1.1\r\nHost: a\r\n"
  /// A request at the end of a refused body, answered with 418 if the gateway parses the rest of that body as a
  /// request.
  private static let smuggled = Data("GET /mfp/api/adapters/status/418 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)

  @Test(arguments: ["adapters/echo/x", "adapters/nobody/x", "nowhere", "az/v1/token", "backendservice/nobody/x"])
  func `a body above the limit is answered with 413, whatever it is for`(_ path: String) async throws {
    let server = try await GatewayServer.start(bodyLimit: 1000)
    let client = ResourceClient()
    for count in [1001, 100_000, 3_000_000] {
      var request = ResourceRequest("\(server.url)/mfp/api/\(path)", method: .post)
      request.body = .data(Data(count: count))
      let answer = try await client.send(request)
      #expect(answer.status == 413)
      #expect(answer.json?["error"]["code"] == "bodyTooLarge")
    }
    var fitting = ResourceRequest("\(server.url)/mfp/api/adapters/echo/x", method: .post)
    fitting.body = .data(Data(repeating: 0x61, count: 1000))
    #expect(try await client.send(fitting).json?["body"].string?.count == 1000)
    await server.stop()
  }

  @Test func `a chunked body above the limit is answered with 413`() async throws {
    let server = try await GatewayServer.start(bodyLimit: 10_000)
    let chunk = Data("1000\r\n".utf8) + Data(count: 4096) + Data("\r\n".utf8)
    let head = Data((Self.head + "Transfer-Encoding: chunked\r\n\r\n").utf8)
    let answer = try await RawExchange.send([head, chunk, chunk, chunk, Data("0\r\n\r\n".utf8)], to: server.url)
    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
    #expect(!answer.contains("418"))
    await server.stop()
  }

  @Test func `what is announced is refused before it is sent, and its rest is no request`() async throws {
    let server = try await GatewayServer.start(bodyLimit: 1000)
    let head = Data((Self.head + "Content-Length: 5000000\r\n\r\n").utf8)
    // The gateway closes the connection, so this is everything it sends; a parsed rest would add a second response.
    let rest = Data(count: 5_000_000 - Self.smuggled.count) + Self.smuggled
    let answer = try await RawExchange.send([head, rest, Self.smuggled], to: server.url)
    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
    #expect(!answer.contains("418"))
    await server.stop()
  }

  @Test func `a body nobody wants is read all the same, and the next request is the next`() async throws {
    let server = try await GatewayServer.start()
    let body = Data(repeating: 0x78, count: 3_000_000)
    let unwanted = Data("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    let next = Data("GET /mfp/api/adapters/status/418 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
    let answers = try await RawExchange.send([unwanted, next], to: server.url)
    #expect(answers.hasPrefix("HTTP/1.1 404 ") && answers.contains("HTTP/1.1 418 "), "\(answers)")
    await server.stop()
  }

  @Test func `a form of many megabytes costs no more than reading it`() async throws {
    try await withGateway { client in
      var request = ResourceRequest("/adapters/echo/x", method: .post)
      let value = String(repeating: "a%20+", count: 800_000)
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = .data(Data("a=\(value)".utf8))
      let echo = try await client.send(request).successful()
      #expect(echo.json?["form"][0]["value"].string?.utf8.count == 2_400_000)
      // Each form field costs memory of its own, so the number of fields is limited too.
      request.body = .data(Data(String(repeating: "a&", count: 20_000).utf8))
      #expect(try await client.send(request).status == 413)
    }
  }
}
