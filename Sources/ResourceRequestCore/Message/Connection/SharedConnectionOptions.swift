// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Connection options behind a reference, so that they are compared at every request without being looked at: those of
/// one service are one object.
package final class SharedConnectionOptions: Sendable, Hashable {
  package let value: ConnectionOptions
  private let hash: Int

  package init(_ value: ConnectionOptions) {
    self.value = value
    hash = value.hashValue
  }

  package static func == (one: SharedConnectionOptions, other: SharedConnectionOptions) -> Bool {
    one === other || one.hash == other.hash && one.value == other.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
