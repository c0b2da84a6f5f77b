// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of a store that is slow or fails.
final class StoreFailures: Sendable {
  private struct State {
    /// The number of reads that exceeded the patience and continue.
    var lateReads = 0
    /// What it failed to remove: of a URL, what was stored up to a moment.
    var distrusted: [ExactText: Int64] = [:]
    /// Of any URL, what was stored up to this moment.
    var floor = Int64.min
    var hasWarned = false
    /// The context whose observers receive its warnings.
    var context: CallContext?
  }

  private let state = Lock(State())

  /// How many URLs are remembered before all are distrusted.
  private static let most = 1024

  /// Whether to ask it.
  var mayBeRead: Bool { state.withLock { $0.lateReads == 0 } }

  /// Stops using what it has of a URL, or of all, up to a moment in milliseconds since 1970: it failed to remove it.
  func distrust(_ url: String?, upTo moment: Int64) {
    state.withLock { state in
      guard let url else {
        state.floor = max(state.floor, moment)
        return
      }
      if state.distrusted.count >= Self.most {
        state.floor = max(state.floor, state.distrusted.values.max() ?? moment)
        state.distrusted = [:]
      }
      let text = ExactText(url)
      state.distrusted[text] = max(state.distrusted[text] ?? moment, moment)
    }
  }

  /// Whether a response of the store may be used; one from the future, before a clock was set back, is not known to be newer
  /// than what was not removed.
  func trusts(_ response: CachedResponse, of url: String, at now: Int64) -> Bool {
    state.withLock { state in
      let moment = max(state.floor, state.distrusted.isEmpty ? .min : state.distrusted[ExactText(url)] ?? .min)
      return moment == .min || response.responseTime > moment && response.responseTime <= now
    }
  }

  /// Sets the observers for warnings, if there are none.
  func watch(_ context: CallContext) {
    guard state.withLock({ $0.context == nil && !$0.hasWarned }) else { return }
    // Outside of the lock: it asks the program's clock and observers.
    let shared = context.servingOthersToo()
    state.withLock { state in
      if state.context == nil, !state.hasWarned { state.context = shared }
    }
  }

  /// Warns, once.
  func warn(_ error: any Error, _ context: CallContext? = nil) {
    guard !(error is CancellationError) else { return }
    let known: CallContext? = state.withLock { state in
      // Where there is nobody to tell, the next failure is told.
      guard !state.hasWarned, let told = context ?? state.context else { return nil }
      (state.hasWarned, state.context) = (true, nil)
      return told
    }
    // Foreign errors may contain anything, secrets too.
    let isOwn = error is any TellableError || error is ResourceError
    let reason = isOwn ? "\(error)" : "\(type(of: error))"
    known?.emit(.warning) { event in
      event.message = "the store of the cache failed, and what it could not read or remove is not used: \(reason)"
    }
  }

  /// Starts a read.
  func reading() -> Reading { Reading(self) }

  /// A read that may exceed the patience.
  final class Reading: Sendable {
    private enum Stage { case running, late, over }

    private let failures: StoreFailures
    private let stage = Lock(Stage.running)

    init(_ failures: StoreFailures) { self.failures = failures }

    /// Records that it exceeded the patience.
    func noteLate() {
      let isNew = stage.withLock { stage in
        guard stage == .running else { return false }
        stage = .late
        return true
      }
      if isNew { failures.state.withLock { $0.lateReads += 1 } }
    }

    /// Records its end.
    func end() {
      if stage.exchange(.over) == .late { failures.state.withLock { $0.lateReads -= 1 } }
    }
  }
}

/// A store that could not be opened: it is empty, and throws the reason.
struct BrokenStore: CacheStore {
  let error: any Error
  var storesAuthorized: Bool { false }

  func variants(of key: CacheKey) async throws -> [CachedResponse] { throw error }
  func insert(_ response: CachedResponse, for key: CacheKey) async throws { throw error }
  func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws { throw error }
  func removeAll(forURL url: String) async throws { throw error }
  func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int { throw error }
  func usage() async throws -> CacheUsage { throw error }
}
