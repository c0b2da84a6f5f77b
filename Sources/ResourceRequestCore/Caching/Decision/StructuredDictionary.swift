// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A dictionary of structured fields (RFC 9651 §4.2.2), limited to the features that caches use.
struct StructuredDictionary {
  enum Value: Hashable {
    case boolean(Bool)
    case integer(Int64)
    /// The strings of an inner list that has nothing else.
    case list([String])
    /// A decimal, a string, a token, bytes, a date, or a list of such.
    case other
  }

  struct Member: Hashable {
    let key: String
    var value: Value
  }

  /// The members, each key once with its last value; `nil` if the text is not a dictionary.
  let members: [Member]?

  init(_ text: String) {
    var parser = StructuredFieldParser(text)
    members = parser.dictionary()
  }
}
