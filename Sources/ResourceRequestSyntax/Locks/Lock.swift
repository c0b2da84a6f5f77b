// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An ``InlineLock`` behind a reference, so that it can be shared.
///
/// Never held across a call out of the type that owns it.
@usableFromInline
package final class Lock<State>: Sendable {
  @usableFromInline let inside: InlineLock<State>

  @inlinable
  package init(_ initial: consuming sending State) {
    inside = InlineLock(initial)
  }

  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try inside.withLock(body)
  }
}

extension Lock where State: Sendable {
  /// Puts another value in the place of the current one.
  ///
  /// - Returns: the previous one, which is thus released after the lock.
  @inlinable
  package func exchange(_ new: State) -> State {
    withLock { state in
      defer { state = new }
      return state
    }
  }
}
