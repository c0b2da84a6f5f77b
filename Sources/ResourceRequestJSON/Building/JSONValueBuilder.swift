// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Builds the ``JSON`` value tree.
struct JSONValueBuilder: JSONTreeBuilder, ~Copyable {
  /// An array or object that is not closed yet; its content lies on the stack of its kind from `start`.
  private struct Frame {
    let isObject: Bool
    let start: Int
  }

  private struct KeyMark {
    let fingerprint: UInt64
    let offset: Int
  }

  private let refusesRepeatedKeys: Bool
  private var frames = MoveStack<Frame>()
  /// Elements of all open arrays, and at the bottom the finished root.
  private var elements = MoveStack<JSON>()
  /// Members of all open objects; the last one's value is null until it is read.
  private var members = MoveStack<JSON.Object.Element>()
  /// One a member, in step with `members`.
  private var marks = MoveStack<KeyMark>()
  private var insideObject = false

  init(refusesRepeatedKeys: Bool) { self.refusesRepeatedKeys = refusesRepeatedKeys }

  mutating func null(at range: Range<Int>) {
    add(.null)
  }

  mutating func bool(_ flag: Bool, at range: Range<Int>) {
    add(.bool(flag))
  }

  @inline(__always)
  mutating func number(_ number: consuming ExactNumber, at range: Range<Int>) {
    add(.number(JSON.Number(storage: number)))
  }

  @inline(__always)
  mutating func string(_ text: consuming String, at range: Range<Int>) {
    add(.string(text))
  }

  @inline(__always)
  mutating func key(_ key: consuming JSONKey) {
    members.push((key: key.text, value: .null))
    marks.push(KeyMark(fingerprint: key.fingerprint, offset: key.range.lowerBound))
  }

  mutating func beginArray(at offset: Int) {
    frames.push(Frame(isObject: false, start: elements.count))
    insideObject = false
  }

  mutating func beginObject(at offset: Int) {
    frames.push(Frame(isObject: true, start: members.count))
    insideObject = true
  }

  mutating func endArray(at end: Int) {
    guard let frame = close() else { return }
    add(.array(elements.popArray(from: frame.start)))
  }

  mutating func endObject(at end: Int) throws(JSONFault) {
    guard let frame = close() else { return }
    let closed = members.popArray(from: frame.start)
    let object: JSON.Object
    if closed.count <= JSON.Object.scanLimit {
      object =
        hasLikelyDuplicate(from: frame.start)
        ? try resolveDuplicates(in: closed, from: frame.start) : JSON.Object(unique: closed, index: nil)
    } else {
      let index = ObjectKeyIndex(indexing: closed)
      object =
        index.firstDuplicate != nil
        ? try resolveDuplicates(in: closed, from: frame.start) : JSON.Object(unique: closed, index: index)
    }
    marks.truncate(to: frame.start)
    add(.object(object))
  }

  mutating func finish() -> JSON? {
    elements.pop()
  }

  @inline(__always)
  private mutating func add(_ value: consuming JSON) {
    if insideObject {
      members.replaceTopValue(with: value)
    } else {
      elements.push(value)
    }
  }

  private mutating func close() -> Frame? {
    let frame = frames.pop()
    insideObject = frames.top?.isObject ?? false
    return frame
  }

  private func hasLikelyDuplicate(from start: Int) -> Bool {
    marks.withElements(from: start) { marks in
      for later in marks.indices.dropFirst() {
        let fingerprint = marks[later].fingerprint
        for earlier in 0..<later where marks[earlier].fingerprint == fingerprint { return true }
      }
      return false
    }
  }

  /// The slow path, taken only if a key is likely repeated.
  private func resolveDuplicates(in closed: [JSON.Object.Element], from start: Int) throws(JSONFault) -> JSON.Object {
    var object = JSON.Object()
    for (place, member) in closed.enumerated() {
      if refusesRepeatedKeys, object[member.key] != nil {
        let offset = marks.withElements(from: start) { $0[place].offset }
        throw JSONFault(reason: .duplicateKey(member.key), offset: offset)
      }
      object[member.key] = .some(member.value)
    }
    return object
  }
}

extension MoveStack<JSON.Object.Element> {
  @inline(__always)
  fileprivate mutating func replaceTopValue(with value: consuming JSON) {
    let value = value
    withTop { $0.value = value }
  }
}
