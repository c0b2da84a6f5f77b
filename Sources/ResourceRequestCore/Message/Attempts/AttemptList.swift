// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The attempts of a response, read from its call on demand, so that most responses pay for a reference only.
package struct AttemptList: Sendable {
  private let source: (any AttemptSource)?
  private let count: Int

  /// These attempts.
  package init(_ attempts: [Attempt] = []) {
    source = attempts.isEmpty ? nil : Known(attempts: attempts)
    count = attempts.count
  }

  /// The first `count` ended attempts of a call.
  ///
  /// Attempts that end later, beside the response, are not included.
  package init(_ source: any AttemptSource, count: Int) {
    self.source = source
    self.count = count
  }

  /// All attempts, in the order in which they ended.
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
