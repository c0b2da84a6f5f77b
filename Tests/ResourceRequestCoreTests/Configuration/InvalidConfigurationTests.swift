// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

/// Every broken document of the fixtures, with all its errors.
@Suite struct `Invalid configurations` {
  static let names = [
    "amounts", "credentials", "duplicates", "headers", "missing", "not-an-object", "references", "syntax",
    "unknown-keys", "urls", "words", "wrong-types",
  ]

  /// To write the current errors, run `UPDATE_EXPECTATIONS=1 swift test --filter 'Invalid configurations'`; review them
  /// before you commit them.
  @Test(arguments: names)
  func `a broken document is refused with every error and its place`(name: String) throws {
    let text = try fixture("configuration/invalid/\(name).json")
    let error = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: text, name: "\(name).json", environment: ["WORD": "s3cr3t"])
    }
    let said = try #require(error).description + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTATIONS"] != nil {
      try Data(said.utf8).write(to: Self.folder.appending(path: "\(name).errors"))
    }
    let expected = String(decoding: try fixture("configuration/invalid/\(name).errors"), as: UTF8.self)
    #expect(said == expected)
    for secret in ["hunter2", "12345", "s3cr3t", "c\\nd"] { #expect(!said.contains(secret)) }
  }

  @Test func `every broken document of the folder is tested`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let documents = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(documents.sorted() == Self.names)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/configuration/invalid").standardized
}
