// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// A name and its value in a query or a form.
struct FormField: Sendable, Hashable {
  let name: String
  let value: String

  /// The maximum number of fields in a form: each takes far more memory than its bytes.
  private static let limit = 10_000

  /// Reads `name=value&…` byte by byte; `+` is a space in a form only.
  ///
  /// - Throws: ``Refusal`` if there are too many fields.
  static func parse(_ bytes: some Collection<UInt8>, plusIsSpace: Bool) throws(Refusal) -> [FormField] {
    var fields: [FormField] = []
    for item in bytes.split(separator: UInt8(ascii: "&")) {
      guard fields.count < limit else {
        throw Refusal(.payloadTooLarge, code: "tooManyFields", "a form or query may have \(limit) fields")
      }
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      let name = item[..<(equals ?? item.endIndex)]
      let value = equals.map { item[item.index(after: $0)...] }
      fields.append(
        FormField(
          name: PercentCoding.decode(name, plusIsSpace: plusIsSpace),
          value: value.map { PercentCoding.decode($0, plusIsSpace: plusIsSpace) } ?? ""
        )
      )
    }
    return fields
  }
}

extension [FormField] {
  /// The value of the first field with a name.
  subscript(name: String) -> String? { first { $0.name == name }?.value }
}
