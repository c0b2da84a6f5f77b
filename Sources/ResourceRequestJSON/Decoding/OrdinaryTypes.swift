// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Remembers types that are neither arrays nor dictionaries nor otherwise decoded by loops of their own.
///
/// Asking the run-time for that costs more than decoding a small value, and the result is the same each time. A slot
/// has one type; another type in the same slot is looked up again.
enum OrdinaryTypes {
  @inline(__always)
  static func contains(_ type: Any.Type) -> Bool {
    let word = UInt(bitPattern: unsafeBitCast(type, to: Int.self))
    return slot(of: word).pointee.load(ordering: .relaxed) == word
  }

  static func insert(_ type: Any.Type) {
    let word = UInt(bitPattern: unsafeBitCast(type, to: Int.self))
    slot(of: word).pointee.store(word, ordering: .relaxed)
  }

  private static let count = 256
  /// Made once and never given back, like the types themselves.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for place in 0..<count { (slots + place).initialize(to: Atomic(0)) }
    return slots
  }()

  @inline(__always)
  private static func slot(of word: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
    slots + Int((word >> 4 ^ word >> 12) & UInt(count - 1))
  }
}
