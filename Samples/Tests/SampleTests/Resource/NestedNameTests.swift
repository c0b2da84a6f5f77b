// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// Names of nested members, and shell completions.
@Suite struct NestedNameTests {
  private static func whole(_ members: [(String, JSON)]) throws -> JSON? {
    try members.reduce(into: nil) { whole, member in try NestedName(member.0).put(member.1, into: &whole) }
  }

  @Test func `members are put where their names say`() throws {
    #expect(try Self.whole([("a", 1), ("b[c]", 2), ("b[d][e]", 3)]) == ["a": 1, "b": ["c": 2, "d": ["e": 3]]])
    #expect(try Self.whole([("a[]", 1), ("a[]", 2), ("a[3]", 4)]) == ["a": [1, 2, nil, 4]])
    #expect(try Self.whole([("a[1][n]", 1), ("a[0]", 2)]) == ["a": [2, ["n": 1]]])
    #expect(try Self.whole([("[]", 1), ("[][a]", 2)]) == [1, ["a": 2]])
    #expect(try Self.whole([("", 1)]) == ["": 1])
  }

  @Test func `a backslash makes a bracket or a digit a part of the name`() throws {
    #expect(try Self.whole([(#"a\[b\]"#, 1)]) == ["a[b]": 1])
    #expect(try Self.whole([(#"a[\1]"#, 1)]) == ["a": ["1": 1]])
    #expect(try Self.whole([(#"a\b"#, 1), (#"c\1"#, 2)]) == [#"a\b"#: 1, #"c\1"#: 2])
  }

  @Test(arguments: [
    "a[", "a[b", "a[b]c", "[", "a[10000]", "a[99999999999999999999]", "a" + String(repeating: "[]", count: 100),
  ])
  func `a name that is broken is refused`(_ name: String) {
    #expect(throws: InputError.self) { try NestedName(name) }
  }

  @Test(arguments: [
    ["a", "a"], ["a[b]", "a[b]"], ["a", "a[b]"], ["a[]", "a[b]"], ["a[b]", "a[]"], ["a[0]", "a[0]"],
  ])
  func `what has its place already is refused`(_ names: [String]) {
    #expect(throws: InputError.self) { try Self.whole(names.map { ($0, 1) }) }
  }

  @Test func `services are suggested from a document that has mistakes too`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "document.json")
      let text = #"{"backendServices": [{"service": "/one"}, {"service": "two", "x": 1}, {"service": "${env:X}"}, 5]}"#
      try Data(text.utf8).write(to: file)
      #expect(Completions.services(in: file.path) == ["one", "two"])
      try Data(#"{"service": "three"}"#.utf8).write(to: file)
      #expect(Completions.services(in: file.path) == ["three"])
      #expect(Completions.services(in: folder.path + "/none").isEmpty)
    }
  }

  @Test func `a completion script knows methods, services and header fields`() async throws {
    let outcome = try await BuiltProduct.resource.run("--generate-completion-script", "bash")
    #expect(["PATCH", "If-None-Match:", "---completion"].allSatisfy(outcome.text.contains))
  }

  @Test(arguments: ["--version", "-V"])
  func `the version names the libraries and what they can do`(_ option: String) async throws {
    let outcome = try await BuiltProduct.resource.run(option)
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.first == "resource \(SDKVersion.current) (swift-resource-request)")
    #expect(
      lines.contains { $0.hasPrefix("libcurl/") }
        && lines.contains { $0.hasPrefix("Content codings of responses: gzip") }
    )
    #expect(lines.contains { $0.hasPrefix("Content codings of requests: gzip, deflate") })
  }

  @Test(arguments: [["--help"], ["send", "--help"]])
  func `help says what the exit status means`(_ arguments: [String]) async throws {
    let text = try await BuiltProduct.resource.run(arguments).text
    #expect(text.contains("74  the response or another file cannot be written"))
  }
}
