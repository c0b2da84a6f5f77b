// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// The decoder of one value, which is its own container for a single value.
struct JSONValueDecoder: Decoder {
  let document: JSONDocument
  let place: Int

  var codingPath: [any CodingKey] { document.path(to: place) }

  var userInfo: [CodingUserInfoKey: Any] { document.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if document.entry(place).isKind(.object), document.usesPlainKeys {
      return KeyedDecodingContainer(JSONKeyedContainer<Key>(document: document, object: place, index: nil))
    }
    _ = try document.open(.object, at: place, for: [String: Any].self)
    let index = JSONKeyIndex(document, place)
    return KeyedDecodingContainer(JSONKeyedContainer<Key>(document: document, object: place, index: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let first = try document.open(.array, at: place, for: [Any].self)
    return JSONUnkeyedContainer(document: document, array: UInt32(place), element: UInt32(first))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(at: place) }

  func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: place) }

  func decode(_ type: String.Type) throws -> String { try document.string(at: place) }

  func decode(_ type: Double.Type) throws -> Double { try document.double(at: place) }

  func decode(_ type: Float.Type) throws -> Float { try document.float(at: place) }

  @inline(__always)
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    try document.integer(type, at: place)
  }

  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, at: place) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, at: place) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.value(type, at: place) }
}

/// Remembers types that are neither arrays nor dictionaries nor otherwise decoded by loops of their own.
///
/// Asking the run-time for that costs more than decoding a small value, and the result is the same each time. A slot
/// has one type; another type in the same slot is looked up again.
enum OrdinaryTypes {
  @inline(__always)
  static func contains(_ type: Any.Type) -> Bool {
    let word = UInt(bitPattern: unsafeBitCast(type, to: Int.self))
    return slot(of: word).pointee.load(ordering: .relaxed) == word
  }

  static func insert(_ type: Any.Type) {
    let word = UInt(bitPattern: unsafeBitCast(type, to: Int.self))
    slot(of: word).pointee.store(word, ordering: .relaxed)
  }

  private static let count = 256
  /// Made once and never given back, like the types themselves.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for place in 0..<count { (slots + place).initialize(to: Atomic(0)) }
    return slots
  }()

  @inline(__always)
  private static func slot(of word: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
    slots + Int((word >> 4 ^ word >> 12) & UInt(count - 1))
  }
}
