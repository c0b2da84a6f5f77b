// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import TestSupport

@Suite struct ScriptedServerTests {
  @Test func `exact bytes go both ways over a connection kept alive`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.nextRequest() {
        try connection.send(ScriptedResponse(200, headers: [("X-Target", request.target)], request.text))
      }
    }
    let client = try RawClient(port: server.port)
    try client.send("POST /a?b=c HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
    let first = "HTTP/1.1 200 Scripted\r\nX-Target: /a?b=c\r\nContent-Length: 2\r\n\r\nhi"
    #expect(try client.receive(first.utf8.count) == first)
    try client.send("POST /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nT: 1\r\n\r\n")
    let second = "HTTP/1.1 200 Scripted\r\nX-Target: /d\r\nContent-Length: 3\r\n\r\nabc"
    #expect(try client.receive(second.utf8.count) == second)

    let last = try await server.waitForRequests(2)
    #expect(last?.trailers == [.init(name: "T", value: "1")])
    #expect(last?.raw.count == server.connections[0].receivedCount - 45)
    #expect(server.requests.map(\.path) == ["/a", "/d"])
    #expect(server.requests.first?.query == "b=c")
    #expect(server.connections.count == 1)
  }

  @Test func `a drip sends a piece only when the test says so`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { try $0.drip("abc", gate) }
    let client = try RawClient(port: server.port)
    gate.admit()
    #expect(try client.receive(1) == "a")
    try await server.wait(for: "one byte to be sent") { $0[0].sentCount == 1 }
    gate.open()
    #expect(try client.receiveAll() == "bc")
  }

  @Test func `a reset reaches the client as a reset`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readHead()
      connection.reset()
    }
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(throws: ScriptedServerError.closedByPeer) { try client.receiveAll() }
  }

  @Test func `a half closed connection still receives`() async throws {
    let server = try ScriptedServer { connection in
      try connection.send("bye")
      connection.closeSending()
      try connection.readRequest()
    }
    let client = try RawClient(port: server.port)
    #expect(try client.receiveAll() == "bye")
    try client.send("GET /late HTTP/1.1\r\n\r\n")
    #expect(try await server.waitForRequests()?.target == "/late")
  }

  @Test func `a peer that leaves is noticed although the script does not read`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { try $0.wait(for: gate) }
    var client: RawClient? = try RawClient(port: server.port)
    try await server.waitForConnections(1)
    #expect(!server.connections[0].isClosedByPeer)
    client = nil
    try await server.waitForPeerClose()
    #expect(client == nil)
  }

  @Test func `scripted answers come in order, and one request too many is a failure`() async throws {
    let server = try ScriptedServer(responses: [ScriptedResponse(204), ScriptedResponse(raw: "garbage")])
    let client = try RawClient(port: server.port)
    for _ in 0..<3 { try client.send("GET / HTTP/1.1\r\n\r\n") }
    #expect(try client.receiveAll() == "HTTP/1.1 204 Scripted\r\n\r\ngarbage")
    #expect(server.scriptFailures == ["connection 0: no scripted answer is left for GET /"])
  }

  @Test func `stopping unblocks a script and ends its connection`() async throws {
    let server = try ScriptedServer(on: .ipv6) { try $0.wait(for: Gate()) }
    let client = try RawClient(port: server.port, on: .ipv6)
    try await server.waitForConnections(1)
    server.stop()
    #expect(try client.receiveAll().isEmpty)
    try await server.wait(for: "the script to end") { $0[0].isEnded }
    #expect(throws: ScriptedServerError.self) { try RawClient(port: server.port, on: .ipv6) }
  }

  @Test func `a wait that is not fulfilled says what was seen`() async throws {
    let server = try ScriptedServer { try $0.readRequest() }
    await #expect(
      throws: ScriptedServerError.timedOut(waitingFor: "1 request(s)", seen: "no connection")
    ) { try await server.waitForRequests(1, within: .zero) }
  }

  @Test func `the echo server answers with what it received`() async throws {
    let server = try ScriptedServer.echo()
    let client = try RawClient(port: server.port)
    try client.send("PUT /x HTTP/1.1\r\nA: 1\r\nA: 2\r\nConnection: close\r\nContent-Length: 1\r\n\r\n!")
    let body = try #require(try client.receiveAll().split(separator: "\r\n\r\n").last)
    let echoed = try EchoedRequest(json: Array(body.utf8))
    #expect(echoed.headers(named: "a") == ["1", "2"])
    #expect(echoed.body == "!")
    #expect([echoed.method, echoed.target] == ["PUT", "/x"])
  }

  @Test func `a closed port refuses, and a silent listener neither refuses nor accepts`() throws {
    let closed = try ClosedPort()
    #expect(throws: ScriptedServerError.self) { try RawClient(port: closed.port) }
    let silent = try SilentListener()
    #expect(try !silent.answers())
  }
}
