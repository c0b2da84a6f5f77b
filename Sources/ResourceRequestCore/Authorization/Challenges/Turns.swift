// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Serializes tasks by name: one task holds a name; others wait and continue together.
final class Turns: Sendable {
  /// The result of acquiring names.
  enum Taking: Equatable {
    /// All names were acquired.
    case taken
    /// Another task holds this name.
    case busy(String)
    /// Another task has held and released one of them in the meantime.
    case missed
  }

  private struct State {
    /// The waiting tasks by held name.
    ///
    /// Invariant: the code that removes a continuation resumes it, after the lock.
    var taken: [String: [UInt64: CheckedContinuation<Void, any Error>]] = [:]
    /// The number of releases of each name.
    var rounds: [String: Int] = [:]
    /// The errors with which names were released last.
    var failures: [String: any Error] = [:]
  }

  private let state = Lock(State())

  /// The number of releases of each name: read before a request whose response may predate the next release.
  var rounds: [String: Int] { state.withLock(\.rounds) }

  /// Acquires all of these names or none.
  ///
  /// - Parameters:
  ///   - names: the names.
  ///   - before: the rounds before the request that led here; `nil` if they do not matter.
  /// - Returns: whether they were acquired, one is held, or one has been released since.
  func take(_ names: some Collection<String> & Sendable, since before: [String: Int]? = nil) -> Taking {
    state.withLock { state in
      if let busy = names.first(where: { state.taken[$0] != nil }) { return .busy(busy) }
      if let before, names.contains(where: { state.rounds[$0] != before[$0] }) { return .missed }
      for name in names { state.taken[name] = [:] }
      return .taken
    }
  }

  /// Releases a name; waiting tasks continue, or fail with its error.
  func giveBack(_ name: String, _ outcome: Result<Void, any Error> = .success(())) {
    let waiters = state.withLock { state in
      state.rounds[name, default: 0] += 1
      if case .failure(let error) = outcome { state.failures[name] = error } else { state.failures[name] = nil }
      return Array((state.taken.removeValue(forKey: name) ?? [:]).values)
    }
    for waiter in waiters { waiter.resume(with: outcome) }
  }

  /// The error with which a name was released last; `nil` if there was none.
  func failure(of name: String) -> (any Error)? { state.withLock { $0.failures[name] } }

  /// Runs a closure as the holder of these names.
  func holding<Value>(_ names: [String], _ body: () async throws -> Value) async throws -> Value {
    try await LoginUnderWay.during(names, of: self, body)
  }

  /// Waits until a name that was held is released; ends at once, as its release did, if it is not held any more.
  ///
  /// - Throws: the holder's error, ``TransportFailure`` if this task holds it itself, or `CancellationError`.
  func wait(for name: String) async throws {
    try LoginUnderWay.refuseWaiting(for: name, of: self, "the login \"\(name)\"")
    let ticket = RequestEnvironment.nextID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          // It was held a moment ago, so how it was released last is how it was released since.
          guard state.taken[name] != nil else { return state.failures[name].map { .failure($0) } ?? .success(()) }
          state.taken[name]?[ticket] = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
        if Task.isCancelled { leave(name, ticket) }
      }
    } onCancel: {
      leave(name, ticket)
    }
  }

  private func leave(_ name: String, _ ticket: UInt64) {
    let waiter = state.withLock { $0.taken[name]?.removeValue(forKey: ticket) }
    waiter?.resume(throwing: CancellationError())
  }
}
