// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// The lines of the log for programs without a logger.
struct TextLogTests {
  private static func lines(
    _ level: RequestEvent.Level,
    _ document: String = #"{"service": "s", "baseUrl": "http://s.example"}"#,
    _ responder: @escaping StubTransport.Responder
  ) async throws -> [String] {
    let lines = Lock<[String]>([])
    let clock = ManualClock()
    let log = TextLog(level: level, clock: clock) { line in lines.withLock { $0.append(line) } }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport(responder),
      options: ClientOptions(environment: RequestEnvironment(observers: [log]))
    )
    _ = try? await client.send(ResourceRequest("cities?api_key=hunter2", service: "s"))
    return lines.withLock(\.self)
  }

  @Test func `a call is one line, with its time, number and end`() async throws {
    let lines = try await Self.lines(.debug) { _, _ in .text("x") }
    #expect(lines.count == 1)
    let expected =
      #/2026-01-01T00:00:00\.000Z debug \d+ GET http://s\.example/cities\?api_key=‹redacted›, service s: 200 OK in \d+ ms/#
    #expect(lines.first?.wholeMatch(of: expected) != nil, "\(lines)")
  }

  @Test func `a second attempt is a line too, and the end says how many there were`() async throws {
    let sent = Lock(0)
    let document = #"""
      {"service": "s", "baseUrl": "http://s.example",
       "retry": {"attempts": 2, "on": [503], "backoff": {"base": "1ms", "max": "1ms"}}}
      """#
    let lines = try await Self.lines(.debug, document) { _, _ in
      sent.withLock { sent -> TransportResponse in
        sent += 1
        return .status(sent == 1 ? 503 : 200)
      }
    }
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("attempt 2 (retry)") == true)
    #expect(lines.last?.hasSuffix(", 2 attempts") == true)
  }

  @Test func `a failed call is logged at info, and a successful one is not`() async throws {
    #expect(try await Self.lines(.info) { _, _ in .text("x") }.isEmpty)
    let lines = try await Self.lines(.info) { _, _ in
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(" info ") == true)
    #expect(lines.first?.contains("connectFailed in ") == true)
  }

  @Test func `the environment names the level`() {
    #expect(TextLog.requested(by: ["RESOURCE_LOG": "Debug"]) != nil)
    #expect(TextLog.requested(by: ["RESOURCE_LOG": "loud"]) == nil)
    #expect(TextLog.requested(by: [:]) == nil)
  }

  @Test func `no line breaks`() {
    var event = RequestEvent(id: 1, moment: .now, kind: .warning)
    event.message = "a\r\nb http://user:hunter2@h/"
    #expect(!event.line.utf8.contains(10))
    #expect(!event.line.contains("hunter2"))
  }
}
