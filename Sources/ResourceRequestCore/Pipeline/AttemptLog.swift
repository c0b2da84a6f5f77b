// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What became of the attempts of one call.
///
/// Written by those who send, read when an error is made.
package final class AttemptLog: Sendable {
  private let attempts = Lock<[Attempt]>([])

  func append(_ attempt: Attempt) {
    attempts.withLock { $0.append(attempt) }
  }

  var all: [Attempt] {
    attempts.withLock { $0 }
  }
}
