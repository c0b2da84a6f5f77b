// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A JSON tree with the positions of its values, for readers that report mistakes by line and column.
///
/// Unlike ``JSON`` it keeps members with repeated keys, so that a loader can report each of them. Offsets count bytes
/// of the text; ``TextPosition`` turns one into line, column and an excerpt with a caret.
package struct PositionedJSON: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    /// The range of the key, quotes included.
    package let keyRange: Range<Int>
    package let value: PositionedJSON
  }

  enum Content: Sendable {
    /// Null, a truth value, a number or a string.
    case scalar(JSON)
    case array([PositionedJSON])
    /// In the order of the text, members with repeated keys included.
    case object([Member])
  }

  let content: Content
  /// The range of the value, quotes and brackets included.
  package let range: Range<Int>
}

extension PositionedJSON {
  /// Reads a whole text, as strictly as ``JSON`` does.
  ///
  /// - Throws: ``JSONSyntaxError`` with line and column at the first thing that is wrong.
  package init(
    parsing text: [UInt8],
    maximumDepth: Int = JSON.usualDepth
  ) throws(JSONSyntaxError) {
    let result = text.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in
        try JSONReader.tree(bytes, maximumDepth: maximumDepth, into: PositionedJSONBuilder())
      }
    }
    self = try result.get()
  }

  /// The members; `nil` if this is not an object.
  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The elements; `nil` if this is not an array.
  package var elements: [PositionedJSON]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// Null, a truth value, a number or a string; nil for an array or object.
  package var scalar: JSON? {
    if case .scalar(let value) = content { value } else { nil }
  }

  /// The same without positions; the last value of a repeated key counts.
  var value: JSON {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(JSON.Object(members.map { ($0.key, $0.value.value) }))
    }
  }

  /// The kind of value for a message: `an object`, `a string` and so on.
  package var kind: String {
    switch content {
    case .array: "an array"
    case .object: "an object"
    case .scalar(.null): "null"
    case .scalar(.bool(let value)): value ? "true" : "false"
    case .scalar(.number): "a number"
    case .scalar: "a string"
    }
  }
}
