// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A name and its value in a query or a form.
struct FormField: Sendable, Hashable {
  let name: String
  let value: String

  /// Reads `name=value&…`; only in a form is `+` a space.
  static func parse(_ text: String, plusIsSpace: Bool) -> [FormField] {
    text.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        let part = plusIsSpace ? part.replacing("+", with: " ") : part
        return part.removingPercentEncoding ?? String(part)
      }
      return FormField(name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }
  }
}

extension [FormField] {
  /// The value of the first field of a name.
  subscript(name: String) -> String? { first { $0.name == name }?.value }
}
