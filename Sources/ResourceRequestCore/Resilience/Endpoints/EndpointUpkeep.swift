// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Background work for the endpoints of a service: health checks, name lookups, a watched file.
///
/// It starts with the first call, and ends with the last reference: its tasks retain none.
final class EndpointUpkeep: Sendable {
  private let works: [@Sendable () async -> Void]
  private let watch: (@Sendable () -> FileWatcher)?

  private struct State {
    var tasks: [Task<Void, Never>] = []
    var watcher: FileWatcher?
  }

  private let state = Lock(State())

  /// - Parameters:
  ///   - works: each runs until it is cancelled.
  ///   - watch: starts to follow a file.
  init(_ works: [@Sendable () async -> Void], watch: (@Sendable () -> FileWatcher)? = nil) {
    self.works = works
    self.watch = watch
  }

  /// Starts the work; called once.
  func begin() {
    // Under the executor of the call that needs it: a simulation's, where there is one.
    let tasks = works.map { work in
      Task(executorPreference: WaitingThread.current) { await SharedWork.run { await work() } }
    }
    let watcher = watch?()
    state.withLock { $0 = State(tasks: tasks, watcher: watcher) }
  }

  deinit {
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }
}

/// Warns once while endpoints cannot be updated.
final class UpkeepWarnings: Sendable {
  private let environment: RequestEnvironment
  private let hasWarned = Lock(false)

  init(_ environment: RequestEnvironment) {
    self.environment = environment
  }

  /// Emits a warning, unless one was emitted since the last success.
  func warn(_ cause: String) {
    guard !hasWarned.exchange(true) else { return }
    CallContext(environment: environment).emit(.warning) { event in
      event.message = "\(cause); the last good endpoints are used"
    }
  }

  /// Allows the next warning.
  func reset() { hasWarned.withLock { $0 = false } }
}
