// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

struct LearnedScopesTests {
  private func resource(_ number: Int) throws -> LearnedScopes.Resource {
    LearnedScopes.Resource(ResolvedRequest(url: try ResourceURL("https://a.example/\(number)")))
  }

  @Test func `of 1,025 resources the one learned first is forgotten`() throws {
    let learned = LearnedScopes()
    for number in 0...1024 { learned.learn("s", for: try resource(number)) }
    #expect(learned[try resource(0)] == nil)
    for number in 1...1024 { #expect(learned[try resource(number)] == "s") }
  }

  @Test func `what is learned anew takes no place of another`() throws {
    let learned = LearnedScopes(limit: 2)
    for scope: TokenScope in ["a", "b", "c"] { learned.learn(scope, for: try resource(1)) }
    learned.learn("d", for: try resource(2))
    #expect(learned[try resource(1)] == "c")
    #expect(learned[try resource(2)] == "d")
  }
}
