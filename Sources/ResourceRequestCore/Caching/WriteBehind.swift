// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The queue of changes for a store behind the memory.
///
/// Changes of a URL keep their order, so nothing that was replaced or removed comes back. While changes of a URL are
/// pending, it is not looked up in the store.
final class WriteBehind: Sendable {
  enum Work: Sendable {
    /// A response, and the number of changes when it was requested.
    case insert(CachedResponse, CacheKey, since: UInt64)
    /// What is to be removed was stored up to a moment, in milliseconds since 1970.
    case remove([CachedResponse.Selector], CacheKey, at: Int64)
    case removeAll(url: String, at: Int64)

    var url: String {
      switch self {
      case .insert(_, let key, _), .remove(_, let key, _): key.url
      case .removeAll(let url, _): url
      }
    }

    /// Up to when responses were stored that it makes useless.
    var moment: Int64 {
      switch self {
      case .insert(let response, _, _): response.responseTime
      case .remove(_, _, let moment), .removeAll(_, let moment): moment
      }
    }

    /// The size of its response.
    var bytes: Int { if case .insert(let response, _, _) = self { response.cost } else { 0 } }
  }

  private struct Lane {
    /// Without work: somebody who waits for what is before.
    var line: [(work: Work?, whenDone: (@Sendable () -> Void)?)] = []
    var isRunning = false
  }

  private struct State {
    var lanes = [Lane](repeating: Lane(), count: WriteBehind.laneCount)
    var pending: [ExactText: Int] = [:]
    var bytes = 0
    /// How many changes are pending.
    var count = 0
  }

  private static let laneCount = 4
  /// The most pending changes: a store that hangs is not remembered more of.
  private static let most = 16_384
  private let state = Lock(State())
  /// The most bytes of pending responses: a slow store is not waited for.
  private let limit: Int
  private let perform: @Sendable (Work) async -> Void
  /// Told of a change that is not carried out, since too many are pending.
  private let leaveOut: @Sendable (Work) -> Void

  /// - Parameters:
  ///   - limit: the most bytes of pending responses.
  ///   - perform: carries out a change.
  ///   - leaveOut: told of a change that is not carried out, since too many are pending: what it would have removed is to
  ///     be distrusted.
  init(
    limit: Int,
    perform: @escaping @Sendable (Work) async -> Void,
    leaveOut: @escaping @Sendable (Work) -> Void
  ) {
    self.limit = limit
    self.perform = perform
    self.leaveOut = leaveOut
  }

  /// Whether changes of a URL are pending.
  func isPending(_ url: String) -> Bool {
    state.withLock { state in !state.pending.isEmpty && state.pending[ExactText(url)] != nil }
  }

  /// Adds a change after those before it.
  ///
  /// - Returns: whether it is carried out; a response for which there is no room is not stored.
  @discardableResult
  func add(_ work: Work, _ background: BackgroundWork, whenDone: (@Sendable () -> Void)? = nil) -> Bool {
    var isAccepted = true
    var leftOut: Work?
    let lane: Int? = state.withLock { state in
      var work = work
      if case .insert(let response, let key, _) = work {
        // One is always taken: the cache has decided how large it may be. Of others the stored one is older all the same.
        isAccepted = state.bytes == 0 || state.bytes + work.bytes <= limit
        if !isAccepted { work = .remove(response.selectors, key, at: response.responseTime) }
      }
      guard state.count < Self.most else {
        leftOut = work
        return nil
      }
      state.count += 1
      state.bytes += work.bytes
      let url = ExactText(work.url)
      state.pending[url, default: 0] += 1
      let lane = Self.lane(of: url)
      state.lanes[lane].line.append((work, whenDone))
      guard !state.lanes[lane].isRunning else { return nil }
      state.lanes[lane].isRunning = true
      return lane
    }
    if let leftOut {
      leaveOut(leftOut)
      whenDone?()
      return false
    }
    if let lane { background.start { [self] in await run(lane) } }
    return isAccepted
  }

  private static func lane(of url: ExactText) -> Int { Int(SplitMix64.hash(url.text) % UInt64(laneCount)) }

  /// Waits until the changes of a URL that have been added are carried out.
  func settle(_ url: String) async {
    if isPending(url) { await settle(Self.lane(of: ExactText(url))) }
  }

  /// Waits until what has been added is carried out.
  func settle() async {
    // Who removes everything waits also where it is cancelled: what is being written would stay.
    await Task { [self] in
      await withTaskGroup(of: Void.self) { group in
        for lane in 0..<WriteBehind.laneCount { group.addTask { await self.settle(lane) } }
      }
    }.value
  }

  private func settle(_ lane: Int) async {
    // A stream, whose reader may be cancelled.
    let (done, end) = AsyncStream.makeStream(of: Void.self)
    let isIdle = state.withLock { state in
      guard state.lanes[lane].isRunning else { return true }
      state.lanes[lane].line.append((nil, { end.finish() }))
      return false
    }
    if !isIdle { for await _ in done {} }
  }

  private func run(_ lane: Int) async {
    while true {
      let line = state.withLock { state in
        let line = state.lanes[lane].line
        state.lanes[lane].line = []
        if line.isEmpty { state.lanes[lane].isRunning = false }
        return line
      }
      guard !line.isEmpty else { return }
      for (work, whenDone) in line {
        guard let work else {
          whenDone?()
          continue
        }
        await perform(work)
        state.withLock { state in
          state.count -= 1
          state.bytes -= work.bytes
          let url = ExactText(work.url)
          if let count = state.pending[url] { state.pending[url] = count > 1 ? count - 1 : nil }
        }
        whenDone?()
      }
    }
  }
}
