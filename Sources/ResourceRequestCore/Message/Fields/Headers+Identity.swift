// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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

extension String {
  /// Whether both are the same bytes; `==` also takes those for equal that mean the same characters.
  fileprivate func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Bytes { own in
      other.withUTF8Bytes { others in
        guard let own = own.baseAddress, let others = others.baseAddress, own != others else { return true }
        return memcmp(own, others, utf8.count) == 0
      }
    }
  }
}
