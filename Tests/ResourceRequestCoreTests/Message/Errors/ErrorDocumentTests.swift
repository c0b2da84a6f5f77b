// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// Docs/Errors.md lists all codes.
struct ErrorDocumentTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
    .standardized

  /// The rows in the tables of codes: code, whether it is retryable, whether the request may have been executed.
  private func rows() throws -> [(code: String, retryable: String, executed: String)] {
    let page = try String(contentsOf: Self.root.appending(path: "Docs/Errors.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, cells[0].hasPrefix("`"), cells[0].hasSuffix("`") else { return nil }
      return (String(cells[0].dropFirst().dropLast()), cells[3], cells[4])
    }
  }

  /// The codes that the sources declare as static constants, and whether each is retryable.
  private func declared() throws -> [String: Bool] {
    let sources = Self.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var codes: [String: Bool] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /static let (\w+) = (?:ResourceError\.)?Code\((?:rawValue: )?"(\w+)"(.*)\)/) {
        #expect(match.output.1 == match.output.2)
        codes[String(match.output.2)] = match.output.3.contains(".retryable")
      }
    }
    return codes
  }

  @Test func `every code is in a table, once, and no other is`() throws {
    let rows = try rows().map(\.code)
    let declared = try declared()
    #expect(declared.count > 30)
    #expect(Set(rows).symmetricDifference(declared.keys).isEmpty)
    #expect(rows.count == declared.count)
  }

  @Test func `the tables say which codes are retryable`() throws {
    let declared = try declared()
    for row in try rows() where row.retryable != "status" {
      #expect((row.retryable == "yes") == declared[row.code], "\(row.code)")
    }
    #expect(try rows().allSatisfy { ["yes", "no", "phase"].contains($0.executed) })
  }
}
