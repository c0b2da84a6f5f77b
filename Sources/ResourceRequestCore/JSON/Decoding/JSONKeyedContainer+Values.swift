// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONKeyedContainer {
  // One lookup each, instead of the three of the protocol's own `decodeIfPresent`.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try document.bool(at: place(of: key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.bool(at: place)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try document.string(at: place(of: key))
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.string(at: place)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try document.double(at: place(of: key))
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.double(at: place)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try document.float(at: place(of: key))
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.float(at: place)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try document.integer(type, at: place(of: key))
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.integer(type, at: place)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.value(type, at: place(of: key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let place = presentPlace(of: key)
    return place < 0 ? nil : try document.value(type, at: place)
  }
}
