// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheTier {
  /// How long an instance may take to fetch before another one does, too.
  private static let turnTime = Duration.seconds(3)

  /// Fetches a response when the caller has the turn to, where several instances share the store; elsewhere at once.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - isUrgent: whether it waits for no other, since turns are not told apart by who takes them.
  ///   - others: the result while another instance has the turn; `nil` waits for what that stores.
  ///   - context: the context of the call.
  ///   - work: counts the background work.
  ///   - use: the result by what is stored by then; `nil` if that is good for nothing.
  ///   - fetch: fetches, with what is stored by then if that was looked up; also says whether the others find it stored.
  /// - Returns: the result.
  /// - Throws: the error of `fetch`, or `CancellationError`.
  func inTurn<Value>(
    for key: CacheKey,
    isUrgent: Bool = false,
    ifOthers others: Value? = nil,
    _ context: CallContext,
    _ work: BackgroundWork,
    use: ([CachedResponse]) -> Value?,
    fetch: ([CachedResponse]?) async throws -> (value: Value, isStored: Bool)
  ) async throws -> Value {
    guard !isUrgent, let store = behind as? any SharedCacheStore else { return try await fetch(nil).value }
    let clock = context.clock
    // Half of the time is left for a fetch of the caller's own.
    let end = clock.now.advanced(clamping: min(Self.turnTime, (context.remaining ?? .seconds(86_400)) / 2))
    var pause = Duration.milliseconds(10)
    while failures.mayBeRead, let (owns, variants) = try await look(at: key, in: store, context, work), let owns {
      let found = use(variants)
      if owns {
        var isStored = found != nil
        defer {
          work.start { [writes, isStored] in
            // The others find it before they have the turn.
            await writes?.settle(key.url)
            try? await store.endTurn(for: key, isStored: isStored)
          }
        }
        if let found { return found }
        let fetched = try await fetch(variants)
        isStored = fetched.isStored
        return fetched.value
      }
      if let result = found ?? others { return result }
      guard clock.now < end else { break }
      try await clock.sleep(until: min(end, clock.now.advanced(clamping: pause)))
      pause = min(pause * 2, .milliseconds(100))
    }
    return try await fetch(nil).value
  }

  /// Asks for the turn, and for what is stored by then; `nil` if the store does not answer.
  private func look(
    at key: CacheKey,
    in store: any SharedCacheStore,
    _ context: CallContext,
    _ work: BackgroundWork
  ) async throws -> (owns: Bool?, variants: [CachedResponse])? {
    // Who is cancelled takes no turn.
    try Task.checkCancellation()
    let (clock, begun) = (context.clock, removals.count)
    // The store may have what is about to be replaced or removed there.
    guard writes?.isPending(key.url) != true, !isPendingElsewhere(key.url) else { return nil }
    let reading = failures.reading()
    let found = await FirstOf.value(
      {
        defer { reading.end() }
        let owns = try await store.takeTurn(for: key, within: Self.turnTime)
        let variants = try await self.read(key, from: store, since: begun, context)
        return (owns, self.beside(self.removals.hasChanged(key.url, since: begun) ? [] : variants, of: key))
      },
      within: { [patience] in try await clock.sleep(until: clock.now.advanced(clamping: patience)) }
    )
    if case .success(nil) = found { reading.noteLate() }
    let isCancelled = Task.isCancelled
    // Without an answer it may have the turn all the same.
    if (try? found.get()).map({ isCancelled && $0.0 == true }) ?? true {
      work.start { try? await store.endTurn(for: key, isStored: true) }
    }
    if isCancelled { throw CancellationError() }
    do { return try found.get() } catch {
      failures.warn(error, context)
      return nil
    }
  }
}
