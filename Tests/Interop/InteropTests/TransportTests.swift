// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Requests and responses of third-party servers, through a transport without a client.
@Suite struct TransportTests {
  static let transports = TransportUnderTest.allCases

  @Test(arguments: transports, ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])
  func `a method arrives as it is`(over transport: TransportUnderTest, name: String) async throws {
    let method = try #require(RequestMethod(name))
    let body = ["POST", "PUT", "PATCH"].contains(name) ? OutgoingBody(Data("x".utf8)) : nil
    let response = try await transport.send(method, Servers.nginx("/echo"), body: body)
    #expect(try NginxEcho(response.body.bytes).method == name)
  }

  @Test(
    arguments: transports,
    ["/echo?a=b=c", "/echo?", "/echo?x=%20+%2B&x=2", "/echo/a%2Fb%5c%2e", "/echo?%c3%a4=1&;&&=", "/echo//a///b"]
  )
  func `a target arrives byte for byte`(over transport: TransportUnderTest, target: String) async throws {
    let response = try await transport.send(.get, Servers.nginx(target))
    let echo = try NginxEcho(response.body.bytes)
    #expect(echo.target == target)
  }

  @Test(arguments: transports)
  func `a header that stands twice arrives twice`(over transport: TransportUnderTest) async throws {
    let response = try await transport.send(
      .get,
      Servers.httpbin("/anything"),
      headers: ["X-Interop": "one", "x-interop": "two"]
    )
    // WSGI joins repeated header fields with a comma, so both arrived.
    #expect(try HttpbinEcho(response.body.bytes).headers["X-Interop"] == "one,two")
  }

  @Test(arguments: transports)
  func `repeated headers of an answer stay apart and in order`(over transport: TransportUnderTest) async throws {
    let response = try await transport.send(.get, Servers.nginx("/repeated"))
    #expect(response.headers.values(for: "x-repeated") == ["first", "second"])
    #expect(response.headers.values(for: "set-cookie") == ["a=1; Path=/", "b=2, with a comma; Path=/"])
  }

  @Test(arguments: transports, [204, 404, 418, 500, 503])
  func `a status comes back as it is`(over transport: TransportUnderTest, code: Int) async throws {
    let response = try await transport.send(.get, Servers.nginx("/status/\(code)"))
    #expect(response.status.code == code)
    #expect(response.body.bytes == Data((code == 204 ? "" : "status \(code)\n").utf8))
  }

  @Test(arguments: transports)
  func `HEAD has the length of the body and no body`(over transport: TransportUnderTest) async throws {
    let response = try await transport.send(.head, Servers.nginx("/big.bin"))
    #expect(response.status == 200)
    #expect(response.headers["Content-Length"] == "8388608")
    #expect(response.body.bytes.isEmpty)
  }

  @Test(arguments: transports)
  func `304 ends without a body, and the connection goes on`(over transport: TransportUnderTest) async throws {
    let first = try await transport.send(.get, Servers.nginx("/small.txt"))
    let tag = try #require(first.headers["ETag"])
    let second = try await transport.send(.get, Servers.nginx("/small.txt"), headers: ["If-None-Match": tag])
    #expect(second.status == 304)
    #expect(second.body.bytes.isEmpty)
    let third = try await transport.send(.get, Servers.nginx("/small.txt"))
    #expect(third.body.bytes == Data("small\n".utf8))
  }

  @Test(arguments: transports)
  func `a big body goes up and comes back unharmed`(over transport: TransportUnderTest) async throws {
    let big = try Servers.file("big.bin")
    let url = try Servers.nginx("/store/\(transport.rawValue)/big.bin")
    let stored = try await transport.send(.put, url, body: OutgoingBody(big))
    #expect(stored.status == 201)
    let returned = try await transport.send(.get, url)
    #expect(returned.body.bytes == big)
    let deleted = try await transport.send(.delete, url)
    #expect(deleted.status == 204)
  }

  @Test(arguments: transports, ["gzip", "deflate", "brotli"])
  func `a compressed body is expanded`(over transport: TransportUnderTest, coding: String) async throws {
    let accepted = try #require(transport.transport.capabilities.acceptedEncodings)
    guard accepted.contains(coding == "brotli" ? "br" : coding) else { return }
    let response = try await transport.send(
      .get,
      Servers.httpbin("/\(coding)"),
      headers: ["Accept-Encoding": accepted]
    )
    let mark = ["gzip": "\"gzipped\"", "deflate": "\"deflated\"", "brotli": "\"brotli\""][coding] ?? coding
    #expect(String(decoding: response.body.bytes, as: UTF8.self).contains("\(mark): true"))
  }

  @Test(arguments: transports)
  func `a chunked compressed body is expanded`(over transport: TransportUnderTest) async throws {
    let accepted = transport.transport.capabilities.acceptedEncodings ?? "identity"
    let response = try await transport.send(
      .get,
      Servers.nginx("/gzip.json"),
      headers: ["Accept-Encoding": accepted]
    )
    #expect(try response.body.bytes == Servers.file("gzip.json"))
  }

  @Test(arguments: transports)
  func `many requests at once go over HTTP/2 in clear text`(over transport: TransportUnderTest) async throws {
    let url = try Servers.nginxH2C("/echo")
    let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
    _ = try await transport.send(.get, url, options: options)
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await transport.send(.get, url, options: options) } }
      for try await response in group {
        #expect(try NginxEcho(response.body.bytes).protocol == "HTTP/2.0")
        #expect(response.metrics.httpVersion == .http2)
      }
    }
  }
}
