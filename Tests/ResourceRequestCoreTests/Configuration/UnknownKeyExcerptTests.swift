// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

/// What an error about an unknown key shows of its line.
struct UnknownKeyExcerptTests {
  private func line(_ member: String) throws -> String {
    let json = #"{"service": "a", "baseUrl": "http://a.example", \#(member)}"#
    let error = try #require(throws: ConfigurationError.self) { _ = try ResourceConfiguration(json: json) }
    return try #require(error.issues.first?.sourceLine)
  }

  @Test(arguments: [#""colour": "blue-42""#, #""tiemouts": 4242"#, #""maxConections": "blue-42""#])
  func `a value that is no secret by its name is shown, so that the line is found again`(_ member: String) throws {
    #expect(try line(member).contains("42"))
  }

  @Test(arguments: [
    #""pasword": "blue-42""#, #""passwrd": "blue-42""#, #""clientsecrt": "blue-42""#, #""tokn": "blue-42""#,
    #""mySecret": "blue-42""#, #""api_kay": "blue-42""#, #""other": {"pin": "blue-42"}"#, #""others": ["blue-42"]"#,
    #""bseUrl": "http://u:blue-42@a.example""#,
  ])
  func `a value that may be a secret is not`(_ member: String) throws {
    #expect(try !line(member).contains("42"))
  }
}
