// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Searches objects for repeated keys, and keeps nothing else of a text.
///
/// A reported key may be an accident of two equal fingerprints; an unreported one is certainly unique.
struct DuplicateKeyScan: JSONTreeBuilder, ~Copyable {
  /// The fingerprints of the keys of all open objects.
  private var keys = MoveStack<UInt64>()
  /// Where the fingerprints of each open object begin.
  private var starts = MoveStack<Int>()
  private var hasDuplicate = false

  mutating func null(at range: Range<Int>) {}
  mutating func bool(_ flag: Bool, at range: Range<Int>) {}
  mutating func number(_ number: consuming ExactNumber, at range: Range<Int>) {}
  mutating func string(_ text: consuming String, at range: Range<Int>) {}
  mutating func beginArray(at offset: Int) {}
  mutating func endArray(at end: Int) {}

  mutating func key(_ key: consuming JSONKey) {
    if !hasDuplicate { keys.push(key.fingerprint) }
  }

  mutating func beginObject(at offset: Int) {
    starts.push(keys.count)
  }

  mutating func endObject(at end: Int) throws(JSONFault) {
    guard let start = starts.pop(), !hasDuplicate else { return }
    hasDuplicate = keys.withElements(from: start) { keys in
      guard keys.count > JSON.Object.scanLimit else {
        return keys.indices.contains { later in keys[..<later].contains(keys[later]) }
      }
      return Set(keys).count < keys.count
    }
    keys.truncate(to: start)
  }

  mutating func finish() -> Bool? { hasDuplicate }
}
