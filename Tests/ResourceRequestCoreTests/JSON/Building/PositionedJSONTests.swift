// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestJSON

@Suite struct `JSON with positions` {
  let text = Array(
    """
    {
      "service": "münchen",
    \t"limits": { "bytes": 12, "bytes": 13 },
      "list": [ true, null ]
    }
    """.utf8
  )

  private func text(in range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  @Test func `every node and every key knows its bytes`() throws {
    let members = try #require(PositionedJSON(parsing: text).members)
    #expect(members.map(\.key) == ["service", "limits", "list"])
    #expect(members.map { text(in: $0.keyRange) } == ["\"service\"", "\"limits\"", "\"list\""])
    #expect(
      members.map { text(in: $0.value.range) }
        == ["\"münchen\"", "{ \"bytes\": 12, \"bytes\": 13 }", "[ true, null ]"]
    )
    let elements = try #require(members.last?.value.elements)
    #expect(elements.map { text(in: $0.range) } == ["true", "null"])
  }

  @Test func `a key that comes twice is kept twice`() throws {
    let root = try PositionedJSON(parsing: text)
    let limits = try #require(root.members?.dropFirst().first?.value.members)
    #expect(limits.map(\.key) == ["bytes", "bytes"])
    #expect(limits.map(\.value.scalar) == [12, 13])
    #expect(root.value["limits"]["bytes"].int == 13)
  }

  @Test func `both builders read the same value`() throws {
    #expect(try PositionedJSON(parsing: text).value == JSON(parsing: text))
    #expect(try PositionedJSON(parsing: Array(" [[], {}, [{}]]".utf8)).value == [[], [:], [[:]]])
    #expect(try PositionedJSON(parsing: Array("7".utf8)).range == 0..<1)
  }

  @Test func `an offset becomes line and column`() throws {
    let root = try PositionedJSON(parsing: text)
    let limits = try #require(root.members?.dropFirst().first)
    let position = TextPosition(offset: limits.keyRange.lowerBound, in: text)
    #expect((position.line, position.column) == (3, 2))
  }

  @Test func `columns count scalars, not bytes`() {
    let offset = text.firstIndex(of: UInt8(ascii: ",")) ?? 0
    #expect(TextPosition(offset: offset, in: text).column == 23)
  }
}
