// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Work that continues after the caller: a cache that revalidates or stores, an attempt that lost against a hedge.
///
/// Waiting for a client to have nothing in flight includes it.
package struct BackgroundWork: Sendable {
  private let begin: @Sendable () -> Void
  private let end: @Sendable () -> Void

  /// Creates work that is counted from its start to its end.
  package init(begin: @escaping @Sendable () -> Void = {}, end: @escaping @Sendable () -> Void = {}) {
    self.begin = begin
    self.end = end
  }

  /// Runs a closure in a task that inherits nothing from the caller's task, such as its span.
  package func start(_ body: @escaping @Sendable () async -> Void) {
    begin()
    let end = end
    // It inherits the executor only: a simulation's work stays on its thread.
    let executor = WaitingThread.current
    Task.detached(executorPreference: executor) {
      await WaitingThread.$current.withValue(executor) { await body() }
      end()
    }
  }
}
