// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import ResourceRequestTestServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server for the tests of programs, with the SDK's own client and Foundation's.
@Suite(.timeLimit(.minutes(5))) struct TestServerTests {
  private let client = ResourceClient()

  @Test func `requests get their answers in order, over one connection`() async throws {
    let server = try await TestServer()
    server.answer(with: .text("one"), .json(["two": 2], status: 201), .status(204))
    let first = try await client.send(ResourceRequest("\(server.url)/a?x=1"))
    #expect(first.text == "one")
    #expect(first.headers["Content-Type"] == "text/plain; charset=utf-8")
    let second = try await client.send(ResourceRequest("\(server.url)/b", method: .post, body: .json(["name": "Ann"])))
    #expect(second.status == 201 && second.json?["two"] == 2)
    let third = try await client.send(ResourceRequest("\(server.url)/c", method: .delete))
    #expect(third.status == 204 && third.data.isEmpty)
    #expect(server.requests.map(\.target) == ["/a?x=1", "/b", "/c"])
    #expect(server.requests[0].path == "/a" && server.requests[0].query == "x=1")
    #expect(server.requests[1].method == "POST" && server.requests[1].json?["name"] == "Ann")
    #expect(server.requests[2].query == nil)
    #expect(third.metrics.last.reusedConnection)
  }

  private func raw(_ server: TestServer) throws -> RawClient {
    try RawClient(port: try #require(Int(server.url.split(separator: ":")[2])))
  }

  @Test func `requests that come together are answered one after the other, whatever their framing`() async throws {
    let server = try await TestServer()
    server.answer { .data($0.body, type: "application/octet-stream", headers: ["X-Target": $0.target]) }
    let client = try raw(server)
    try client.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \tchunked \r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n"
        + "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length:  5\t\r\nConnection: close\r\n\r\nhello"
    )
    let answers = try client.receiveAll()
    #expect(answers.contains("X-Target: /a") && answers.contains("\r\n\r\nabcde"))
    #expect(answers.contains("X-Target: /b") && answers.hasSuffix("\r\n\r\nhello"), "\(answers)")
    #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["abcde", "hello"])
  }

  @Test func `white space around a field is no part of it, and means nothing`() async throws {
    let server = try await TestServer()
    server.answer(with: .text("done"))
    let client = try raw(server)
    try client.send(
      "PUT /a HTTP/1.1\r\nHost:x\r\nX-A: \t a  b\t \r\nX-B: \t\r\nExpect:  100-continue\t\r\nContent-Length: 5\r\n"
        + "Connection: close \r\n\r\nhello"
    )
    let answers = try client.receiveAll()
    #expect(answers.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200"), "\(answers)")
    let request = try #require(server.requests.first)
    #expect(request.headers.map(\.name) == ["Host", "X-A", "X-B", "Expect", "Content-Length", "Connection"])
    #expect(request.headers.map(\.value) == ["x", "a  b", "", "100-continue", "5", "close"])
    #expect(request.text == "hello")
  }

  @Test(.enabled(if: sysconf(Int32(_SC_OPEN_MAX)) >= 4000)) func `three hundred servers serve at once`() async throws {
    var servers: [TestServer] = []
    for number in 0..<300 {
      let server = try await TestServer()
      server.answer(with: .text("\(number)"))
      servers.append(server)
    }
    for (number, server) in servers.enumerated() {
      #expect(try await client.send(ResourceRequest(server.url)).text == "\(number)")
    }
    for server in servers { server.stop() }
  }

  @Test func `a path keeps its last answer, by method where one is named`() async throws {
    let server = try await TestServer()
    server.answer(to: "/user", with: .status(503), .text("Ann"))
    server.answer(.put, to: "/user", with: .status(204))
    func status(_ method: RequestMethod = .get) async throws -> Status {
      try await client.send(ResourceRequest("\(server.url)/user", method: method)).status
    }
    #expect(try await [status(), status(), status(.put), status(.put), status()] == [503, 200, 204, 204, 200])
  }

  @Test func `a request that no answer is there for is told`() async throws {
    let server = try await TestServer()
    let response = try await client.send(ResourceRequest("\(server.url)/x"))
    #expect(response.status == 501)
    #expect(response.problem?.detail == "The test names no answer to GET /x.")
    #expect(server.unansweredTargets == ["/x"])
  }

  @Test func `faults are what they are called`() async throws {
    let server = try await TestServer()
    server.answer(to: "/reset", with: .reset)
    server.answer(to: "/cut", with: .text("0123456789").cut(after: 4))
    server.answer(to: "/silence", with: .silence)
    server.answer(to: "/close", with: .close.cut(after: 3))
    func code(_ path: String) async -> ResourceError.Code? {
      let error = await #expect(throws: ResourceError.self) {
        try await client.send(
          ResourceRequest(server.url + path, timeout: path == "/silence" ? .milliseconds(500) : .seconds(60))
        )
      }
      return error?.code
    }
    #expect(await code("/reset") == .connectionClosed)
    #expect(await code("/cut") == .connectionClosed)
    #expect(await code("/silence") == .deadlineExceeded)
    #expect(await code("/close") == .connectionClosed)
    #expect(server.requests.count >= 4)
    server.stop()
    #expect(await code("/gone") == .connectFailed)
  }

  @Test(arguments: [Status(204), 304])
  func `a status without a body has none, whatever was named`(_ status: Status) async throws {
    let server = try await TestServer()
    server.answer(to: "/bare", with: .text("not sent", status: status))
    server.answer(to: "/next", with: .text("next"))
    for _ in 0..<2 {
      #expect(try await client.send(ResourceRequest("\(server.url)/bare")).data.isEmpty)
      #expect(try await client.send(ResourceRequest("\(server.url)/next")).text == "next")
    }
  }

  @Test func `a body of many pieces is taken in no long time, with and without a length`() async throws {
    let server = try await TestServer()
    server.answer { .text("\($0.body.count)") }
    let bytes = Data(repeating: 7, count: 8 << 20)
    let start = ContinuousClock.now
    let whole = ResourceRequest("\(server.url)/a", method: .post, body: .data(bytes))
    #expect(try await client.send(whole).text == "\(bytes.count)")
    let pieces = AsyncThrowingStream<Data, any Error> { stream in
      for place in stride(from: 0, to: bytes.count, by: 4096) { stream.yield(bytes[place..<(place + 4096)]) }
      stream.finish()
    }
    let chunked = ResourceRequest("\(server.url)/b", method: .post, body: .stream(pieces))
    #expect(try await client.send(chunked).text == "\(bytes.count)")
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test func `a client that asks to continue may`() async throws {
    let server = try await TestServer()
    server.answer(with: .status(201))
    var request = ResourceRequest("\(server.url)/x", method: .put, body: .string("whole"))
    request.expectContinue = .always(wait: .seconds(30))
    let start = ContinuousClock.now
    #expect(try await client.send(request).status == 201)
    #expect(start.duration(to: .now) < .seconds(20))
    #expect(server.requests.first?.text == "whole")
  }

  @Test func `an answer depends on its request, and the last closes the connection`() async throws {
    let server = try await TestServer()
    server.answer { request in
      request.method == "PUT" ? nil : .text("you sent \(request.text)", headers: ["Connection": "close"])
    }
    for number in 0..<3 {
      let asked = ResourceRequest("\(server.url)/\(number)", method: .post, body: .string("\(number)"))
      let response = try await client.send(asked)
      #expect(response.text == "you sent \(number)" && !response.metrics.last.reusedConnection)
    }
    #expect(try await client.send(ResourceRequest("\(server.url)/x", method: .put)).status == 501)
  }

  @Test(arguments: [TestServer.Wire.http1, .tls, .http2])
  func `it may be stopped by what makes its answers`(_ wire: TestServer.Wire) async throws {
    let server = try await TestServer(wire)
    server.answer { [weak server] _ in
      server?.stop()
      return .text("the last")
    }
    let settings = ServiceSettings(connection: ConnectionOptions(tls: server.tls))
    let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings))
    let request = ResourceRequest("\(server.url)/")
    _ = try? await client.send(request)
    server.stop()
    let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
    #expect(error?.code == .connectFailed)
  }

  @Test func `a status that is not final is told`() async throws {
    let server = try await TestServer()
    server.answer(with: .status(103))
    let response = try await client.send(ResourceRequest("\(server.url)/"))
    #expect(response.status == 500 && response.text == "The answer's status is not final: 103.\n")
  }

  @Test func `a field that no line can hold is told, and ends nothing`() async throws {
    let server = try await TestServer()
    server.answer(with: .status(200, headers: ["X-A": "a\r\nX-B: b"]), .text("next"))
    let response = try await client.send(ResourceRequest("\(server.url)/x"))
    #expect(response.status == 500 && response.text.contains("X-A"))
    #expect(try await client.send(ResourceRequest("\(server.url)/x")).text == "next")
  }

  @Test func `an answer waits, and comes in pieces`() async throws {
    let server = try await TestServer()
    server.answer(with: .text("0123456789").after(.milliseconds(60)).slowly(3, every: .milliseconds(30)))
    let start = ContinuousClock.now
    #expect(try await client.send(ResourceRequest("\(server.url)/")).text == "0123456789")
    #expect(start.duration(to: .now) >= .milliseconds(150))
  }

  @Test func `a head without a body keeps the connection in order`() async throws {
    let server = try await TestServer()
    server.answer(to: "/x", with: .text("0123456789"))
    let head = try await client.send(ResourceRequest("\(server.url)/x", method: .head))
    #expect(head.headers["Content-Length"] == "10" && head.data.isEmpty)
    #expect(try await client.send(ResourceRequest("\(server.url)/x")).text == "0123456789")
  }

  @Test func `a test waits for a request, and is told what came instead`() async throws {
    let server = try await TestServer()
    server.answer(to: "/late", with: .status(204))
    let url = server.url
    let call = Task { try await client.send(ResourceRequest("\(url)/late")) }
    #expect(try await server.request().path == "/late")
    _ = try await call.value
    let failure = try await #require(throws: TestServer.Failure.self) {
      try await server.request(2, within: .milliseconds(20))
    }
    #expect(failure.description.contains("there came: GET /late"))
  }

  @Test func `it serves other clients, and many at once`() async throws {
    let server = try await TestServer()
    server.answer(to: "/x", with: .data(Data(repeating: 7, count: 300_000), type: "application/octet-stream"))
    let url = try #require(URL(string: "\(server.url)/x"))
    #expect(try await URLSession.shared.data(from: url).0.count == 300_000)
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await client.send(ResourceRequest("\(url)")).data.count } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(sizes == [300_000])
    #expect(server.requests.count == 51)
  }
}
