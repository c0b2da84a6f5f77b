// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@Suite struct `OAuth in configurations` {
  static func gateway(_ auth: String) throws -> ServiceCredential? {
    try ResourceConfiguration(json: #"{"gateway": {"serverURL": "https://g.example/mfp", "auth": \#(auth)}}"#)
      .gateway?.credential
  }

  static func service(_ auth: String) throws -> ServiceCredential? {
    try ResourceConfiguration(json: #"{"service": "a", "baseUrl": "https://a.example", "auth": \#(auth)}"#)
      .services.first?.credential
  }

  @Test func `a gateway has a token endpoint of its own, a service names one`() throws {
    let credentials = #""type": "oauth2", "clientId": "id", "clientSecret": "hunter2""#
    #expect(
      try Self.gateway("{\(credentials)}") == .oauth2(ClientCredentials(clientID: "id", clientSecret: "hunter2"))
    )
    #expect(
      try Self.service(
        "{\(credentials), \"tokenUrl\": \"https://i.example/t?x=1\", \"scope\": \"b  a\", \"audience\": \"c\", "
          + "\"clientAuthentication\": \"post\"}"
      )
        == .oauth2(
          ClientCredentials(
            tokenURL: try ResourceURL("https://i.example/t?x=1"),
            clientID: "id",
            clientSecret: "hunter2",
            scope: "a b",
            audience: "c",
            authentication: .post
          )
        )
    )
    let error = try #require(throws: ConfigurationError.self) { try Self.service("{\(credentials)}") }
    #expect(error.issues.map(\.message) == [#"the key "tokenUrl" is missing: the token endpoint"#])
  }

  @Test func `a bearer token is there, or in a file`() throws {
    #expect(try Self.service(#"{"type": "bearer", "tokenFile": "/run/token"}"#) == .bearer(file: "/run/token"))
    #expect(try Self.gateway(#"{"type": "bearer", "token": "abc"}"#) == .bearer("abc"))
    #expect(throws: ConfigurationError.self) { try Self.service(#"{"type": "bearer"}"#) }
    #expect(throws: ConfigurationError.self) {
      try Self.service(#"{"type": "bearer", "token": "abc", "tokenFile": "/run/token"}"#)
    }
  }

  @Test func `the secret is not shown`() throws {
    var gateway = Gateway(serverURL: try ResourceURL("https://g.example/mfp"))
    gateway.credential = .oauth2(ClientCredentials(clientID: "id", clientSecret: "hunter2", scope: "a"))
    let configuration = ResourceConfiguration(gateway: gateway)
    #expect(
      configuration.redactedJSON()["gateway"]["auth"]
        == ["type": "oauth2", "clientId": "id", "clientSecret": "‹redacted›", "scope": "a"]
    )
    #expect(!"\(configuration)".contains("hunter2"))
    var text = ""
    dump(configuration, to: &text)
    #expect(!text.contains("hunter2"))
  }
}
