// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Memory in front of a store that may be slow or broken.
///
/// A request waits for the store no longer than its patience, and continues with a miss.
final class CacheTier: Sendable {
  /// How long a request waits for the store.
  static let patience = Duration.milliseconds(20)

  let memory: MemoryCacheStore
  let behind: (any CacheStore)?
  /// Changes of URLs, so that nothing older is stored afterwards.
  let changes = ChangeLog()
  /// Changes and removals of URLs, so that nothing read before is found afterwards.
  let removals = ChangeLog()
  private let keepsAuthorizedBehind: Bool
  let patience: Duration
  let failures: StoreFailures
  let writes: WriteBehind?
  /// Whether another cache of the service, such as that of the configuration before, is about to change a URL.
  let isPendingElsewhere: @Sendable (String) -> Bool
  private let settleElsewhere: @Sendable (String) async -> Void

  init(
    memory: MemoryCacheStore,
    behind: (any CacheStore)? = nil,
    keepsAuthorizedBehind: Bool = false,
    patience: Duration = CacheTier.patience,
    isPendingElsewhere: @escaping @Sendable (String) -> Bool = { _ in false },
    settleElsewhere: @escaping @Sendable (String) async -> Void = { _ in }
  ) {
    self.isPendingElsewhere = isPendingElsewhere
    self.settleElsewhere = settleElsewhere
    self.memory = memory
    self.behind = behind
    self.keepsAuthorizedBehind = keepsAuthorizedBehind
    self.patience = patience
    let failures = StoreFailures()
    self.failures = failures
    writes = behind.map { [changes] behind in
      WriteBehind(limit: 32 << 20) { work in
        await Self.perform(work, on: behind, changes, failures)
      } leaveOut: { work in
        failures.distrust(work.url, upTo: work.moment)
      }
    }
  }

  /// Whether the store keeps a response, to a request with credentials or not.
  func keepsBehind(_ isAuthorized: Bool) -> Bool { keepsAuthorizedBehind || !isAuthorized }

  /// Whether the store need not be asked beside what the memory has.
  func hasAll(_ found: [CachedResponse], for headers: Headers) -> Bool {
    behind == nil || found.contains { CacheVary.matches($0.selectors, headers) }
  }

  /// The stored responses for a key; `isComplete` is false if the store could not answer.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - isPatient: whether to wait for the store until the call's deadline, since nothing else will do.
  ///   - settles: whether to wait for what is being written, as long as for an answer of the store.
  ///   - headers: the fields of a request; what the memory has is not all if none of it is for them.
  ///   - context: the context of the call.
  /// - Returns: the responses.
  func find(
    _ key: CacheKey,
    isPatient: Bool = false,
    settles: Bool = false,
    for headers: Headers,
    _ context: CallContext
  ) async -> (variants: [CachedResponse], isComplete: Bool) {
    if let found = memory.found(key), hasAll(found, for: headers) { return (found, true) }
    guard let behind, let writes else { return ([], true) }
    let clock = context.clock
    let settle = { @Sendable [settleElsewhere] in
      await writes.settle(key.url)
      await settleElsewhere(key.url)
    }
    let endOfPatience = { @Sendable [patience] in
      try await clock.sleep(until: clock.now.advanced(clamping: patience))
    }
    if settles { _ = await FirstOf.value(settle, within: endOfPatience) }
    // Before it is looked whether a change is pending: one that comes between is noted after this.
    let begun = removals.count
    // The store may have an older response than the one to be written, and not every request asks a store that hangs.
    guard isPatient || failures.mayBeRead && !writes.isPending(key.url) && !isPendingElsewhere(key.url) else {
      return (memory.found(key) ?? [], false)
    }
    let reading = failures.reading()
    let found = await FirstOf.value(
      {
        defer { reading.end() }
        if isPatient { await settle() }
        // Even if no request waits any more: the next one finds it.
        return try await self.read(key, from: behind, since: begun, context)
      },
      within: {
        guard isPatient else { return try await endOfPatience() }
        // Without a deadline it waits for as long as the caller does.
        try await clock.sleep(until: context.deadline ?? clock.now.advanced(clamping: .seconds(86_400)))
      }
    )
    switch found {
    case .success(let variants?):
      // If it changed while it was read, this is the old response.
      if !removals.hasChanged(key.url, since: begun) { return (beside(variants, of: key), true) }
    case .success(nil): reading.noteLate()
    case .failure(let error): failures.warn(error, context)
    }
    return (memory.found(key) ?? [], false)
  }

  /// What the memory has, which may be newer or nowhere else, and of the store what it has no room for.
  func beside(_ variants: [CachedResponse], of key: CacheKey) -> [CachedResponse] {
    let held = memory.seen(key) ?? []
    return held + variants.filter { one in !held.contains { $0.selectors == one.selectors } }
  }

  /// Stores a response: in memory at once, and in the store while the caller continues.
  ///
  /// - Parameters:
  ///   - response: the response.
  ///   - key: its key.
  ///   - begun: the number of changes when it was requested.
  ///   - context: its observers receive errors of the store.
  ///   - work: counts the background work.
  /// - Returns: what became of it.
  @discardableResult
  func keep(
    _ response: CachedResponse,
    for key: CacheKey,
    since begun: UInt64,
    _ context: CallContext,
    _ work: BackgroundWork
  ) -> Keeping {
    let inMemory = put(response, for: key, since: begun, at: context.milliseconds)
    guard inMemory != .changed, let writes else { return inMemory }
    failures.watch(context)
    // A response that is being read from the store now is older than this one: pending before it is noted.
    defer { removals.note(key.url) }
    // The stored one is older, even if this one may not be kept there.
    guard keepsBehind(response.isAuthorized) else {
      writes.add(.remove(response.selectors, key, at: response.responseTime), work)
      return inMemory
    }
    let isAccepted = writes.add(.insert(response, key, since: begun), work)
    return isAccepted ? .kept : inMemory
  }

