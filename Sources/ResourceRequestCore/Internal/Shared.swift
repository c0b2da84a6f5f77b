// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A value behind a reference that never changes.
///
/// For values with many parts that pass through many frames, each of which lives as long as an exchange: only one
/// pointer is copied. A change creates a new reference.
struct Shared<Value: Sendable & Hashable>: Sendable, Hashable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var storage: Storage

  init(_ value: Value) {
    storage = Storage(value)
  }

  var value: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.storage === other.storage || one.storage.value == other.storage.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
