// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// The place of a value that could not be decoded; the underlying error of a `DecodingError`.
public struct JSONDecodingPlace: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1; LF, CR and CRLF end a line.
  public let line: Int
  /// The column, from 1 in Unicode scalars.
  public let column: Int
  /// The offset in bytes from the start of the text.
  public let byteOffset: Int
  /// The value without secrets: its keys, and the kinds and sizes of values.
  public let excerpt: String

  /// The place and the value, on one line.
  public var description: String {
    "line \(line), column \(column): \(excerpt)"
  }

  init(of place: Int, in document: JSONDocument) {
    let offset = document.span(of: place).lowerBound
    let position = TextPosition(offset: offset, in: document.bytes)
    line = position.line
    column = position.column
    byteOffset = offset
    excerpt = Self.excerpt(of: place, in: document)
  }

  private static func excerpt(of place: Int, in document: JSONDocument) -> String {
    let entry = document.entry(place)
    switch entry.kind {
    case .null: return "null"
    case .true, .false: return "a truth value"
    case .integer, .fraction: return "a number of \(entry.length) \(entry.length == 1 ? "character" : "characters")"
    case .string, .escapedString: return "a string of \(entry.length) \(entry.length == 1 ? "byte" : "bytes")"
    case .array:
      let count = document.count(of: place)
      return "an array of \(count) \(count == 1 ? "element" : "elements")"
    case .object, .largeObject:
      let keys = document.keys(of: place).prefix(9).map { key in
        JSONStringText.key(document.entry(key), document.text).quotedStart(40)
      }
      let more = keys.count > 8 ? ", …" : ""
      return keys.isEmpty
        ? "an object without keys" : "an object with the keys \(keys.prefix(8).joined(separator: ", "))\(more)"
    case .key, .escapedKey, .deadKey, .end: return "nothing"
    }
  }
}

/// A step of a coding path: the key of a member, or the number of an element.
///
/// Small enough for an existential to hold without allocating.
enum JSONPathKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) {
    self = .name(stringValue)
  }

  init(intValue: Int) {
    self = .index(intValue)
  }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let number): "Index \(number)"
    }
  }

  var intValue: Int? {
    if case .index(let number) = self { number } else { nil }
  }

  static let `super` = JSONPathKey(stringValue: "super")
}
