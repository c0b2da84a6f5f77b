// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A `name=value` or `Name: value` argument.
struct NamedValue: Hashable {
  let name: String
  let value: String

  /// Reads `name=value`; the first `=` is the separator.
  ///
  /// - Throws: ``InputError`` that names the option.
  init(_ text: String, of option: String) throws {
    // Compared by bytes, so that a combining mark after the delimiter does not hide it.
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
      // For httpie it has no value.
      guard option != "--form" || !RequestWords.isTarget(text) else {
        throw InputError("--form takes one field each, as in URL --form a=1; a multipart form is -F")
      }
      // The text is not repeated: without a name it may be a credential.
      throw InputError("\(option): write it as name=value")
    }
    name = String(text[..<equals])
    value = String(text[text.utf8.index(after: equals)...])
  }

  /// Reads `Name: value`, or `Name;` for a field without a value, as curl has it.
  ///
  /// Only blanks around the value are removed: a line break there is a separate error.
  ///
  /// - Throws: ``InputError``.
  init(header text: String) throws {
    if text.utf8.last == UInt8(ascii: ";"), text.utf8.count > 1, !text.utf8.contains(UInt8(ascii: ":")) {
      (name, value) = (String(text.dropLast()), "")
      return
    }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
      // The text is not repeated: without a name it may be a credential.
      throw InputError("--header: write it as 'Name: value'")
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    name = String(text[..<colon])
    let value = text.utf8[text.utf8.index(after: colon)...].drop(while: isBlank)
    self.value = String(decoding: Array(value.reversed().drop(while: isBlank).reversed()), as: UTF8.self)
  }
}

extension RequestParameters {
  /// Reads `name=value` texts in order; names may repeat.
  ///
  /// - Throws: ``InputError`` that names the option.
  init(_ texts: [String], of option: String) throws {
    self.init()
    for text in texts {
      let pair = try NamedValue(text, of: option)
      append(pair.name, pair.value)
    }
  }
}