  /// What becomes of a response that is to be stored.
  enum Keeping: Sendable, Hashable {
    case kept
    /// Its URL was changed, or a newer response was stored, since it was requested.
    case changed
    /// The memory has no room for it, and no store is behind.
    case tooLarge
  }

  /// What the store has for a key and may be used, which is in memory then.
  func read(
    _ key: CacheKey,
    from store: any CacheStore,
    since begun: UInt64,
    _ context: CallContext
  ) async throws -> [CachedResponse] {
    let variants = try await store.variants(of: key)
    let now = context.milliseconds
    let trusted = variants.filter { failures.trusts($0, of: key.url, at: now) }
    fill(trusted, for: key, since: begun)
    return trusted
  }

  /// Adds responses from the store to memory, beside newer ones.
  private func fill(_ variants: [CachedResponse], for key: CacheKey, since begun: UInt64) {
    guard !removals.hasChanged(key.url, since: begun) else { return }
    memory.fill(variants, for: key)
    // Whatever changed it meanwhile goes with it.
    if removals.hasChanged(key.url, since: begun) { memory.dropAll(forURL: key.url) }
  }

  /// Puts a response into memory, unless its URL was changed, or a newer one is there.
  private func put(_ response: CachedResponse, for key: CacheKey, since begun: UInt64, at now: Int64) -> Keeping {
    // The existing one is newer.
    guard !changes.hasChanged(key.url, since: begun) else { return .changed }
    guard let isIn = memory.putUnlessOlder(response, for: key, at: now) else { return .changed }
    // And once more: a change is noted before it empties the memory, which may have been before this came there.
    guard changes.hasChanged(key.url, since: begun) else { return isIn ? .kept : .tooLarge }
    memory.drop(response.selectors, for: key)
    return .changed
  }

  /// Removes a response, unless one to a later request than that whose response removes it is in its place.
  func forget(
    _ response: CachedResponse,
    for key: CacheKey,
    since requestTime: Int64,
    _ context: CallContext,
    _ work: BackgroundWork
  ) {
    let held = memory.seen(key)
    guard !held.hasOne(response.selectors, requestedAfter: requestTime, context.milliseconds) else { return }
    if let writes {
      failures.watch(context)
      // Pending before it is noted: who reads the store after the note finds that it must not.
      writes.add(.remove(response.selectors, key, at: context.milliseconds), work)
    }
    removals.note(key.url)
    memory.drop(response.selectors, for: key)
  }

  /// Removes the responses for a URL, of all partitions, since a change makes all of them stale.
  ///
  /// - Returns: the number of the change.
  @discardableResult
  func invalidate(_ url: String, _ context: CallContext, _ work: BackgroundWork) async -> UInt64 {
    let number = changes.note(url)
    // Pending before it is noted: who reads the store after the note finds that it must not.
    let written = writes.map { writes in
      failures.watch(context)
      let (done, end) = AsyncStream.makeStream(of: Void.self)
      writes.add(.removeAll(url: url, at: context.milliseconds), work, whenDone: { end.finish() })
      return done
    }
    removals.note(url)
    memory.dropAll(forURL: url)
    guard let written else { return number }
    // No request in this process finds it any more. The store follows before the caller has its response, so that no
    // other process finds it either, and none that starts later.
    let clock = context.clock
    _ = await FirstOf.value(
      { for await _ in written {} },
      within: { [patience] in try await clock.sleep(until: clock.now.advanced(clamping: patience)) }
    )
    return number
  }

  /// Removes the responses whose keys match, and returns when they are removed.
  func forgetAll(at now: Int64, where isMeant: @escaping @Sendable (CacheKey) -> Bool) async -> Int {
    // A response in flight may be one of them.
    changes.noteAll()
    removals.noteAll()
    let fromMemory = await memory.removeAll(where: isMeant)
    guard let behind, let writes else { return fromMemory }
    // What was to be written before is written, and removed with the rest; what comes later is not older than this.
    await writes.settle()
    let fromStore: Int
    do { fromStore = try await behind.removeAll(where: isMeant) } catch {
      failures.warn(error)
      failures.distrust(nil, upTo: now)
      fromStore = 0
    }
    await forgetRead(where: isMeant)
    return max(fromMemory, fromStore)
  }

  /// Whoever read the store meanwhile has put into the memory what is removed by now.
  func forgetRead(where isMeant: @escaping @Sendable (CacheKey) -> Bool) async {
    removals.noteAll()
    _ = await memory.removeAll(where: isMeant)
  }

  private static func perform(
    _ work: WriteBehind.Work,
    on store: any CacheStore,
    _ changes: ChangeLog,
    _ failures: StoreFailures
  ) async {
    do {
      switch work {
      case .insert(let response, let key, let begun):
        // It was added while its URL was changed, or maybe another: the stored one is older all the same.
        guard !changes.hasChanged(key.url, since: begun) else {
          return try await store.remove(response.selectors, for: key)
        }
        do { try await store.insert(response, for: key) } catch {
          failures.warn(error)
          // The one that it would have replaced is old.
          try await store.remove(response.selectors, for: key)
        }
      case .remove(let selectors, let key, _): try await store.remove(selectors, for: key)
      case .removeAll(let url, _): try await store.removeAll(forURL: url)
      }
    } catch {
      failures.warn(error)
      // A response that could not be removed would be found again. Later ones are not like it: a process without
      // descriptors has some again soon.
      failures.distrust(work.url, upTo: work.moment)
    }
  }
}
