// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Lets one task at a time do what has a name; others wait for it and go on together.
final class Turns: Sendable {
  /// Who waits, by the name that is taken.
  ///
  /// Invariant: whoever takes a continuation out resumes it, after the lock.
  private let taken = Lock<[String: [UInt64: CheckedContinuation<Void, any Error>]]>([:])

  /// Takes all of these names, or none of them and tells one that is taken.
  func take(_ names: some Collection<String> & Sendable) -> String? {
    taken.withLock { taken in
      if let busy = names.first(where: { taken[$0] != nil }) { return busy }
      for name in names { taken[name] = [:] }
      return nil
    }
  }

  /// Gives a name back; those who wait go on, or fail with what ended it.
  func giveBack(_ name: String, _ outcome: Result<Void, any Error> = .success(())) {
    let waiters = taken.withLock { Array(($0.removeValue(forKey: name) ?? [:]).values) }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// Does something as the one who has taken these names.
  func holding<Value>(_ names: [String], _ body: () async throws -> Value) async throws -> Value {
    try await LoginUnderWay.during(names, of: self, body)
  }

  /// Waits until a name is given back; not at all where nobody has it.
  ///
  /// - Throws: what ended it, ``TransportFailure`` where this task has it itself, or `CancellationError`.
  func wait(for name: String) async throws {
    try LoginUnderWay.refuseWaiting(for: name, of: self, "the login \"\(name)\"")
    let ticket = RequestEnvironment.nextID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = taken.withLock { taken in
          guard taken[name] != nil else { return true }
          taken[name]?[ticket] = continuation
          return false
        }
        if isFree { continuation.resume() }
        if Task.isCancelled { leave(name, ticket) }
      }
    } onCancel: {
      leave(name, ticket)
    }
  }

  private func leave(_ name: String, _ ticket: UInt64) {
    let waiter = taken.withLock { $0[name]?.removeValue(forKey: ticket) }
    waiter?.resume(throwing: CancellationError())
  }
}
