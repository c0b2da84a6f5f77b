// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONKeyedContainer {
  // One lookup each, instead of the three of the protocol's own `decodeIfPresent`.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(key) { try document.bool(at: $0) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try readIfPresent(key) { try document.bool(at: $0) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(key) { try document.string(at: $0) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try readIfPresent(key) { try document.string(at: $0) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(key) { try document.double(at: $0) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try readIfPresent(key) { try document.double(at: $0) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try read(key) { try document.float(at: $0) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try readIfPresent(key) { try document.float(at: $0) }
  }

  @inline(__always)
  private func integer<Value: FixedWidthInteger>(_ key: Key) throws -> Value {
    try read(key) { try document.integer(Value.self, at: $0) }
  }

  @inline(__always)
  private func integerIfPresent<Value: FixedWidthInteger>(_ key: Key) throws -> Value? {
    try readIfPresent(key) { try document.integer(Value.self, at: $0) }
  }

  @inline(__always)
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try integer(key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key) { try value(type, key, at: $0) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try readIfPresent(key) { try value(type, key, at: $0) }
  }

  /// A value that may ask for its path.
  private func value<Value: Decodable>(_ type: Value.Type, _ key: Key, at place: Int) throws -> Value {
    document.keep(key, at: place)
    return try document.value(type, at: place)
  }
}
