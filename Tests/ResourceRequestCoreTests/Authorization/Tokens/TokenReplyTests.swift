// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

@Suite struct `Answers of a token endpoint` {
  static func read(_ status: Status = 200, _ body: String) throws -> AccessToken {
    try TokenReply.read(
      TransportResponse(status: status, body: IncomingBody(Data(body.utf8))),
      hiding: ["hunter2", "aHVudGVyMg=="]
    )
  }

  @Test func `a token comes with its life and scope`() throws {
    let token = try Self.read(
      200,
      #"{"access_token":"abc","token_type":"bearer","expires_in":3599,"scope":"b a"}"#
    )
    #expect(token == AccessToken("abc", lifetime: .seconds(3599), scope: "a b"))
  }

  @Test(arguments: [
    ("3600", 3600), (#""3600""#, 3600), ("0", 0), ("-5", 0), (#""-5""#, 0), ("1.5", 1.5), ("1e400", 86_400),
    ("-1e400", 0), ("99999999999999999999", 86_400), ("9223372036854775807", 86_400), (#""1e999""#, 86_400),
  ])
  func `a life may be written in many ways`(_ written: String, _ seconds: Double) throws {
    let token = try Self.read(200, #"{"access_token":"abc","expires_in":\#(written)}"#)
    #expect(token.lifetime == .seconds(seconds))
  }

  @Test(arguments: ["null", "true", #""soon""#, #""nan""#, #""inf""#, #""+60""#, #""0x3C""#, #""""#, "{}", "[]"])
  func `a life that makes no sense is one that was not said`(_ written: String) throws {
    #expect(try Self.read(200, #"{"access_token":"abc","expires_in":\#(written)}"#).lifetime == nil)
    #expect(try Self.read(200, #"{"access_token":"abc"}"#).lifetime == nil)
  }

  @Test(arguments: [
    "", "token", "[]", "{}", #"{"access_token":""}"#, #"{"access_token":7}"#, #"{"access_token":"a b"}"#,
    #"{"access_token":"a\r\nX: y"}"#, #"{"access_token":"abc","token_type":"mac"}"#, #"{"access_token":"ä"}"#,
  ])
  func `what is no token is refused`(_ body: String) {
    #expect(throws: TokenError.self) { try Self.read(200, body) }
  }

  @Test func `an error is readable and holds no secret`() throws {
    let error = try #require(throws: TokenError.self) {
      try Self.read(
        401,
        #"{"error":"invalid_client","error_description":"no\nclient with hunter2\u0007 or aHVudGVyMg=="}"#
      )
    }
    #expect(error.error == "invalid_client")
    #expect(error.description == "401 Unauthorized, invalid_client, no client with ‹redacted›  or ‹redacted›")
    #expect(!error.isTemporary)
    let busy = try #require(throws: TokenError.self) { try Self.read(503, "<html>") }
    #expect(busy.description == "503 Service Unavailable")
    #expect(busy.isTemporary)
  }

  @Test func `a safety margin is taken off a life, and a renewal comes before its end`() throws {
    let start = ContinuousClock.now
    func decided(_ lifetime: Duration?) -> (Duration, Duration)? {
      TokenLifetime.decide(lifetime, from: start).map { (start.duration(to: $0.end), start.duration(to: $0.renewal)) }
    }
    #expect(try #require(decided(.seconds(3600))) == (.seconds(3570), .seconds(3270)))
    #expect(try #require(decided(.seconds(2))) == (.milliseconds(1800), .milliseconds(1500)))
    #expect(try #require(decided(nil)) == (.seconds(86_370), .seconds(86_070)))
    #expect(try #require(decided(.seconds(Int64.max))) == (.seconds(86_370), .seconds(86_070)))
    #expect(decided(.zero) == nil)
    #expect(decided(.seconds(-1)) == nil)
  }
}
