// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct LoopbackPeerTests {
  private static let request = "GET / HTTP/1.1\r\n\r\n"

  private func started(_ scripts: [ConformanceScript.Step]...) async throws -> any ConformanceServer {
    try await LoopbackPeer().start(.serves(scripts.map(ConformanceScript.init)), on: .ipv4)
  }

  private func connected(to server: any ConformanceServer) throws -> RawClient {
    let port = try #require(server.authority.split(separator: ":").last.flatMap { Int($0) })
    return try RawClient(port: port)
  }

  @Test func `each connection gets the script of its turn, and every later one the last`() async throws {
    let server = try await started([.send(Array("one".utf8))], [.send(Array("two".utf8))])
    defer { server.stop() }
    for expected in ["one", "two", "two"] {
      let client = try connected(to: server)
      client.closeSending()
      #expect(try client.receiveAll() == expected)
    }
  }

  @Test func `a connection that is held, pauses or does not read does not block others`() async throws {
    let large = [UInt8](repeating: 65, count: 32 << 20)
    let server = try await started([.hold], [.pause(.seconds(3600))], [.send(large)], [.send([66])])
    defer { server.stop() }
    let waiting = [try connected(to: server), try connected(to: server), try connected(to: server)]
    #expect(try connected(to: server).receive(1) == "B")
    #expect(try waiting[2].receive(large.count).utf8.count == large.count)
  }

  @Test func `requests, steps and the end of a connection are told as they come`() async throws {
    let server = try await started([.readRequest, .send(Array("answer".utf8)), .awaitClose])
    defer { server.stop() }
    let client = try connected(to: server)
    try client.send(Self.request)
    #expect(try client.receiveAnswer() == "answer")
    try await server.wait { $0.first?.stepsDone == 2 }
    #expect(server.records.first?.requests.map(\.target) == ["/"])
    #expect(server.records.first?.isClosedByTransport == false)
    client.closeSending()
    try await server.wait { $0.first?.isClosedByTransport == true && $0.first?.stepsDone == 3 }
  }

  @Test func `a reset is no orderly end`() async throws {
    let server = try await started([.readHead, .reset])
    defer { server.stop() }
    let client = try connected(to: server)
    try client.send(Self.request)
    #expect(throws: ScriptedServerError.closedByPeer) { try client.receiveAll() }
  }

  @Test func `a server that is stopped ends what it holds, and refuses from then on`() async throws {
    // Another test may get a port once it is free, and accept what is sent to it: one refusal of several is proof.
    var isRefused = false
    for _ in 0..<10 where !isRefused {
      let server = try await started([.readHead, .hold])
      let client = try connected(to: server)
      try client.send(Self.request)
      try await server.wait { $0.first?.requests.count == 1 }
      server.stop()
      #expect(try client.receiveAll() == "")
      do { _ = try connected(to: server) } catch is ScriptedServerError { isRefused = true }
    }
    #expect(isRefused)
  }

  @Test func `a port that refuses refuses`() async throws {
    let server = try await LoopbackPeer().start(.refuses, on: .ipv4)
    defer { server.stop() }
    #expect(throws: ScriptedServerError.self) { try connected(to: server) }
    await #expect(throws: ConformanceFailure.self) { try await server.wait { !$0.isEmpty } }
  }

  @Test func `who waits for what was seen can be cancelled`() async throws {
    let server = try await started([.hold])
    defer { server.stop() }
    let wait = Task { try await server.wait { !$0.isEmpty && $0[0].requests.count == 1 } }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }
}

extension RawClient {
  fileprivate func receiveAnswer() throws -> String { try receive(6) }
}
