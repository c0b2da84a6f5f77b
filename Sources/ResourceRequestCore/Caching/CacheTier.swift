// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is kept where: memory in front, and behind it a store that may be slow or broken.
///
/// Whatever the store behind does, a request waits for it no longer than its patience, and goes on with a miss.
final class CacheTier: Sendable {
  /// How long a request waits for the store behind.
  static let patience = Duration.milliseconds(20)

  let memory: MemoryCacheStore
  let behind: (any CacheStore)?
  private let keepsAuthorizedBehind: Bool
  private let patience: Duration
  private let hasWarned = Lock(false)

  init(
    memory: MemoryCacheStore,
    behind: (any CacheStore)? = nil,
    keepsAuthorizedBehind: Bool = false,
    patience: Duration = CacheTier.patience
  ) {
    self.memory = memory
    self.behind = behind
    self.keepsAuthorizedBehind = keepsAuthorizedBehind
    self.patience = patience
  }

  /// What is stored for a key; `isComplete` is false where the store behind could not say.
  func find(_ key: CacheKey, _ context: CallContext) async -> (variants: [CachedResponse], isComplete: Bool) {
    if let found = memory.found(key) { return (found, true) }
    guard let behind else { return ([], true) }
    let clock = context.clock
    let found = await FirstOf.value(
      { try await behind.variants(of: key) },
      within: { [patience] in try await clock.sleep(until: clock.now.advanced(clamping: patience)) }
    )
    switch found {
    case .success(let variants?):
      for variant in variants { memory.put(variant, for: key) }
      return (variants, true)
    case .success(nil):
      return ([], false)
    case .failure(let error):
      warn(error, context)
      return ([], false)
    }
  }

  /// Stores a response: in memory at once, and behind while the caller goes on.
  func keep(_ response: CachedResponse, for key: CacheKey, _ context: CallContext, _ work: BackgroundWork) {
    memory.put(response, for: key)
    guard let behind, keepsAuthorizedBehind || !response.isAuthorized else { return }
    work.start { [self] in await noting(context) { try await behind.insert(response, for: key) } }
  }

  /// Forgets one response.
  func forget(_ response: CachedResponse, for key: CacheKey, _ context: CallContext, _ work: BackgroundWork) {
    memory.drop(response.selectors, for: key)
    guard let behind else { return }
    work.start { [self] in await noting(context) { try await behind.remove(response.selectors, for: key) } }
  }

  /// Forgets what is stored for a URL: in memory whoever's it is, for what one has changed is old for all.
  func invalidate(_ key: CacheKey, _ context: CallContext, _ work: BackgroundWork) async {
    await memory.removeAll { $0.url.hasSameBytes(as: key.url) }
    guard let behind else { return }
    // Before the caller has its response: what it asks next must not find what it has changed.
    let clock = context.clock
    let end = await FirstOf.value(
      { for stored in try await behind.variants(of: key) { try await behind.remove(stored.selectors, for: key) } },
      within: { [patience] in try await clock.sleep(until: clock.now.advanced(clamping: patience)) }
    )
    if case .failure(let error) = end { warn(error, context) }
  }

  /// Forgets all that is meant, and returns once it is forgotten.
  func forgetAll(where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    let fromMemory = await memory.removeAll(where: isMeant)
    guard let behind else { return fromMemory }
    let fromBehind = try? await behind.removeAll(where: isMeant)
    return max(fromMemory, fromBehind ?? 0)
  }

  private func noting(_ context: CallContext, _ body: () async throws -> Void) async {
    do { try await body() } catch { warn(error, context) }
  }

  /// Tells the observers, once.
  private func warn(_ error: any Error, _ context: CallContext) {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst, !(error is CancellationError) else { return }
    context.emit(.warning) { event in
      event.message = "the store of the cache failed, and what it holds is not used: \(error)"
    }
  }
}
