// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import Testing

@Suite struct QuickstartTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: BuiltProduct.checkout.appending(path: path), encoding: .utf8)
  }

  /// The README's first code block in this language.
  private func block(_ language: String) throws -> String? {
    let readme = try text("README.md")
    guard let start = readme.range(of: "```\(language)\n")?.upperBound else { return nil }
    return readme[start...].range(of: "```").map { String(readme[start..<$0.lowerBound]) }
  }

  @Test func `the README shows the sample and its configuration as they are`() throws {
    let sample = try text("Samples/Sources/quickstart/main.swift").split(separator: "\n\n", maxSplits: 1)
    #expect(try block("swift") == sample.last.map(String.init))
    #expect(try block("json") == text("Samples/quickstart.json"))
  }

  @Test func `the README's example runs as it stands against the sample gateway`() async throws {
    let server = try await GatewayServer.start()
    let outcome = try await BuiltProduct.quickstart.run(
      environment: ["GATEWAY_URL": server.url + GatewayServer.contextPath]
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first == "200 OK Ümit/7")
    #expect((lines.last?.count ?? 0) > 20)
    await server.stop()
  }
}
