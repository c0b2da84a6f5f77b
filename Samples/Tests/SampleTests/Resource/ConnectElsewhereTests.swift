// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import Testing

/// `--resolve` and `--connect-to`, as of curl.
@Suite struct ConnectElsewhereTests {
  @Test func `a host is at the address that is given, with its own name in Host`() async throws {
    try await ServedPages.with({ _ in [:] }) { port in
      for address in ["127.0.0.1", "127.0.0.1,[::1]"] {
        let outcome = try await BuiltProduct.resource.run(
          "http://a.example:\(port)/x",
          "--resolve",
          "a.example:\(port):\(address)"
        )
        #expect(outcome.text == "/x a.example:\(port)", "\(outcome.errors)")
      }
    }
  }

  @Test func `a request connects to another place, unless it is for another host or port`() async throws {
    try await ServedPages.with({ _ in [:] }) { port in
      for rule in [
        "b.example:80:127.0.0.1:\(port)", "::127.0.0.1:\(port)", "B.example::127.0.0.1:\(port)",
        ":80:127.0.0.1:\(port)",
      ] {
        let outcome = try await BuiltProduct.resource.run("http://b.example/y", "--connect-to", rule)
        #expect(outcome.text == "/y b.example", "\(rule): \(outcome.errors)")
      }
      for rule in ["c.example:80:127.0.0.1:\(port)", "b.example:81:127.0.0.1:\(port)"] {
        let outcome = try await BuiltProduct.resource.run("http://b.example/y", "--connect-to", rule, "-m", "5s")
        #expect(outcome.status == 3)
      }
      let first = try await BuiltProduct.resource.run(
        ["http://b.example/y", "--connect-to", "b.example:80:127.0.0.1:\(port)", "--connect-to", "::127.0.0.1:1"]
      )
      #expect(first.status == 0, "\(first.errors)")
    }
  }

  @Test(arguments: [
    ["--resolve", "a.example"], ["--resolve", "a.example:80:nowhere"], ["--resolve", "a.example:0:127.0.0.1"],
    ["--connect-to", "a:b"], ["--connect-to", ":::"], ["--connect-to", "a:1:b:99999"], ["--connect-to", "a:x:b:1"],
    ["--connect-to", "a:+1:b:1"], ["--connect-to", "::b:1", "--unix-socket", "/x"],
  ])
  func `what names no place is a usage error`(_ arguments: [String]) async throws {
    let outcome = try await BuiltProduct.resource.run(["http://127.0.0.1:1/"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(arguments[0]), "\(outcome.errors)")
    if arguments.count == 2 { #expect(outcome.errors.contains("expected HOST:PORT:"), "\(outcome.errors)") }
  }
}
