// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The attempts of a call.
///
/// Most calls make one; it has room here, so that noting it allocates nothing.
package struct AttemptHistory: Sendable, Hashable {
  private var earlier: [Attempt] = []
  private var last: Attempt?

  /// No attempt yet.
  package init() {}

  /// These attempts.
  package init(_ attempts: [Attempt]) {
    earlier = Array(attempts.dropLast())
    last = attempts.last
  }

  mutating func append(_ attempt: Attempt) {
    if let last { earlier.append(last) }
    last = attempt
  }

  /// All of them, in the order in which they ended.
  var all: [Attempt] { last.map { earlier + [$0] } ?? [] }
}
