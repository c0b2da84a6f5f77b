// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import TestSupport
import Testing

@testable import ResourceRequestExport

/// The table of what each proxy can say.
struct ExportTableTests {
  /// Keys that are no settings of a call, or spell another.
  private static let besides: Set<String> = ["service", "connectionProperties", "ConnectionProperties"]

  @Test func `every key of a service has a row`() throws {
    let schema = ResourceConfiguration.jsonSchema()
    let keys = try #require(schema["$defs"]["service"]["properties"].object).keys.filter { !Self.besides.contains($0) }
    let known = Set(ExportTable.rows.compactMap(\.path.first))
    #expect(keys.filter { !known.contains($0) } == [])
    #expect(known.subtracting(keys) == [])
  }

  @Test func `every path of a row is one of the schema`() throws {
    let definitions = ResourceConfiguration.jsonSchema()["$defs"]
    for row in ExportTable.rows where row.path.count > 1 {
      let inner = try #require(definitions[row.path[0]]["properties"].object, "\(row.path)")
      #expect(inner.keys.contains(row.path[1]), "\(row.path)")
    }
  }

  @Test func `the document has the table that the export uses`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Export.md").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- table -->\n", "<!-- end of table -->")
    let opening = try #require(text.range(of: start))
    let closing = try #require(text.range(of: end))
    let table = Self.markdown
    if ProcessInfo.processInfo.environment["UPDATE_EXPORT_TABLE"] != nil {
      let updated = text.replacingCharacters(in: opening.upperBound..<closing.lowerBound, with: table)
      try updated.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let isCurrent = text[opening.upperBound..<closing.lowerBound] == table
      #expect(isCurrent, "run this test with UPDATE_EXPORT_TABLE=yes")
    }
  }

  private static var markdown: String {
    func cell(_ support: ExportSupport) -> String {
      switch support {
      case .same(let words): words
      case .differs(let words, let difference): "\(words); *differs*: \(difference)"
      case .lost(let instead): "**lost**: \(instead)"
      }
    }
    let rows = ExportTable.rows.map { row in
      "| \(row.setting) | \(cell(row.envoy)) | \(cell(row.haproxy)) | \(cell(row.nginx)) |\n"
    }
    return "| setting | Envoy | HAProxy | nginx |\n|---|---|---|---|\n" + rows.joined()
  }
}
