// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONDocument {
  /// The first member or element of a value that has to be an object or an array.
  @inline(__always)
  func open(_ kind: JSONTapeEntry.Kind, at place: Int, for type: Any.Type) throws -> Int {
    let entry = entries[place]
    guard entry.isKind(kind) || kind == .object && entry.isObject else { throw mismatch(type, at: place) }
    return place + 2
  }

  /// The error for a value of another kind than its type wants.
  @inline(never)
  func mismatch(_ type: Any.Type, at place: Int) -> DecodingError {
    if entries[place].isKind(.null) {
      return .valueNotFound(type, context("Cannot get value of type \(type) -- found null value instead", place))
    }
    return .typeMismatch(
      type,
      context("Expected to decode \(type) but found \(description(of: place)) instead.", place)
    )
  }

  /// The error for a number that its type cannot have.
  @inline(never)
  func unfit(_ type: Any.Type, at place: Int) -> DecodingError {
    .dataCorrupted(context("the number does not fit \(type)", place))
  }

  /// The error for a member that is not there.
  @inline(never)
  func missing(_ key: any CodingKey, in object: Int) -> DecodingError {
    .keyNotFound(key, context("No value associated with key \(key) (\"\(key.stringValue)\").", object))
  }

  func context(_ message: String, _ place: Int) -> DecodingError.Context {
    DecodingError.Context(codingPath: path(to: place), debugDescription: message)
  }

  /// The kind of a value, in Foundation's words.
  private func description(of place: Int) -> String {
    switch entries[place].kind {
    case .null: "null"
    case .false, .true: "bool"
    case .integer, .fraction: "number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object, .largeObject: "a dictionary"
    case .key, .escapedKey, .deadKey, .end: "nothing"
    }
  }
}
