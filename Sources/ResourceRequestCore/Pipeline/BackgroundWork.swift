// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What goes on while callers do: a cache that asks about what is stale or stores, an attempt that lost against a hedge.
///
/// Whoever waits for a client to have nothing in flight waits for it too.
package struct BackgroundWork: Sendable {
  private let begin: @Sendable () -> Void
  private let end: @Sendable () -> Void

  /// Work that is counted from its beginning to its end.
  package init(begin: @escaping @Sendable () -> Void = {}, end: @escaping @Sendable () -> Void = {}) {
    self.begin = begin
    self.end = end
  }

  /// Does something, in a task of its own: what the caller's task carries, such as its span, is not its.
  package func start(_ body: @escaping @Sendable () async -> Void) {
    begin()
    let end = end
    // But for where it runs: a simulation's work stays on its thread.
    let executor = WaitingThread.current
    Task.detached(executorPreference: executor) {
      await WaitingThread.$current.withValue(executor) { await body() }
      end()
    }
  }
}
