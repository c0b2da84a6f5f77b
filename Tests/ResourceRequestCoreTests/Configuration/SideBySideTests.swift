// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSimulation

/// Broken documents with one fault each, and the expected messages; `Tests/Interop/schemas` checks the same documents
/// against the schemas.
@Suite struct `Side by side` {
  /// A broken document of a fixture.
  struct Broken {
    let title: String
    let document: String
    /// The expected message (`lint`), and the other lines below the document.
    var lines: [String]
  }

  @Test func `every broken configuration has one fault, told with its place`() throws {
    try check("configuration") { document in
      ConfigurationDocument.issuesApartFromReferences(Array(document.utf8), name: "", vocabulary: .standard)
    }
  }

  @Test func `every broken incident has one fault, told with its place`() throws {
    try check("incident") { document in
      do throws(ConfigurationError) { _ = try Simulation.Incident(json: document, name: "") } catch {
        return error.issues
      }
      return []
    }
  }

  @Test func `every message about a broken document says what is expected instead`() throws {
    for name in ["configuration", "incident"] {
      for broken in try read(name).documents {
        let said = broken.lines.first { $0.hasPrefix("lint ") } ?? ""
        let remedies = ["expected", "did you mean", "is missing: ", "; ", "cannot be set, ", "JSON allows", "must be"]
        #expect(remedies.contains { said.contains($0) }, "\(broken.title): \(said)")
      }
    }
  }

  private func check(_ name: String, issues: (String) -> [ConfigurationError.Issue]) throws {
    var (head, documents) = try read(name)
    for place in documents.indices {
      let broken = documents[place]
      let found = issues(broken.document)
      #expect(found.count == 1, "\(broken.title): \(found.map(\.message))")
      let said = found.map { issue in
        let suggestion = issue.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "lint   \(issue.line):\(issue.column): \(issue.message)\(suggestion)"
      }
      let written = broken.lines.filter { $0.hasPrefix("lint ") }
      if ProcessInfo.processInfo.environment["UPDATE_EXPECTATIONS"] != nil {
        documents[place].lines = said + broken.lines.filter { !$0.hasPrefix("lint ") }
      } else {
        #expect(said == written, "\(broken.title)")
      }
    }
    guard ProcessInfo.processInfo.environment["UPDATE_EXPECTATIONS"] != nil else { return }
    let text = documents.map { (["## \($0.title)", $0.document] + $0.lines).joined(separator: "\n") }
    try Data(([head] + text).joined(separator: "\n\n").appending("\n").utf8).write(to: file(name))
  }

  private func read(_ name: String) throws -> (head: String, documents: [Broken]) {
    let text = String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
    let parts = text.components(separatedBy: "\n\n").map { $0.split(separator: "\n").map(String.init) }
    let documents = parts.dropFirst().map { lines in
      Broken(title: String(lines[0].dropFirst(3)), document: lines[1], lines: Array(lines.dropFirst(2)))
    }
    return (parts[0].joined(separator: "\n"), documents)
  }

  private func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/side-by-side/\(name).txt").standardized
  }
}
