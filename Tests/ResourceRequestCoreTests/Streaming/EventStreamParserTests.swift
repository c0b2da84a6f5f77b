// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct EventStreamParserTests {
  @Test(arguments: [1 << 20, 16_384, 1400])
  func `a large event is one event, however it is cut`(size: Int) throws {
    for line in [1 << 20, 60, 1] {
      let lines = max(1, (1 << 20) / (line + 8))
      let text = String(repeating: "data: " + String(repeating: "x", count: line) + "\r\n", count: lines) + "\r\n"
      var parser = EventStreamParser(limit: 1 << 21)
      var (events, rest) = ([ServerEvent](), Data(text.utf8)[...])
      while !rest.isEmpty {
        events += try parser.read(Data(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      #expect(events.count == 1)
      #expect(events.first?.data.utf8.count == max(0, lines * (line + 1) - 1))
    }
  }

  /// Reads a text in chunks of `size` bytes; as a whole by default.
  private func read(_ text: String, by size: Int = .max) throws -> (events: [ServerEvent], parser: EventStreamParser) {
    var parser = EventStreamParser(limit: 1 << 16)
    var events: [ServerEvent] = []
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      events += try parser.read(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return (events, parser)
  }

  /// Texts and their events, by the standard's examples and rules; how the text is cut makes no difference.
  private static let cases: [(String, [ServerEvent])] = [
    ("data: a\n\n", [ServerEvent(data: "a")]),
    ("data:a\n\ndata:b\r\n\r\ndata:c\r\r", [ServerEvent(data: "a"), ServerEvent(data: "b"), ServerEvent(data: "c")]),
    ("\u{FEFF}data: a\n\n", [ServerEvent(data: "a")]),
    ("\u{FEFF}\u{FEFF}data: a\n\n", []),
    ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerEvent(data: "YHOO\n+2\n10")]),
    (
      ": a comment\n\ndata: a\nid: 1\n\ndata:b\nid\n\ndata:  c\n\n",
      [ServerEvent(data: "a", id: "1"), ServerEvent(data: "b"), ServerEvent(data: " c")]
    ),
    ("data\n\ndata\ndata\n\ndata:", [ServerEvent(data: ""), ServerEvent(data: "\n")]),
    (
      "event: add\ndata: 1\n\nevent: none\n\ndata: 2\n\n",
      [ServerEvent(type: "add", data: "1"), ServerEvent(data: "2")]
    ),
    ("id: 1\u{0}2\ndata: a\n\n", [ServerEvent(data: "a")]),
    ("id: 7\n\ndata: a\n\n", [ServerEvent(data: "a", id: "7")]),
    ("Data: a\nDATA: b\n data: c\nother: d\n\n", []),
    ("data: a:b: c\n\n", [ServerEvent(data: "a:b: c")]),
    ("data: ü🎈\n\n", [ServerEvent(data: "ü🎈")]),
    ("data: unfinished\n", []),
    ("data: a\n\r\n", [ServerEvent(data: "a")]),
    ("data: a\r\rdata: b\r\n\n", [ServerEvent(data: "a"), ServerEvent(data: "b")]),
  ]

  @Test(arguments: cases.indices)
  func `events are the same wherever chunks are cut`(index: Int) throws {
    let (text, expected) = EventStreamParserTests.cases[index]
    for size in [.max, 1, 2, 3, 5] {
      #expect(try read(text, by: size).events == expected, "chunks of \(size)")
    }
  }

  @Test func `an identifier counts once its event is complete`() throws {
    #expect(try read("id: 1\ndata: a\n\nid: 2\ndata: b\n").parser.lastEventID == "1")
    #expect(try read("id: 1\n\nid: 2\n\n").parser.lastEventID == "2")
  }

  @Test(arguments: [("10", Duration.milliseconds(10)), ("0", .zero), ("-1", nil), ("1s", nil), ("", nil), ("１", nil)])
  func `retry is digits only`(text: String, expected: Duration?) throws {
    #expect(try read("retry: \(text)\n").parser.retry == expected)
  }

  @Test func `a retry beyond all numbers is a long one`() throws {
    #expect(try #require(try read("retry: 99999999999999999999999\n").parser.retry) > .seconds(86_400))
  }

  @Test func `an event over the limit is an error, whether its line ends or not`() {
    for text in ["data: 0123456789", "data: 01\ndata: 23\ndata: 45\n"] {
      var parser = EventStreamParser(limit: 10)
      #expect(throws: StreamFault.tooLarge("an event", limit: 10)) { _ = try parser.read(Data(text.utf8)) }
    }
  }

  @Test func `the limit holds for one event, not for the stream`() throws {
    var parser = EventStreamParser(limit: 10)
    for _ in 0..<100 { #expect(try parser.read(Data("data: 01\n\n".utf8)).count == 1) }
  }

  @Test func `bytes that are no UTF-8 are replaced`() throws {
    var parser = EventStreamParser(limit: 100)
    let events = try parser.read(Data("data: a".utf8) + [0xFF] + Data("\n\n".utf8))
    #expect(events == [ServerEvent(data: "a\u{FFFD}")])
  }
}

extension EventStreamParser {
  /// Takes a chunk in, and gives back the events that it completes.
  mutating func read(_ chunk: Data) throws(StreamFault) -> [ServerEvent] {
    try updates(in: chunk).compactMap(\.event)
  }
}
