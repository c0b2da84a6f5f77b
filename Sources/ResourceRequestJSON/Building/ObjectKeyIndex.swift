// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A hash table from the keys of a large object to their places, so that no document can make look-ups quadratic.
///
/// It contains positions only; the members stay in the object. Swift's hasher is seeded per process, so a peer cannot
/// choose keys that collide.
struct ObjectKeyIndex: Sendable {
  /// Open addressing: a position plus one, or 0 for a free slot.
  ///
  /// The count is a power of two; at most half are taken.
  private var slots: [Int]

  /// The position of the first member with a repeated key, found while indexing.
  private(set) var firstDuplicate: Int?

  init(indexing members: [JSON.Object.Element]) {
    slots = Array(repeating: 0, count: Self.slotCount(for: members.count))
    for place in members.indices {
      let slot = slot(for: members[place].key, in: members)
      if slots[slot] == 0 {
        slots[slot] = place + 1
      } else if firstDuplicate == nil {
        firstDuplicate = place
      }
    }
  }

  func position(of key: String, in members: [JSON.Object.Element]) -> Int? {
    let found = slots[slot(for: key, in: members)]
    return found == 0 ? nil : found - 1
  }

  /// Adds the last member, whose key is new.
  mutating func noteLast(of members: [JSON.Object.Element]) {
    guard members.count * 2 <= slots.count, let last = members.last else {
      self = ObjectKeyIndex(indexing: members)
      return
    }
    slots[slot(for: last.key, in: members)] = members.count
  }

  /// The slot of the key, or the free one for it.
  private func slot(for key: String, in members: [JSON.Object.Element]) -> Int {
    let mask = slots.count - 1
    var slot = Self.hash(key) & mask
    while slots[slot] != 0, !Self.sameKey(members[slots[slot] - 1].key, key) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private static func slotCount(for members: Int) -> Int {
    var count = 64
    while count < members * 2 { count *= 2 }
    return count
  }

  private static func hash(_ key: String) -> Int {
    var hasher = Hasher()
    let hashed: Void? = key.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if hashed == nil {
      Array(key.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// Whether two keys have the same code points; Swift's own equality would also join composed and decomposed forms.
  static func sameKey(_ left: String, _ right: String) -> Bool {
    left == right && left.utf8.elementsEqual(right.utf8)
  }
}
