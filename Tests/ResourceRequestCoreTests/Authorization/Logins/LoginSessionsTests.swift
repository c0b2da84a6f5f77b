// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct LoginSessionsTests {
  private let login = LoginCredential(username: "ann", password: "hunter2")

  private func key(_ number: Int) throws -> LoginSessions.Key {
    LoginSessions.Key(origin: try Origin("https://h\(number).example"), named: nil)
  }

  private func isKept(_ number: Int, by sessions: LoginSessions) throws -> Bool {
    let request = ResolvedRequest(url: try ResourceURL("https://h\(number).example/"))
    return sessions.field(for: try key(number), request, clientNonce: "c") != nil
  }

  @Test func `of 257 logins the one that was not used for longest is forgotten`() throws {
    let sessions = LoginSessions()
    for number in 0..<256 { sessions.begin(.basic(realm: nil), login, for: try key(number)) }
    #expect(try isKept(0, by: sessions))
    sessions.begin(.basic(realm: nil), login, for: try key(256))
    #expect(try !isKept(1, by: sessions))
    for number in [0, 2, 255, 256] { #expect(try isKept(number, by: sessions)) }
  }
}
