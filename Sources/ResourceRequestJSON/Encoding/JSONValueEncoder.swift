// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The encoder of one value, which is its own container for a single value.
struct JSONValueEncoder: Encoder {
  let state: JSONEncodingState
  let level: Int

  var codingPath: [any CodingKey] { state.path }

  var userInfo: [CodingUserInfoKey: Any] { state.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.begin(.object, level)
    return KeyedEncodingContainer(JSONKeyedWriter<Key>(state: state, level: level))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    state.begin(.array, level)
    return JSONUnkeyedWriter(state: state, level: level)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  /// Makes the value a scalar; a second one would be a second text.
  private func begin() -> Bool {
    guard level < state.frames.count, state.frames[level].kind == .nothing else {
      state.misuse()
      return false
    }
    state.frames[level].kind = .scalar
    return true
  }

  /// Writes a value, and makes room for another if it cannot be written.
  private func attempt(_ write: () throws -> Void) throws {
    guard begin() else { return }
    let mark = state.mark(level)
    do { try write() } catch {
      state.restore(mark, level)
      state.frames[level].kind = .nothing
      throw error
    }
  }

  func encodeNil() throws {
    if begin() { state.writeNull() }
  }

  func encode(_ value: Bool) throws { if begin() { state.write(value) } }
  func encode(_ value: String) throws { if begin() { state.write(value) } }
  @inline(__always)
  func encode(_ value: some FixedWidthInteger & Encodable) throws { if begin() { state.write(value) } }
  func encode(_ value: Int128) throws { if begin() { state.write(value) } }
  func encode(_ value: UInt128) throws { if begin() { state.write(value) } }

  func encode(_ value: Double) throws {
    try attempt { try state.write(value) }
  }

  func encode(_ value: Float) throws {
    try attempt { try state.write(value) }
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try attempt { try state.encode(value) }
  }
}
