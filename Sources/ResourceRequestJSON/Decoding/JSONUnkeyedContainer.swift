// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The elements of an array, one after the other.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  let document: JSONDocument
  /// Half words, so that the container fits into an existential without allocating.
  let array: UInt32
  var element: UInt32
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { document.path(to: Int(array)) }

  var count: Int? { document.count(of: Int(array)) }

  var isAtEnd: Bool { document.entry(Int(element)).isKind(.end) }

  /// The place of the element that is next.
  @inline(__always)
  func current(_ type: Any.Type) throws -> Int {
    guard !isAtEnd else { throw pastEnd(type) }
    return Int(element)
  }

  @inline(__always)
  mutating func advance() {
    element = UInt32(truncatingIfNeeded: document.entries.place(afterValueAt: Int(element)))
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard document.isNull(at: try current(Any?.self)) else { return false }
    advance()
    return true
  }

  /// Whether there are no more elements, or the next one is null, which is then skipped.
  mutating func skipsNothing() throws -> Bool {
    if isAtEnd { return true }
    return try decodeNil()
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let place = try current(KeyedDecodingContainer<Key>.self)
    let container = try JSONValueDecoder(document: document, place: place).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let place = try current((any UnkeyedDecodingContainer).self)
    let container = try JSONValueDecoder(document: document, place: place).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = JSONValueDecoder(document: document, place: try current((any Decoder).self))
    advance()
    return decoder
  }

  private func pastEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [JSONPathKey(intValue: currentIndex)],
        debugDescription: "Unkeyed container is at end."
      )
    )
  }
}
