// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONUnkeyedContainer {
  /// Reads the next element and steps behind it; where reading throws, it stays the next.
  ///
  /// The document is passed to the function, since a closure must not use what is being changed.
  @inline(__always)
  private mutating func next<Value>(
    _ type: Value.Type,
    _ read: (JSONDocument, Int) throws -> Value
  ) throws -> Value {
    let value = try read(document, current(type))
    advance()
    return value
  }

  @inline(__always)
  private mutating func nextOrNil<Value>(
    _ type: Value.Type,
    _ read: (JSONDocument, Int) throws -> Value
  ) throws -> Value? {
    try skipsNothing() ? nil : next(type, read)
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool(at: $1) } }
  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try nextOrNil(type) { try $0.bool(at: $1) } }

  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.string(at: $1) } }
  mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try nextOrNil(type) { try $0.string(at: $1) } }

  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double(at: $1) } }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try nextOrNil(type) { try $0.double(at: $1) } }

  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float(at: $1) } }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try nextOrNil(type) { try $0.float(at: $1) } }

  @inline(__always)
  private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.integer(type, at: $1) }
  }

  @inline(__always)
  private mutating func integerIfPresent<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value? {
    try nextOrNil(type) { try $0.integer(type, at: $1) }
  }

  @inline(__always)
  mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value { try integer(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try integerIfPresent(type) }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.value(type, at: $1) }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try nextOrNil(type) { try $0.value(type, at: $1) }
  }
}
