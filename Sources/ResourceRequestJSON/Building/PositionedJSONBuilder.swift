// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Builds the tree with positions.
struct PositionedJSONBuilder: JSONTreeBuilder, ~Copyable {
  /// An array or object that is not closed yet.
  private struct Frame {
    let start: Int
    var elements: [PositionedJSON] = []
    var members: [PositionedJSON.Member] = []
    var key: JSONKey?
  }

  private var frames: [Frame] = []
  private var root: PositionedJSON?

  mutating func null(at range: Range<Int>) {
    add(PositionedJSON(content: .scalar(.null), range: range))
  }

  mutating func bool(_ flag: Bool, at range: Range<Int>) {
    add(PositionedJSON(content: .scalar(.bool(flag)), range: range))
  }

  mutating func number(_ number: consuming ExactNumber, at range: Range<Int>) {
    add(PositionedJSON(content: .scalar(.number(JSON.Number(storage: number))), range: range))
  }

  mutating func string(_ text: consuming String, at range: Range<Int>) {
    add(PositionedJSON(content: .scalar(.string(text)), range: range))
  }

  mutating func key(_ key: consuming JSONKey) {
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].key = key
  }

  mutating func beginArray(at offset: Int) {
    frames.append(Frame(start: offset))
  }

  mutating func beginObject(at offset: Int) {
    frames.append(Frame(start: offset))
  }

  mutating func endArray(at end: Int) {
    guard let frame = frames.popLast() else { return }
    add(PositionedJSON(content: .array(frame.elements), range: frame.start..<end))
  }

  mutating func endObject(at end: Int) throws(JSONFault) {
    guard let frame = frames.popLast() else { return }
    add(PositionedJSON(content: .object(frame.members), range: frame.start..<end))
  }

  mutating func finish() -> PositionedJSON? {
    root
  }

  private mutating func add(_ node: PositionedJSON) {
    guard let top = frames.indices.last else {
      root = node
      return
    }
    if let key = frames[top].key {
      frames[top].members.append(PositionedJSON.Member(key: key.text, keyRange: key.range, value: node))
    } else {
      frames[top].elements.append(node)
    }
  }
}
