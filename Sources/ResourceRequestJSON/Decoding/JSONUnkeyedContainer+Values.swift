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

  @inline(__always)
  private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let value = try document.integer(type, at: current(type))
    advance()
    return value
  }

  @inline(__always)
  private mutating func integerIfPresent<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value? {
    try skipsNothing() ? nil : integer(type)
  }

  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try integerIfPresent(type) }

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
