// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import Testing

/// The files of nst/JSONTestSuite: `y_` must be accepted, `n_` refused, `i_` may be either.
@Suite struct `JSON test suite` {
  struct File: Sendable, CustomTestStringConvertible {
    let url: URL
    var testDescription: String { url.lastPathComponent }
    var bytes: Data { get throws { try Data(contentsOf: url) } }
  }

  static func files(in folder: String, prefix: String) -> [File] {
    let root = Bundle.module.url(forResource: "Fixtures/json-test-suite/\(folder)", withExtension: nil)
    let found = root.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
    return (found ?? []).filter { $0.lastPathComponent.hasPrefix(prefix) }.map(File.init)
      .sorted { $0.url.lastPathComponent < $1.url.lastPathComponent }
  }

  @Test func `all files are there`() {
    #expect(Self.files(in: "test_parsing", prefix: "y_").count == 95)
    #expect(Self.files(in: "test_parsing", prefix: "n_").count == 188)
    #expect(Self.files(in: "test_parsing", prefix: "i_").count == 35)
    #expect(Self.files(in: "test_transform", prefix: "").count == 22)
  }

  @Test(arguments: files(in: "test_parsing", prefix: "y_"))
  func `valid text is read, and comes back from its own writing`(file: File) throws {
    let value = try JSON(parsing: file.bytes)
    #expect(try JSON(parsing: value.text()) == value)
    #expect(try JSON(parsing: value.data([.pretty, .sortedKeys])) == value)
    #expect(try JSON(parsing: value.text()).text() == value.text())
  }

  @Test(arguments: files(in: "test_parsing", prefix: "n_"))
  func `invalid text is refused with a place inside it`(file: File) throws {
    let bytes = try file.bytes
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    #expect(error.map { 0...bytes.count ~= $0.byteOffset && $0.line >= 1 && $0.column >= 1 } == true)
  }

  @Test(arguments: files(in: "test_parsing", prefix: "i_") + files(in: "test_transform", prefix: ""))
  func `doubtful text is read or refused, and what is read can be written and read again`(file: File) throws {
    guard let value = try? JSON(parsing: file.bytes) else { return }
    #expect(try JSON(parsing: value.text()) == value)
  }

  /// Decodes nothing; the decoder still checks the syntax of what it skips.
  private struct Nothing: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test(arguments: files(in: "test_parsing", prefix: "") + files(in: "test_transform", prefix: ""))
  func `types are decoded from what is read as a value, and from nothing else`(file: File) throws {
    let bytes = try file.bytes
    let value = try? JSON(parsing: bytes)
    let decoder = ResourceJSONDecoder()
    // UTF-16 is left out: for types it is transcoded and read.
    guard !file.testDescription.lowercased().contains("utf-16") && !file.testDescription.contains("utf16") else {
      return
    }
    if value == nil {
      #expect(throws: DecodingError.self) { try decoder.decode(JSON.self, from: bytes) }
      #expect(throws: DecodingError.self) { try decoder.decode([Nothing].self, from: bytes) }
    } else {
      #expect(try decoder.decode(JSON.self, from: bytes) == value)
      #expect(throws: Never.self) { try decoder.decode(Nothing.self, from: bytes) }
    }
  }
}
