// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `What an answer asks for` {
  typealias Decision = AuthorizationDecision

  static func decide(
    _ status: Status,
    _ headers: Headers,
    sent scope: TokenScope? = nil,
    resends: Int = 0,
    conflicts: Int = 0,
    _ policy: AuthorizationPolicy = .gateway()
  ) -> Decision {
    let progress = Decision.Progress(
      scope: scope,
      resends: resends,
      conflicts: conflicts
    )
    return .decide(status, headers, after: progress, policy)
  }

  static let lacking: Headers = [
    "WWW-Authenticate": #"Bearer error="insufficient_scope", scope="b RegisteredClient  a""#
  ]

  @Test(arguments: [200, 204, 302, 400, 404, 500] as [Status])
  func `other statuses are the answer, whatever their fields say`(_ status: Status) {
    #expect(Self.decide(status, ["WWW-Authenticate": "Bearer", "MFP-Conflict": "1"]) == .answer)
  }

  @Test func `a bare challenge means the default scope`() {
    #expect(
      Self.decide(401, ["www-authenticate": "bEARER realm=x"])
        == .obtain("RegisteredClient", dropping: false, learning: true)
    )
  }

  @Test func `a scope is obtained with the word every scope has`() {
    #expect(
      Self.decide(401, ["WWW-Authenticate": #"Bearer scope="z a""#])
        == .obtain("RegisteredClient a z", dropping: false, learning: true)
    )
  }

  @Test func `a token that is not valid is dropped`() {
    #expect(
      Self.decide(401, ["WWW-Authenticate": #"Bearer error="invalid_token""#], sent: "RegisteredClient a")
        == .obtain("RegisteredClient a", dropping: true, learning: false)
    )
  }

  @Test func `a scope that does not suffice is learned and obtained`() {
    #expect(
      Self.decide(403, Self.lacking, sent: "RegisteredClient")
        == .obtain("RegisteredClient a b", dropping: false, learning: true)
    )
  }

  @Test func `a token that lost a part of its scope is dropped`() {
    #expect(
      Self.decide(403, Self.lacking, sent: "RegisteredClient a b")
        == .obtain("RegisteredClient a b", dropping: true, learning: true)
    )
  }

  @Test func `a refusal without a scope is the answer`() {
    #expect(Self.decide(403, ["WWW-Authenticate": #"Bearer error="insufficient_scope""#]) == .answer)
    for scope in ["", " "] {
      let challenge = #"Bearer error="insufficient_scope", scope="\#(scope)""#
      #expect(Self.decide(403, ["WWW-Authenticate": challenge]) == .answer)
    }
    #expect(Self.decide(403, ["WWW-Authenticate": "Bearer"]) == .answer)
    #expect(Self.decide(403, [:]) == .answer)
    #expect(Self.decide(401, ["WWW-Authenticate": "Basic realm=x"]) == .answer)
    #expect(Self.decide(401, ["WWW-Authenticate": #"Bearer error="invalid_request""#]) == .answer)
  }

  @Test func `the challenge is found among others, on any line`() {
    let headers: Headers = [
      "WWW-Authenticate": #"Basic realm="Bearer error=\"no\", x", Digest nonce="a,b""#,
      "WWW-Authenticate": #"Negotiate abc==, Bearer realm="q", error="insufficient_scope", scope="x""#,
    ]
    #expect(Self.decide(403, headers) == .obtain("RegisteredClient x", dropping: false, learning: true))
  }

  @Test func `a conflict is sent again seven times`() {
    #expect(Self.decide(409, ["MFP-Conflict": "x"]) == .sendAgain)
    #expect(Self.decide(409, ["MFP-Conflict": "x"], conflicts: 6) == .sendAgain)
    #expect(Self.decide(409, ["MFP-Conflict": "x"], conflicts: 7) == .answer)
    #expect(Self.decide(409, [:]) == .answer)
    #expect(Self.decide(409, ["MFP-Conflict": "x"], .service("a")) == .answer)
  }

  @Test func `another token is tried four times at a gateway, and once at a service`() {
    #expect(Self.decide(403, Self.lacking, resends: 3) != .answer)
    #expect(Self.decide(403, Self.lacking, resends: 4) == .answer)
    let refused: Headers = ["WWW-Authenticate": #"Bearer error="invalid_token""#]
    #expect(Self.decide(401, refused, sent: "a", .service("a")) == .obtain("a", dropping: true, learning: false))
    #expect(Self.decide(401, refused, sent: "a", resends: 1, .service("a")) == .answer)
  }

  @Test(arguments: [
    [:], ["WWW-Authenticate": "Token"], ["WWW-Authenticate": #"Bearer error="token_expired""#],
    ["WWW-Authenticate": "Basic realm=x"],
  ])
  func `a service refuses a token in any form of 401`(_ headers: Headers) {
    #expect(Self.decide(401, headers, sent: "a", .service("a")) == .obtain("a", dropping: true, learning: false))
    #expect(Self.decide(401, headers, sent: "a", resends: 1, .service("a")) == .answer)
    #expect(Self.decide(403, headers, sent: "a", .service("a")) == .answer)
  }

  @Test func `a service does not choose what its tokens are good for`() {
    #expect(Self.decide(403, Self.lacking, sent: "a", .service("a")) == .answer)
    #expect(
      Self.decide(401, ["WWW-Authenticate": #"Bearer scope="admin""#], .service("a"))
        == .obtain("a", dropping: false, learning: false)
    )
  }

  @Test func `scopes are the same in any order, with any blanks`() {
    #expect(TokenScope(" b  a\tb ") == "a b")
    #expect(TokenScope("b a").description == "a b")
    #expect(AuthorizationPolicy.gateway().key("a").description == "RegisteredClient a")
    #expect(AuthorizationPolicy.gateway().key("RegisteredClient") == "RegisteredClient")
    #expect(AuthorizationPolicy.gateway().key("") == "RegisteredClient")
  }
}
