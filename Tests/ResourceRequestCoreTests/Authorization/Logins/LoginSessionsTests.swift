// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
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

  @Test func `the uses of a nonce are counted on when a server sends it again`() throws {
    let (sessions, key) = (LoginSessions(), try key(0))
    let request = ResolvedRequest(url: try ResourceURL("https://h0.example/"))
    func begin(_ nonce: String) throws {
      let lines = ["Digest realm=\"r\", nonce=\"\(nonce)\", qop=\"auth\""]
      let challenge = try #require(Challenge.parse(lines).first.flatMap { DigestChallenge($0) })
      sessions.begin(.digest(challenge), login, for: key)
    }
    func count() throws -> Int {
      let field = try #require(sessions.field(for: key, request, clientNonce: "c")?.value)
      let text = try #require(field.components(separatedBy: "nc=").last?.prefix(8))
      return try #require(Int(text, radix: 16))
    }
    try begin("one")
    #expect(try [count(), count()] == [1, 2])
    try begin("one")
    #expect(try count() == 3)
    sessions.follow(["Authentication-Info": "nextnonce=\"one\""], for: key)
    #expect(try count() == 4)
    sessions.follow(["Authentication-Info": "nextnonce=\"two\""], for: key)
    #expect(try count() == 1)
    try begin("three")
    #expect(try count() == 1)
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
