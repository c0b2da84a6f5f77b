// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The members of an object, found by a search that begins after the last hit.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let document: JSONDocument
  let object: Int
  /// Present for a large object, and for converted keys.
  let index: JSONKeyIndex?

  var codingPath: [any CodingKey] { document.path(to: object) }

  var allKeys: [Key] {
    if let index { return index.names.compactMap { Key(stringValue: $0) } }
    return document.keys(of: object).compactMap { key in
      Key(stringValue: JSONStringText.key(document.entry(key), document.text))
    }
  }

  func contains(_ key: Key) -> Bool { find(key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(at: try place(of: key)) }

  @inline(__always)
  private func find(_ key: Key) -> Int {
    if let index { return index.find(key.stringValue) }
    return document.find(key.stringValue, in: object)
  }

  /// The place of a member that has to be there.
  @inline(__always)
  func place(of key: Key) throws -> Int {
    let place = find(key)
    guard place >= 0 else { throw document.missing(key, in: object) }
    return place
  }

  /// Reads a member that has to be there.
  @inline(__always)
  func read<Value>(_ key: Key, _ value: (Int) throws -> Value) throws -> Value {
    let place = try place(of: key)
    do { return try value(place) } catch { throw document.keeping(key, of: object, in: error) }
  }

  /// Reads a member; `nil` if it is missing or null.
  @inline(__always)
  func readIfPresent<Value>(_ key: Key, _ value: (Int) throws -> Value) throws -> Value? {
    let place = find(key)
    guard place >= 0, !document.isNull(at: place) else { return nil }
    do { return try value(place) } catch { throw document.keeping(key, of: object, in: error) }
  }

  /// The place of a member whose container outlives this call.
  private func keptPlace(of key: Key) throws -> Int {
    let place = try place(of: key)
    document.keep(key, at: place)
    return place
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONValueDecoder(document: document, place: keptPlace(of: key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(document: document, place: keptPlace(of: key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(JSONPathKey.super) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key) }

  /// The decoder of a member, or of null if it is missing.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    let place = index?.find(key.stringValue) ?? document.find(key.stringValue, in: object)
    if place >= 0 {
      document.keep(key, at: place)
      return JSONValueDecoder(document: document, place: place)
    }
    return JSONValueDecoder(document: document.null(at: codingPath + [key]), place: 0)
  }
}
