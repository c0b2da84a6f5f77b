// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A `name=value` or `Name: value` of the command line.
struct NamedValue: Hashable {
  let name: String
  let value: String

  /// Reads `name=value`; only the first `=` divides.
  ///
  /// - Throws: ``InputError`` that names the option.
  init(_ text: String, of option: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw InputError("\(option) \(text): write it as name=value")
    }
    name = String(text[..<equals])
    value = String(text[text.index(after: equals)...])
  }

  /// Reads `Name: value`.
  ///
  /// What surrounds the value is dropped only where it is blanks: a line end there is an error of its own.
  ///
  /// - Throws: ``InputError``.
  init(header text: String) throws {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      // Not repeated here: what lacks its name may be a credential.
      throw InputError("--header: write it as 'Name: value'")
    }
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    name = String(text[..<colon])
    let value = text[text.index(after: colon)...].drop(while: isBlank)
    self.value = String(value.reversed().drop(while: isBlank).reversed())
  }
}

extension Parameters {
  /// Reads `name=value` texts, in order; names may repeat.
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
