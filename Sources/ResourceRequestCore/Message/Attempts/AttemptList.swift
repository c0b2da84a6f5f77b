// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The attempts a response tells of, read from its call when somebody asks: most answers pay a reference for it.
package struct AttemptList: Sendable {
  private let source: (any AttemptSource)?
  private let count: Int

  /// These attempts.
  package init(_ attempts: [Attempt] = []) {
    source = attempts.isEmpty ? nil : Known(attempts: attempts)
    count = attempts.count
  }

  /// The first of a call's that have ended, so many: what ends later, beside the response, is not among them.
  package init(_ source: any AttemptSource, count: Int) {
    self.source = source
    self.count = count
  }

  /// All of them, in the order in which they ended.
  package var all: [Attempt] { source?.attempts(count) ?? [] }

  private final class Known: AttemptSource {
    private let attempts: [Attempt]

    init(attempts: [Attempt]) {
      self.attempts = attempts
    }

    func attempts(_ count: Int) -> [Attempt] { attempts }
  }
}

extension AttemptList: Hashable {
  package static func == (one: AttemptList, other: AttemptList) -> Bool { one.all == other.all }

  package func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
