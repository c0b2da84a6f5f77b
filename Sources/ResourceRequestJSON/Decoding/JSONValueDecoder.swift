// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
