// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// What reading a document does besides: what it leaves on disk, how much it reads, what it prints.
struct DocumentEffectTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "document-\(UUID().uuidString)").path

  private func document(_ keys: String) -> String {
    #"{"backendServices":[{"service":"s","baseUrl":"https://s.example",\#(keys)}]}"#
  }

  @Test func `a configuration makes no directory, its client does`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = #""cache":{"disk":{"directory":"\#(folder)/a/b"}}"#
    #expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: document(cache + #","retry":0"#)) }
    #expect(!FileManager.default.fileExists(atPath: folder))
    let configuration = try ResourceConfiguration(json: document(cache))
    #expect(!FileManager.default.fileExists(atPath: folder))
    _ = ResourceClient(configuration: configuration, transport: StubTransport(script: []))
    #expect(FileManager.default.fileExists(atPath: folder + "/a/b/CACHEDIR.TAG"))
  }

  @Test func `a directory that cannot be made is told beside other faults`() throws {
    try Data().write(to: URL(fileURLWithPath: folder))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let keys = #""cache":{"disk":{"directory":"\#(folder)/a"}},"retry":0"#
    let error = #expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: document(keys)) }
    #expect(error?.issues.count == 2, "\(error?.issues ?? [])")
    #expect(error?.issues.contains { $0.message.contains("expected a directory") } == true)
  }

  @Test func `a document in memory has the limit of a file`() {
    let limit = ResourceConfiguration.documentLimit
    let large = String(repeating: " ", count: limit + 1)
    let error = #expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: large) }
    #expect(error?.issues.map(\.message) == ["the document cannot be read: it is larger than \(limit) bytes"])
    #expect(throws: ConfigurationError.self) { try ResourceConfiguration(json: Data(large.utf8)) }
    #expect(ResourceConfiguration.issuesApartFromReferences(in: Data(large.utf8)).count == 1)
    #expect(throws: Never.self) { try ResourceConfiguration(json: "{" + large.dropLast(3) + "}") }
  }

  @Test(arguments: [
    #""headers":{"X-Plan":"hush","X-Other":1}"#, #""headers":{"X-A":"a","X-B":"hush" "X-C":"c"}"#,
    #""headers":["X-Plan: hush"]"#, #""headers":"X-Plan: hush""#, #""headers":{"X-Plan":["hush"]}"#,
    #""headers":{"X-Plan":{"a":"hush"}}"#, #""headers":{"X-Plan":hush}"#, #""headers":hush"#,
    #""headers":{"Host":"hush"}"#, #""headers":{"Content-Length":"hush"}"#, #""headers":{"X-Plan":"hu\u0073h\n"}"#,
    #""headers":{"X-Plan":"hush"#, #""headers":{"X-Plan":"hush${env:}"}"#, #""headers":{"X":"hush","X":"hush"}"#,
  ])
  func `no fault prints what stands under headers`(keys: String) {
    for text in [document(keys), document(keys + #","retry":0"#), #"{"defaults":{\#(keys)}}"#] {
      // Some are faults only beside another one.
      var issues: [ConfigurationError.Issue] = []
      do { _ = try ResourceConfiguration(json: text) } catch { issues = error.issues }
      let shown = issues.map { "\($0) \($0.sourceLine ?? "")" }.joined(separator: "\n")
      #expect(!shown.contains("hush") && !shown.contains("hu\\u0073h"), "\(text): \(shown)")
    }
  }
}
