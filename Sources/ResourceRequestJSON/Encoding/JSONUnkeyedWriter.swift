// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes the elements of an array.
struct JSONUnkeyedWriter: UnkeyedEncodingContainer {
  let state: JSONEncodingState
  let level: Int

  var codingPath: [any CodingKey] { state.path }

  var count: Int { level < state.frames.count ? state.frames[level].count : 0 }

  mutating func encodeNil() throws {
    state.separate(level)
    state.writeNull()
  }

  mutating func encode(_ value: Bool) throws {
    state.separate(level)
    state.write(value)
  }

  mutating func encode(_ value: String) throws {
    state.separate(level)
    state.write(value)
  }

  @inline(__always)
  mutating func encode(_ value: some FixedWidthInteger & Encodable) throws { write(value) }
  mutating func encode(_ value: Int128) throws { write(value) }
  mutating func encode(_ value: UInt128) throws { write(value) }

  @inline(__always)
  private func write(_ value: some FixedWidthInteger) {
    state.separate(level)
    state.write(value)
  }

  mutating func encode(_ value: Double) throws {
    try element { try $0.write(value) }
  }

  mutating func encode(_ value: Float) throws {
    try element { try $0.write(value) }
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try element { try $0.encode(value) }
  }

  /// Writes an element, and removes it if it cannot be written.
  @inline(__always)
  private func element(_ write: (JSONEncodingState) throws -> Void) throws {
    let mark = state.mark(level)
    state.path.append(JSONPathKey(intValue: count))
    state.separate(level)
    do {
      try write(state)
    } catch {
      state.restore(mark, level)
      throw error
    }
    state.path.removeLast()
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    gap().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { gap().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { gap() }

  /// Leaves a gap for content that is written later.
  private func gap() -> JSONValueEncoder {
    let key = JSONPathKey(intValue: count)
    state.separate(level)
    return state.gap(key, level)
  }
}
