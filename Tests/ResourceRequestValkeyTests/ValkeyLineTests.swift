// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestValkey

/// A server that works is not left alone for what its callers ask.
@Suite(.timeLimit(.minutes(2)))
struct ValkeyLineTests {
  private static func line(to server: JunkServer, limit: Duration) throws -> ValkeyLine {
    ValkeyLine(try ValkeyAddress("valkey://127.0.0.1:\(server.port)", password: nil), limit: limit, replyLimit: 1 << 16)
  }

  @Test func `a caller in a hurry leaves, and the server has its time`() async throws {
    // It has one connection for all.
    let server = try JunkServer(Array("+PONG\r\n".utf8), then: Array("+OK\r\n".utf8), isHeld: true)
    let line = try Self.line(to: server, limit: .seconds(30))
    let command = [["GET", "k"].bytes]
    let failure = await #expect(throws: ValkeyFailure.self) { try await line.send(command, within: .milliseconds(20)) }
    #expect(failure?.isHurried == true)
    server.release()
    #expect(try await line.send(command).count == 1)
    #expect(line.condition == "answers")
  }
}
