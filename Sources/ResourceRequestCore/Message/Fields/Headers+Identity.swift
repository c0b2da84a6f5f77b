// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// Whether both say the same, byte for byte; nearly free where they are copies of one another.
  ///
  /// For what was made of fields and can be used again. Stricter than `==`, for which names are equal in any case.
  package func isIdentical(to other: Headers) -> Bool {
    guard count == other.count else { return false }
    return sharesStorage(with: other) || indices.allSatisfy { self[$0].isIdentical(to: other[$0]) }
  }
}

extension Headers.Field {
  /// Whether both say the same, byte for byte.
  func isIdentical(to other: Headers.Field) -> Bool {
    name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
  }
}
