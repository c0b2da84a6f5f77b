// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A JSON text as a flat list of its values and keys, in the order of the text.
///
/// ``read(_:count:maximumDepth:)`` creates it in one pass, which checks everything: the tape's content is RFC 8259 to
/// the last byte, so its users check nothing again. It owns the memory of its entries, from `malloc`, and none of the
/// text.
struct JSONTape: ~Copyable {
  let entries: UnsafeMutablePointer<JSONTapeEntry>
  let count: Int
  /// Whether a key contains an escape or a byte beyond ASCII, so that the same key can be written in several ways.
  let hasOddKeys: Bool

  init(entries: UnsafeMutablePointer<JSONTapeEntry>, count: Int, hasOddKeys: Bool) {
    self.entries = entries
    self.count = count
    self.hasOddKeys = hasOddKeys
  }

  deinit {
    free(entries)
  }

  /// The number of members up to which an object is searched linearly; larger ones get an index.
  static let scanLimit = 64
}
