// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Connection options behind a reference: the requests of a service share one object, so that comparing them is a
/// pointer comparison.
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
