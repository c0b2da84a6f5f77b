// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

struct SecurityChecksTests {
  private struct Patient: SecurityCheckHandler {
    let securityCheck = "pin"
    let asked = Lock(0)

    func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
      asked.withLock { $0 += 1 }
      return .answer(["pin": "0"])
    }
  }

  private static let asking = TransportResponse(
    status: 401,
    headers: ["WWW-Authenticate": "MFP-Challenge"],
    body: IncomingBody(JSON.object(["challenges": ["pin": ["remainingAttempts": 3]]]).data())
  )
  private static let content = TransportResponse(
    status: 200,
    body: IncomingBody(JSON.object(["successes": ["pin": [:]]]).data())
  )

  @Test func `an answer from before the check was passed by another does not ask again`() async throws {
    let handler = Patient()
    let checks = SecurityChecks([handler], Turns())
    let sent = Lock(0)
    try await checks.pass { _ in
      guard
        sent.withLock({ sent in
          sent += 1
          return sent == 1
        })
      else { return Self.content }
      // While this response is in flight, another call is challenged, answers and passes the check.
      try await checks.pass { $0.isEmpty ? Self.asking : Self.content }
      return Self.asking
    }
    #expect(handler.asked.withLock(\.self) == 1)
    #expect(sent.withLock(\.self) == 2)
  }

  @Test func `who comes to wait just after a login has failed fails with it`() async {
    struct Down: Error {}
    let turns = Turns()
    #expect(turns.take(["a"]) == .taken)
    turns.giveBack("a", .failure(Down()))
    await #expect(throws: Down.self) { try await turns.wait(for: "a") }
  }

  @Test func `a check that asks for ever is given up after twenty times`() async throws {
    let asked = Lock(0)
    let error = try await #require(throws: SecurityCheckError.self) {
      try await SecurityChecks([Patient()], Turns()).pass { _ in
        asked.withLock { $0 += 1 }
        return Self.asking
      }
    }
    #expect(error.check == "pin")
    #expect(error.reason == .endless)
    #expect(asked.withLock(\.self) == 20)
  }

  /// A handler that gives up once it may.
  private struct Cancelling: SecurityCheckHandler {
    let securityCheck: String
    let gate: Gate

    func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
      try await gate.wait()
      return .cancel
    }
  }

  private static func asking(_ names: String...) -> TransportResponse {
    var challenges: JSON.Object = [:]
    for name in names { challenges[name] = .object([:]) }
    return TransportResponse(status: 401, body: IncomingBody(JSON.object(["challenges": .object(challenges)]).data()))
  }

  @Test func `a check's name is told in one line, and not at any length`() async throws {
    let name = "a\nb" + String(repeating: "x", count: 1000)
    let answer = Self.asking(name)
    let error = await #expect(throws: SecurityCheckError.self) {
      try await SecurityChecks([], Turns()).pass { _ in answer }
    }
    #expect(error?.check == name)
    let text = error.map { "\($0)" } ?? "\n"
    #expect(!text.contains("\n") && text.count < 400)
  }

  @Test func `the failure of one check is not that of those who wait for another`() async throws {
    let (turns, gate, isHeld, waits) = (Turns(), Gate(), Gate(), Gate())
    let checks = SecurityChecks(["a", "b"].map { Cancelling(securityCheck: $0, gate: gate) }, turns)
    let first = Task {
      try await checks.pass { _ in
        isHeld.open()
        return Self.asking("a", "b")
      }
    }
    try await isHeld.wait()
    try await until {
      guard turns.take(["b"]) == .taken else { return true }
      turns.giveBack("b")
      return false
    }
    let sent = Lock(0)
    async let second: Void = checks.pass { _ in
      let number = sent.withLock { sent in
        sent += 1
        return sent
      }
      guard number == 1 else { return Self.content }
      waits.open()
      return Self.asking("b")
    }
    try await waits.wait()
    // Where it comes too late to wait, it is not told of a failure either.
    for _ in 0..<20 { await Task.yield() }
    gate.open()
    let error = await #expect(throws: SecurityCheckError.self) { try await first.value }
    #expect(error?.check == "a" && error?.reason == .cancelled)
    try await second
  }

  @Test func `what a check says of its failure is not dumped`() {
    var text = ""
    dump(SecurityCheckError("A", .failed, failure: ["pin": "hush"]), to: &text)
    #expect(!text.contains("hush"))
  }
}
