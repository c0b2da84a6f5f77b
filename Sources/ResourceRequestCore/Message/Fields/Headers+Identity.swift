// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// Whether both are equal byte for byte; a pointer comparison for unchanged copies.
  ///
  /// It tells whether a value derived from the fields can be reused. Stricter than `==`, which ignores the case of
  /// names.
  package func isIdentical(to other: Headers) -> Bool {
    guard count == other.count else { return false }
    return sharesStorage(with: other) || indices.allSatisfy { self[$0].isIdentical(to: other[$0]) }
  }
}

extension Headers.Field {
  /// Whether both are equal byte for byte.
  func isIdentical(to other: Headers.Field) -> Bool {
    name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
  }
}
