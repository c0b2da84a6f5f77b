// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Lets one task at a time do what has a name; others wait for it and go on together.
final class Turns: Sendable {
  /// What came of wanting names.
  enum Taking: Equatable {
    /// All are taken.
    case taken
    /// Somebody has this one.
    case busy(String)
    /// Somebody had one of them in the meantime and is done.
    case missed
  }

  private struct State {
    /// Who waits, by the name that is taken.
    ///
    /// Invariant: whoever takes a continuation out resumes it, after the lock.
    var taken: [String: [UInt64: CheckedContinuation<Void, any Error>]] = [:]
    /// How often each name was given back.
    var rounds: [String: Int] = [:]
  }

  private let state = Lock(State())

  /// How often each name was given back so far: to be kept by whoever asks a server that may answer from before.
  var rounds: [String: Int] { state.withLock(\.rounds) }

  /// Takes all of these names, or none of them.
  ///
  /// - Parameters:
  ///   - names: what is wanted.
  ///   - before: the rounds when the server was asked what made the names wanted, where that matters.
  /// - Returns: whether they are taken now, somebody has one of them, or another has had one since.
  func take(_ names: some Collection<String> & Sendable, since before: [String: Int]? = nil) -> Taking {
    state.withLock { state in
      if let busy = names.first(where: { state.taken[$0] != nil }) { return .busy(busy) }
      if let before, names.contains(where: { state.rounds[$0] != before[$0] }) { return .missed }
      for name in names { state.taken[name] = [:] }
      return .taken
    }
  }

  /// Gives a name back; those who wait go on, or fail with what ended it.
  func giveBack(_ name: String, _ outcome: Result<Void, any Error> = .success(())) {
    let waiters = state.withLock { state in
      state.rounds[name, default: 0] += 1
      return Array((state.taken.removeValue(forKey: name) ?? [:]).values)
    }
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
        let isFree = state.withLock { state in
          guard state.taken[name] != nil else { return true }
          state.taken[name]?[ticket] = continuation
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
    let waiter = state.withLock { $0.taken[name]?.removeValue(forKey: ticket) }
    waiter?.resume(throwing: CancellationError())
  }
}
