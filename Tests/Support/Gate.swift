// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A point where a server's script waits for the test, or the test for the script.
///
/// ``open()`` opens it for good; ``admit(_:)`` lets a number of waits through. A script waits with
/// ``ScriptedConnection/wait(for:)``, a test with ``wait(within:)``.
public final class Gate: Sendable {
  struct State {
    var isOpen = false
    var admitted = 0

    mutating func pass() -> Bool {
      if isOpen { return true }
      guard admitted > 0 else { return false }
      admitted -= 1
      return true
    }
  }

  let state = Observed(State())

  /// A closed gate.
  public init() {}

  /// Lets all waits through from now on.
  public func open() { state.change { $0.isOpen = true } }

  /// Lets the next `count` waits through.
  public func admit(_ count: Int = 1) { state.change { $0.admitted += count } }

  /// Suspends until the gate lets this wait through.
  ///
  /// - Throws: ``ScriptedServerError/timedOut(waitingFor:seen:)``.
  public func wait(within limit: Duration = TimeLimit.standard) async throws {
    try await state.wait(
      for: "a gate to open",
      within: limit,
      describe: { _ in "a closed gate" },
      until: { $0.pass() }
    )
  }

  /// Blocks this thread until the gate lets this wait through, or `isAbandoned` is true.
  func block(unless isAbandoned: () -> Bool) throws {
    try state.block { state in
      if isAbandoned() { throw ScriptedServerError.stopped }
      return state.pass()
    }
  }

  /// Makes blocked threads check again whether they are abandoned.
  func nudge() { state.change { _ in } }
}
