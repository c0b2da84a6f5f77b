// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is known of the troubles of a store behind the memory.
final class StoreTrouble: Sendable {
  private struct State {
    /// How many reads have taken longer than anybody waits, and go on.
    var lateReads = 0
    /// It keeps what it was told to remove.
    var isGivenUp = false
    var hasWarned = false
    /// Whose observers are told of what happens behind.
    var context: CallContext?
  }

  private let state = Lock(State())

  /// Whether there is any use in asking it.
  var mayBeRead: Bool { state.withLock { !$0.isGivenUp && $0.lateReads == 0 } }

  /// Asks it nothing any more.
  func giveUp() { state.withLock { $0.isGivenUp = true } }

  /// Tells this caller's observers where nobody else's are known.
  func watch(_ context: CallContext) {
    state.withLock { state in
      if state.context == nil, !state.hasWarned { state.context = context.servingOthersToo() }
    }
  }

  /// Warns, once.
  func warn(_ error: any Error, _ context: CallContext? = nil) {
    guard !(error is CancellationError) else { return }
    let known: CallContext? = state.withLock { state in
      guard !state.hasWarned else { return nil }
      state.hasWarned = true
      defer { state.context = nil }
      return context ?? state.context
    }
    known?.emit(.warning) { event in
      event.message = "the store of the cache failed, and what it holds is not used: \(error)"
    }
  }

  /// A read that begins.
  func reading() -> Reading { Reading(self) }

  /// A read that may take longer than anybody waits for it.
  final class Reading: Sendable {
    private enum Stage { case running, late, over }

    private let trouble: StoreTrouble
    private let stage = Lock(Stage.running)

    init(_ trouble: StoreTrouble) { self.trouble = trouble }

    /// Nobody waits for it any more.
    func noteLate() {
      let isNew = stage.withLock { stage in
        guard stage == .running else { return false }
        stage = .late
        return true
      }
      if isNew { trouble.state.withLock { $0.lateReads += 1 } }
    }

    /// It has ended.
    func end() {
      let wasLate = stage.withLock { stage in
        defer { stage = .over }
        return stage == .late
      }
      if wasLate { trouble.state.withLock { $0.lateReads -= 1 } }
    }
  }
}
