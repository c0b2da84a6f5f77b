// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes the members of an object.
struct JSONKeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: JSONEncodingState
  let level: Int

  var codingPath: [any CodingKey] { state.path }

  mutating func encodeNil(forKey key: Key) throws {
    state.writeKey(key, level)
    state.writeNull()
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    state.writeKey(key, level)
    state.write(value)
  }

  mutating func encode(_ value: String, forKey key: Key) throws {
    state.writeKey(key, level)
    state.write(value)
  }

  @inline(__always)
  mutating func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) throws { write(value, key) }
  mutating func encode(_ value: Int128, forKey key: Key) throws { write(value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { write(value, key) }

  @inline(__always)
  private func write(_ value: some FixedWidthInteger, _ key: Key) {
    state.writeKey(key, level)
    state.write(value)
  }

  mutating func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { return try member(key) { try $0.write(value) } }
    state.writeKey(key, level)
    try state.write(value)
  }

  mutating func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try member(key) { try $0.write(value) } }
    state.writeKey(key, level)
    try state.write(value)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try member(key) { try $0.encode(value) }
  }

  /// Writes a member, and removes it if its value cannot be written.
  @inline(__always)
  private func member(_ key: Key, _ write: (JSONEncodingState) throws -> Void) throws {
    let mark = state.mark(level)
    state.writeKey(key, level)
    state.path.append(key)
    do {
      try write(state)
    } catch {
      state.restore(mark, level)
      throw error
    }
    state.path.removeLast()
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    state.nested(key, .object, level).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    state.nested(key, .array, level).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { gap(JSONPathKey.super) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { gap(key) }

  /// Leaves a gap for content that is written later.
  private func gap(_ key: some CodingKey) -> JSONValueEncoder {
    state.writeKey(key, level)
    return state.gap(key, level)
  }
}
