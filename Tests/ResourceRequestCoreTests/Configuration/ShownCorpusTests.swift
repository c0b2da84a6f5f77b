// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

/// Every key in each of its spellings, and the recorded text that `redactedJSON()` shows of it.
@Suite struct `The corpus of shown configurations` {
  /// A document of the corpus.
  private struct Entry {
    let title: String
    let document: String
    var shown: String
  }

  @Test func `every document is shown as recorded, order of keys included`() throws {
    var (head, entries) = try Self.read()
    #expect(entries.count > 150)
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_EXPECTATIONS"] != nil
    for place in entries.indices {
      let entry = entries[place]
      let configuration = try ResourceConfiguration(json: entry.document, name: entry.title, environment: [:])
      let shown = configuration.redactedJSON().text()
      #expect(!shown.contains("hush"), "\(entry.title) tells a secret")
      if isUpdate { entries[place].shown = shown } else { #expect(shown == entry.shown, "\(entry.title)") }
    }
    guard isUpdate else { return }
    let texts = entries.map { "## \($0.title)\n\($0.document)\n\($0.shown)" }
    try Data(([head] + texts).joined(separator: "\n\n").appending("\n").utf8).write(to: Self.file)
  }

  @Test func `what is shown is shown the same once it has been read`() throws {
    for entry in try Self.read().entries {
      let again = try ResourceConfiguration(json: entry.shown, name: entry.title, environment: [:])
      #expect(again.redactedJSON().text() == entry.shown, "\(entry.title)")
    }
  }

  private static func read() throws -> (head: String, entries: [Entry]) {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let parts = text.components(separatedBy: "\n\n").map { $0.split(separator: "\n").map(String.init) }
    let entries = parts.dropFirst().map { lines in
      Entry(title: String(lines[0].dropFirst(3)), document: lines[1], shown: lines.count > 2 ? lines[2] : "")
    }
    return (parts[0].joined(separator: "\n"), entries)
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/configuration/shown.txt").standardized
}
