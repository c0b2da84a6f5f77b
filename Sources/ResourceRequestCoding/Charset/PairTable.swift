// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The characters of pairs of bytes, by their place ("pointer") in an index of the WHATWG Encoding standard.
///
/// The indexes are large, and the system's converter has nearly all of each: it is called once for every pair, and if
/// it differs from the standard, the standard counts.
struct PairTable: Sendable {
  /// Zero if there is no character.
  private var scalars: [UInt32]

  /// The character at a position; `nil` if there is none.
  subscript(pointer: Int) -> UInt32? {
    guard scalars.indices.contains(pointer), scalars[pointer] != 0 else { return nil }
    return scalars[pointer]
  }

  /// The first place of each character.
  var pointers: [UInt32: Int] {
    var pointers: [UInt32: Int] = [:]
    for (pointer, scalar) in scalars.enumerated() where scalar != 0 && pointers[scalar] == nil {
      pointers[scalar] = pointer
    }
    return pointers
  }

  /// Asks the system for the character of each place.
  ///
  /// - Parameters:
  ///   - names: the converter's names for the set, best first.
  ///   - count: the number of positions.
  ///   - second: the name of a second converter, for characters that the first does not have.
  ///   - bytes: the bytes of a position.
  init?(from names: [String], count: Int, or second: String? = nil, bytes: (Int) -> [UInt8]) {
    #if canImport(Glibc) || canImport(Musl)
      guard let first = OpenConverter(from: names, to: ["UTF-8"]) else { return nil }
      scalars = (0..<count).map { first.scalar(of: bytes($0)) ?? 0 }
      if let second, let other = OpenConverter(from: [second], to: ["UTF-8"]) {
        for pointer in scalars.indices where scalars[pointer] == 0 {
          scalars[pointer] = other.scalar(of: bytes(pointer)) ?? 0
        }
      }
    #else
      return nil
    #endif
  }

  /// Sets the standard's character, or none, at a position.
  mutating func correct(_ pointer: Int, to scalar: UInt32) {
    guard scalars.indices.contains(pointer) else { return }
    scalars[pointer] = scalar
  }
}
