// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct SecurityChecksTests {
  private struct Patient: SecurityCheckHandler {
    let securityCheck = "pin"
    func handle(challenge: JSON) async throws -> SecurityCheckAnswer { .answer(["pin": "0"]) }
  }

  @Test func `a check that asks for ever is given up after twenty times`() async throws {
    let asked = Lock(0)
    let error = try await #require(throws: SecurityCheckError.self) {
      try await SecurityChecks([Patient()]).pass { _ in
        asked.withLock { $0 += 1 }
        return TransportResponse(
          status: 401,
          headers: ["WWW-Authenticate": "MFP-Challenge"],
          body: IncomingBody(JSON.object(["challenges": ["pin": ["remainingAttempts": 3]]]).data())
        )
      }
    }
    #expect(error.check == "pin")
    #expect(error.reason == .endless)
    #expect(asked.withLock(\.self) == 20)
  }
}
