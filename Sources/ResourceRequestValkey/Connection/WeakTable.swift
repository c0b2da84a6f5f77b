// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Objects that all who name the same share, for as long as somebody has them.
final class WeakTable<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
  private struct Weak: Sendable {
    weak var object: Object?
  }

  private let entries = Lock<[Key: Weak]>([:])

  /// The object of a key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - make: makes it if nobody has it; it waits for nothing.
  /// - Returns: the object.
  func object(_ key: Key, _ make: () -> Object) -> Object {
    entries.withLock { entries in
      if let known = entries[key]?.object { return known }
      entries = entries.filter { $0.value.object != nil }
      let object = make()
      entries[key] = Weak(object: object)
      return object
    }
  }
}
