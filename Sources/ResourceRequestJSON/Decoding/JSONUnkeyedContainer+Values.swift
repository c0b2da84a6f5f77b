// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONUnkeyedContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let value = try document.bool(at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    if try skipsNothing() { return nil }
    let value = try document.bool(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let value = try document.string(at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    if try skipsNothing() { return nil }
    let value = try document.string(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    let value = try document.double(at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    if try skipsNothing() { return nil }
    let value = try document.double(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Float.Type) throws -> Float {
    let value = try document.float(at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    if try skipsNothing() { return nil }
    let value = try document.float(at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int.Type) throws -> Int {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt.Type) throws -> UInt {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    if try skipsNothing() { return nil }
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try document.value(type, at: current(type))
    advance()
    return value
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if try skipsNothing() { return nil }
    let value = try document.value(type, at: current(type))
    advance()
    return value
  }
}
