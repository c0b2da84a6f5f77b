// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct RecordSplitterTests {
  @Test(arguments: [1, 2, 3, 7, 100])
  func `records are the same wherever chunks are cut`(size: Int) throws {
    var splitter = RecordSplitter(at: UInt8(ascii: "\n"), piece: "line", limit: 5)
    var records: [String] = []
    var rest = Data("a\n\nbc\r\n12345\nend".utf8)
    while !rest.isEmpty {
      records += try splitter.read(Data(rest.prefix(size)), after: records.count).map {
        String(decoding: $0, as: UTF8.self)
      }
      rest = rest.dropFirst(size)
    }
    #expect(records == ["a", "", "bc\r", "12345"])
    #expect(try splitter.finish() == Data("end".utf8))
    #expect(try splitter.finish().isEmpty)
  }

  @Test(arguments: ["one\n123456\n", "one\n123456"])
  func `a record over the limit is an error that names it`(text: String) throws {
    var splitter = RecordSplitter(at: UInt8(ascii: "\n"), piece: "line", limit: 5)
    #expect(try splitter.read(Data(text.utf8), after: 0) == [Data("one".utf8)])
    #expect(throws: StreamFault.tooLarge("line 2", limit: 5)) { try splitter.finish() }
  }

  @Test func `a number or a word of a sequence is whole only where something follows it`() throws {
    for text in ["1\n", "true ", "{}", "[1]", "\"a\"", "null\n"] {
      try JSONTextSequence.check(Data(text.utf8), number: 2)
    }
    for text in ["1", "true", "nul"] {
      #expect(throws: StreamFault.self) { try JSONTextSequence.check(Data(text.utf8), number: 2) }
    }
    #expect(throws: StreamFault.self) { try JSONTextSequence.check(Data("{}\n".utf8), number: 1) }
  }

  @Test func `records before one that is too large come first, however the bytes were cut`() throws {
    var splitter = RecordSplitter(at: UInt8(ascii: "\n"), piece: "line", limit: 5)
    #expect(try splitter.read(Data("one\ntwo\ntoo large".utf8), after: 0) == [Data("one".utf8), Data("two".utf8)])
    #expect(throws: StreamFault.self) { try splitter.read(Data("\n".utf8), after: 2) }
    #expect(throws: StreamFault.self) { try splitter.finish() }
    var events = EventStreamParser(limit: 30)
    #expect(
      try events.read(Data(("id: 1\ndata: a\n\ndata: " + String(repeating: "x", count: 40)).utf8)).map(\.id) == ["1"]
    )
    #expect(throws: StreamFault.self) { try events.read(Data("\n".utf8)) }
    var parts = MultipartParser(boundary: "b")
    let text = "--b\r\n\r\none\r\n--b\r\nX: 1\r\n a\u{0}b\r\n\r\ntwo\r\n--b--"
    #expect(try !parts.read(Data(text.utf8)).isEmpty)
    #expect(throws: StreamFault.self) { try parts.finish() }
  }
}
