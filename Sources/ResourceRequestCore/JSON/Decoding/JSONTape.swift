// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A JSON text as a flat list of what is in it, in the order of the text.
///
/// Made in one pass by ``read(_:count:maximumDepth:)``, which checks everything: what the tape holds is RFC 8259 to the
/// last byte, so that whoever walks it checks nothing again. It owns the memory of its entries, from `malloc`, and none of
/// the text.
struct JSONTape: ~Copyable {
  let entries: UnsafeMutablePointer<JSONTapeEntry>
  let count: Int
  /// Whether a key holds an escape or a byte beyond ASCII, so that one text can be written in several ways.
  let hasOddKeys: Bool

  init(entries: UnsafeMutablePointer<JSONTapeEntry>, count: Int, hasOddKeys: Bool) {
    self.entries = entries
    self.count = count
    self.hasOddKeys = hasOddKeys
  }

  deinit {
    free(entries)
  }

  /// Up to so many members an object is searched from one to the next; larger ones get an index.
  static let scanLimit = 64
}
